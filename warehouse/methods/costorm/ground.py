"""What a turn stands on: the context, the evidence that may be shown, and vectors made before.

Evidence of a document that is gone, or that may not be read, stays at the table and is shown to no
model any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.evidence_pool import Breadth, EvidencePool
from warehouse.methods.evidence.reduction import framed
from warehouse.records import Scope
from warehouse.results.records import Claim, Evidence, SubQuery
from warehouse.results.roundtable import Table
from warehouse.search.embedding import Vector, Vectors

BREADTH = Breadth(passages=6, kept=4, least=0.03)
TOPICAL = Breadth(passages=6, kept=4, topical=True)
INSISTED = Breadth(passages=2, kept=2, least=0.0)
MOST_VECTORS = 20_000


Watch = Callable[[str], None]


class Asked(Struct, frozen=True):
    """Who is to answer what, from which notes; those in ``beside`` are less near to the question.
    ``first``: the words that open the table, short.
    """

    speaker: str
    question: str
    notes: tuple[Evidence, ...]
    first: bool = False
    beside: tuple[Evidence, ...] = ()


class Spoken(Struct, frozen=True):
    """``text`` with its claims; ``quoted``: words of a page. "" where nothing new can be said."""

    text: str
    claims: tuple[Claim, ...] = ()
    quoted: bool = False
    losses: tuple[Loss, ...] = ()


Answerer = Callable[[Asked, Table, "Ground", Watch], Spoken]


class Found(Struct, frozen=True):
    """What the searches for a question brought: ``numbers``, the best first, and the table with
    it, where nothing is placed yet.
    """

    numbers: tuple[int, ...]
    table: Table


class Ground:
    """One thread at a time. Kept from turn to turn, ``context`` renewed by whoever keeps it;
    ``answer`` gives the answers.
    """

    def __init__(self, context: Context, answer: Answerer) -> None:
        self.context, self.answer = context, answer
        self._vectors: dict[str, Vector] = {}

    def rows(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, (texts, dimension); each text is embedded once."""
        if len(self._vectors) > MOST_VECTORS:
            self._vectors.clear()
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            vectors = self.context.library.retrieval.embed(new)
            self._vectors |= dict(zip(new, vectors, strict=True))
        return np.stack([self._vectors[text] for text in texts])

    def alike(self, texts: Sequence[str], others: Sequence[str]) -> Vectors:
        """Cosines, (texts, others); both are not empty."""
        return np.asarray(self.rows(texts) @ self.rows(others).T, np.float32)

    def standing(self, table: Table) -> list[Evidence]:
        """The evidence whose document is there and may be read."""
        readable = {document.id for document in self.context.library.documents()}
        return [piece for piece in table.evidence if piece.place.document in readable]

    def shown(self, table: Table, numbers: Iterable[int]) -> list[Evidence]:
        """The pieces with these numbers that stand, in the order of the numbers."""
        by_number = {piece.number: piece for piece in self.standing(table)}
        return [by_number[number] for number in dict.fromkeys(numbers) if number in by_number]

    def find(self, queries: Sequence[str], table: Table, topical: bool = False) -> Found:
        """Search for all of them, and in what the user insists on. ``topical``: they ask nothing,
        and what is nearest to them is wanted. Raises Cancelled.
        """
        self.context.run.step("searching", len(table.turns), 0, queries[0][:120])
        findings = self._asked(queries, table, self.context, TOPICAL if topical else BREADTH)
        library = self.context.library
        insisted = frozenset(document for document in table.insisted if library.may_read(document))
        if not insisted:
            return findings
        narrow = replace(self.context, library=library.within(Scope("pinned", "", insisted)))
        more = self._asked(queries[:1], findings.table, narrow, INSISTED)
        numbers = tuple(dict.fromkeys((*more.numbers, *findings.numbers)))
        return Found(numbers, more.table)

    def _asked(
        self, queries: Sequence[str], table: Table, context: Context, breadth: Breadth
    ) -> Found:
        pool = EvidencePool(queries[0], context, breadth)  # the topic would win every sentence
        known = self.standing(table)
        if known:
            pool.adopt(known, self.rows([framed(piece) for piece in known]))
        results = pool.ask(queries) if pool.readable else []
        searches: list[SubQuery] = [result.search for result in results if result.search.text]
        numbers = _in_turn([result.numbers for result in results])
        research = pool.research(table.map)
        old = {piece.number for piece in table.evidence}
        fresh = [piece for piece in research.evidence if piece.number not in old]
        return Found(
            numbers,
            structs.replace(
                table,
                evidence=(*table.evidence, *fresh),
                losses=(*table.losses, *research.losses),
                searches=(*table.searches, *searches),
                read=tuple(dict.fromkeys((*table.read, *research.read))),
                seen_tokens=table.seen_tokens + research.seen_tokens,
                nearest=table.nearest or research.nearest,
            ),
        )


def _in_turn(lists: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The first of each list, then the second: no search crowds out another."""
    longest = max(map(len, lists), default=0)
    order = (numbers[at] for at in range(longest) for numbers in lists if at < len(numbers))
    return tuple(dict.fromkeys(order))
