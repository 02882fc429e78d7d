"""What is found for a task, whatever the structure over it: evidence, what was read and lost."""

from __future__ import annotations

from collections.abc import Iterable

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.repetition import KnownEvidence
from warehouse.records import Hit
from warehouse.results.records import Evidence, Research, Structure
from warehouse.search.names import TitleIndex
from warehouse.text import tokens_about

NEAREST = 3


class Findings:
    """``readable`` are documents with words; ``found`` has every passage that a search brought up,
    ``read`` the documents read so far.
    """

    def __init__(self, task: str, context: Context) -> None:
        self.task = task
        self.readable = [document for document in context.library.documents() if document.passages]
        self.titles = TitleIndex((document.id, document.title) for document in self.readable)
        self.known = KnownEvidence(context)
        self.evidence: list[Evidence] = []
        self.read: dict[str, None] = {}
        self.found: dict[str, Hit] = {}
        self._context = context
        self._losses: list[Loss] = []

    def of(self, numbers: Iterable[int]) -> list[Evidence]:
        """The pieces with these numbers, in the order they were found."""
        wanted = frozenset(numbers)
        return [piece for piece in self.evidence if piece.number in wanted]

    def research(self, structure: Structure) -> Research:
        hits = self.found.values()
        nearest = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:NEAREST]
        return Research(
            task=self.task,
            structure=structure,
            evidence=tuple(self.evidence),
            losses=tuple(self._losses),
            read=tuple(self.read),
            seen_tokens=tokens_about(sum(len(hit.text) for hit in hits)),
            nearest=tuple(hit.place for hit in nearest),
        )
