"""Documents that are named by their title: those that may be meant by what is being typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from warehouse.records import Document


class Named(Struct, frozen=True):
    """``line`` is the title, with more behind it where another document has the same."""

    id: str
    title: str
    line: str


class Titles(Struct, frozen=True):
    """What was found for the words ``sought``."""

    sought: str = ""
    named: Sequence[Named] = ()

    @property
    def lines(self) -> list[str]:
        return [entry.line for entry in self.named]

    def meant(self, text: str) -> list[Named] | None:
        """By a whole line, else by a part of one; None where that has to be sought first."""
        wanted = text.casefold()
        exact = [entry for entry in self.named if entry.line.casefold() == wanted]
        if not exact and self.sought != text:
            return None
        return exact or [entry for entry in self.named if wanted in entry.line.casefold()]


def named(documents: Sequence[Document]) -> list[Named]:
    """In the same order. Of one title: told apart by date, file name and id, as far as it takes."""
    lines = [document.title for document in documents]
    more: tuple[Callable[[Document], str], ...] = (
        lambda one: one.date,
        lambda one: Path(one.source).name,
        lambda one: one.id[:8],
    )
    for say in more:
        often = Counter(line.casefold() for line in lines)
        lines = [
            f"{line} · {said}" if often[line.casefold()] > 1 and (said := say(document)) else line
            for line, document in zip(lines, documents, strict=True)
        ]
    return [
        Named(document.id, document.title, line)
        for document, line in zip(documents, lines, strict=True)
    ]
