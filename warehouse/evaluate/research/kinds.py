"""``muniment bench kinds``: is a question taken for what it is?

``kinds.txt`` holds questions of every kind, written for this project in five languages. The signs
were made on its odd lines; those of an even number are judged apart. Without ``--model`` only the
words decide; with one, it is asked in doubt as in the program. With ``--data`` the questions of
HotpotQA, each of which wants a fact, must not be taken for a list or a count.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import cast

from msgspec import Struct

from warehouse.answering import routing
from warehouse.engine.protocol import Engine
from warehouse.evaluate import hotpot
from warehouse.evaluate.metrics import interval
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import thinking
from warehouse.question import signs
from warehouse.results.provenance import QuestionKind

ALIKE: dict[QuestionKind, QuestionKind] = {"hops": "fact", "compare": "fact"}
"""Kinds that are answered in the same way: to mistake one for the other costs nothing."""


class Case(Struct, frozen=True):
    kind: QuestionKind
    question: str


def cases() -> list[Case]:
    """The labelled questions, in the order of the file."""
    text = resources.files("warehouse.evaluate.research").joinpath("kinds.txt").read_text("utf-8")
    pairs = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return [Case(cast(QuestionKind, kind), question) for kind, question in pairs]


def kinds(job: Job) -> list[Row]:
    """Shares of questions that are taken for what they are; a model that is named decides too."""
    if not job.model:
        return _rows(job, None)
    with thinking(job) as engine:
        info = engine.info()
        about = {"model": info.model, "sha256": info.sha256}
        return [
            row(one.name, one.value, one.unit, one.want, **{**one.context, **about})
            for one in _rows(job, engine)
        ]


def _rows(job: Job, engine: Engine | None) -> list[Row]:
    every = cases()[: job.limit or None]
    right = [float(_same(one.kind, _taken(one.question, engine, job))) for one in every]
    rows = [_row("kind_right_tuned", right[::2]), _row("kind_right_apart", right[1::2])]
    doubts = [float(not signs.read(one.question).sure) for one in every]
    rows.append(_row("kind_left_to_the_model", doubts))
    if job.data is not None:
        asked = hotpot.lines(job.data / "questions.jsonl", hotpot.Question)[: job.limit or None]
        kept = [float(_same("fact", _taken(one.question, engine, job))) for one in asked]
        rows.append(_row("hotpot_kept_as_facts", kept, ">= 0.95"))
    return rows


def _taken(question: str, engine: Engine | None, job: Job) -> QuestionKind:
    if engine is None:
        return signs.read(question).kinds[0]
    return routing.route(question, engine, job.run).kind


def _same(one: QuestionKind, other: QuestionKind) -> bool:
    return ALIKE.get(one, one) == ALIKE.get(other, other)


def _row(name: str, values: Sequence[float], want: str = "") -> Row:
    share = interval(values)
    return row(name, share.mean, "share", want, interval=share)
