"""Things of a list, each once under its name, with the lines that name it."""

from __future__ import annotations

from warehouse.answering.lists.entries import Entry, Numbered
from warehouse.answering.lists.judging import BELONGS
from warehouse.methods.evidence.sentences import Line
from warehouse.search import analyzer
from warehouse.search.names import normal


class Thing:
    """What is named, as first written, and the lines that name it; ``least`` is how likely it must
    be to belong.
    """

    def __init__(self, name: str, why: str, least: float) -> None:
        self.name, self.why, self.least = name, why, least
        self.lines: list[Line] = []

    def entry(self, numbered: Numbered, chance: float = 1.0, why: str = "") -> Entry:
        evidence = tuple(dict.fromkeys(numbered.take(line, chance) for line in self.lines))
        why = why or self.why or f"the model judged that it belongs ({chance:.0%})"
        return Entry(self.name, evidence, why)


class Merged:
    """Things under one name each; names that differ in case, an article or a plural are one.

    A description ("paper mill") is of another thing in another document.
    """

    def __init__(self) -> None:
        self._things: dict[str, Thing] = {}

    def add(self, name: str, line: Line, why: str = "", least: float = BELONGS) -> None:
        own = self._own(name, line)
        key = own if own in self._things else key_of(name)
        self._things.setdefault(key, Thing(name, why, least)).lines.append(line)

    def describe(self, name: str, line: Line) -> None:
        told = Thing(f"{name} ({line.title})", "", BELONGS)
        self._things.setdefault(self._own(name, line), told).lines.append(line)

    @staticmethod
    def _own(name: str, line: Line) -> str:
        return f"{key_of(name)}\0{line.document}"

    def __contains__(self, name: str) -> bool:
        return key_of(name) in self._things

    @property
    def documents(self) -> frozenset[str]:
        return frozenset(line.document for one in self._things.values() for line in one.lines)

    def all(self) -> list[Thing]:
        return list(self._things.values())


def key_of(name: str) -> str:
    return " ".join(sorted(analyzer.terms(name))) or normal(name)
