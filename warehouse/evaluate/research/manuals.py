"""``muniment bench manuals``: questions about real manuals by one who has not read their words.

``--data`` holds the documents that ``manuals-test.jsonl`` names, by file name. Each question has
the places that answer it, as needs of which each may be met by one of several places, and groups of
words of which a right answer has one each; of some there is no answer. Asked is the product.
``manuals_kept``: the share of needs whose words are evidence; ``manuals_right``: answers with a
word of each group; ``manuals_untold``: of the questions without an answer those that are told to
have none.
"""

from __future__ import annotations

import re
from importlib import resources

import msgspec
from msgspec import Struct

from warehouse.answering import routing
from warehouse.context import Context
from warehouse.engine.protocol import Engine
from warehouse.evaluate.libraries import of_folder
from warehouse.evaluate.metrics import interval, mean_row, share
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import model_of, thinking
from warehouse.library import Library
from warehouse.methods.registry import AWARE
from warehouse.proof.claims import PROVEN

TEST, TRAIN = "manuals-test.jsonl", "manuals-train.jsonl"
GRAM = 4
SAME = 0.5  # of a quotation's rows of GRAM words, from which a text has it
_WORD = re.compile(r"\w+")


class Place(Struct, frozen=True):
    """``page`` counts from 1."""

    document: str
    page: int
    quote: str


class Question(Struct, frozen=True):
    id: str
    kind: str
    question: str
    answer: str
    keys: tuple[tuple[str, ...], ...]
    gold: tuple[tuple[Place, ...], ...]


class Outcome(Struct, frozen=True):
    """Of one question; ``kept`` is a share of its needs."""

    kind: str
    kept: float
    right: bool
    absent: bool
    seconds: float
    proven: float


def questions(name: str) -> list[Question]:
    """Those of a file beside this module."""
    lines = resources.files(__package__).joinpath(name).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Question) for line in lines if line.strip()]


def rows(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing."""
    folder = job.needed("the documents of manuals-test.jsonl")
    wanted = questions(TEST)[job.skip :][: job.limit or None]
    with of_folder(folder, job) as library, thinking(job) as engine:
        outcomes = [
            _asked(question, library, engine, job)
            for question in job.run.each("Asking", wanted, lambda question: question.question)
        ]
        about = model_of(engine.info())
    told = [outcome for outcome in outcomes if outcome.kind != "absent"]
    without = [outcome for outcome in outcomes if outcome.kind == "absent"]
    columns: tuple[tuple[str, list[float] | list[bool]], ...] = (
        ("manuals_kept", [outcome.kept for outcome in told]),
        ("manuals_right", [outcome.right for outcome in told]),
        ("manuals_answered", [not outcome.absent for outcome in told]),
        ("manuals_proven", [outcome.proven for outcome in told if not outcome.absent]),
        ("manuals_untold", [outcome.absent for outcome in without]),
        ("manuals_seconds", [outcome.seconds for outcome in outcomes]),
    )
    measured = []
    for name, values in filter(lambda column: column[1], columns):
        unit = "s" if name.endswith("seconds") else "share"
        measured.append(mean_row(name, interval(values), unit, **about))
    return measured


def _asked(one: Question, library: Library, engine: Engine, job: Job) -> Outcome:
    context = Context.of(library, engine, job.settings, job.run)
    answer = routing.ask(one.question, context, AWARE)
    texts = [piece.text for piece in answer.research.evidence]
    met = [any(has(text, place.quote) for text in texts for place in need) for need in one.gold]
    said = " ".join(answer.text.casefold().split())
    has_keys = all(any(key.casefold() in said for key in group) for group in one.keys)
    return Outcome(
        one.kind,
        share(met),
        has_keys and not answer.absent,
        answer.absent,
        answer.spend.seconds,
        share([claim.state in PROVEN for claim in answer.claims]),
    )


def has(text: str, quote: str) -> bool:
    """Are the words of ``quote`` in ``text``, but for what reading changes?"""
    return shared(quote, text) >= SAME


def shared(part: str, whole: str) -> float:
    """The share of the rows of words of ``part`` that ``whole`` has."""
    own, other = _grams(part), _grams(whole)
    return len(own & other) / len(own)


def words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _grams(text: str) -> set[tuple[str, ...]]:
    tokens = words(text)
    return {tuple(tokens[at : at + GRAM]) for at in range(max(1, len(tokens) - GRAM + 1))}
