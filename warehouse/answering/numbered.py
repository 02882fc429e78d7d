"""Sentences that were read, as evidence: each once, the same words under the same number."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.library import Library
from warehouse.methods.evidence import pinned
from warehouse.methods.evidence.sentences import Line
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.steering import Numbers, words_at


class Numbered:
    """Gives every line its evidence once; ``numbers`` gives the same words the same number."""

    def __init__(self, query: str, numbers: Numbers) -> None:
        self._query = query
        self._numbers = numbers
        self._of: dict[tuple[str, int, int], Evidence] = {}

    def take(self, line: Line, score: float) -> Evidence:
        key = (line.document, line.start, line.end)
        if key not in self._of:
            place = Place(line.document, line.page, line.start, line.end)
            self._of[key] = Evidence(
                number=self._numbers.of(place),
                place=place,
                text=line.text,
                title=line.title,
                page_label=line.page_label,
                path=line.path,
                query=self._query,
                score=score,
            )
        return self._of[key]

    def insist(self, wanted: Sequence[Place], library: Library) -> list[Evidence]:
        """Words that the user wants as evidence, where they may be read."""
        found = pinned.places(wanted, self.evidence, self._numbers, library)
        self._of.update((words_at(one.place), one) for one in found)
        return found

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(self._of.values())
