"""Labelled questions, a line each: kind, tab, question, and what else it wants."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import cast

from msgspec import Struct

from warehouse.results.provenance import QuestionKind

TRAINING, TEST = "kinds-train.txt", "kinds-test.txt"
ALIKE: dict[str, QuestionKind] = {"hops": "fact", "compare": "fact"}


class Case(Struct, frozen=True):
    """``wants``: explains, compares, whole or polar of a fact; of the library what is counted."""

    kind: QuestionKind
    question: str
    wants: tuple[str, ...] = ()


def training() -> list[Case]:
    """What the fits are made from, in the order of the file."""
    return of_file(beside(TRAINING))


def beside(name: str) -> Path:
    """Of a file that ships."""
    return Path(str(resources.files("warehouse.evaluate.question").joinpath(name)))


def of_file(path: Path) -> list[Case]:
    """Raises OSError."""
    return parsed(path.read_text("utf-8"))


def parsed(text: str) -> list[Case]:
    cases = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            kind, question, *wants = line.split("\t")
            kind = cast(QuestionKind, ALIKE.get(kind, kind))
            cases.append(Case(kind, question, tuple(filter(None, ",".join(wants).split(",")))))
    return cases
