"""``muniment bench offtopic``: is it seen that a library is about something else altogether?

``offtopic.txt`` holds questions for an explanation, written for this project: half of each group
are about the library, half about other matters. They are asked of the handbook (the sample
library), and of the PDFs under ``--data``, which should be the manuals of R. No model is asked:
what counts is the judgement of the passages that a search brings up
(methods/absence/offtopic.py). Of questions for a fact, in groups of their own, it is whether
nothing more would be looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from msgspec import Struct

from warehouse.evaluate.documents.reading import SAMPLE
from warehouse.evaluate.libraries import of_folder
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.records import Job, Row
from warehouse.library import Library
from warehouse.methods.absence import offtopic
from warehouse.records import Hit


class Case(Struct, frozen=True):
    group: str
    about: bool
    question: str


def cases(name: str = "offtopic.txt", room: str = "research") -> list[Case]:
    """The labelled questions, in the order of the file in that room."""
    file = resources.files(f"warehouse.evaluate.{room}").joinpath(name)
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines() if line[:1] != "#"]
    return [Case(group, about == "yes", question) for group, about, question in lines]


def rows(job: Job) -> list[Row]:
    """Shares of foreign questions that are seen as such, and of others taken for foreign."""
    figures = _rows("handbook", SAMPLE, job)
    return figures if job.data is None else figures + _rows("r", job.data, job)


def _rows(group: str, folder: Path, job: Job) -> list[Row]:
    of_group = [case for case in cases() if case.group == group]
    facts = [case for case in cases() if case.group == f"{group} facts"]
    with of_folder(folder, job) as library:
        foreign = [is_foreign(case.question, library) for case in of_group]
        left = [is_left(case.question, library) for case in facts]
    name = "offtopic" if group == "handbook" else "offtopic_held_out"
    return [
        *both(name, of_group, foreign, "<= 0.05"),
        *both(f"offtopic_fact_{group}", facts, left, "<= 0"),
    ]


def both(name: str, own: Sequence[Case], foreign: Sequence[bool], most: str) -> list[Row]:
    pairs = list(zip(foreign, own, strict=True))
    right = interval([is_foreign for is_foreign, case in pairs if not case.about])
    wrong = interval([is_foreign for is_foreign, case in pairs if case.about])
    return [
        mean_row(f"{name}_right", right, "share", ">= 0.9"),
        mean_row(f"{name}_wrong", wrong, "share", most),
    ]


def is_left(question: str, library: Library) -> bool:
    """Whether nothing more is looked for after the first search."""
    judged = offtopic.judge(question, (), _found(question, library), library)
    return judged is not None and judged.far


def is_foreign(question: str, library: Library) -> bool:
    judged = offtopic.judge(question, (), _found(question, library), library)
    return judged is not None and not judged.answers


def _found(question: str, library: Library) -> list[Hit]:
    return library.retrieval.passages(question, library.settings.retrieve)
