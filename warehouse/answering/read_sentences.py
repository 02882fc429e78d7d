"""Sentences that were read: the nearest to some words, as evidence under its numbers, and the
research that they make where all documents are gone through once.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.reduction import made
from warehouse.methods.evidence.sentences import Line
from warehouse.results.records import Evidence, Node, Research, Structure, SubQuery
from warehouse.search.rarity import word_shares
from warehouse.steering import Words, node_at, words_at


def by_words(words: str, lines: Sequence[Line]) -> list[tuple[float, Line]]:
    """Best first, each with the share of the words that it has, 0..1, rare ones counting more."""
    shares = word_shares([words], [line.framed for line in lines])
    return sorted(zip(shares, lines, strict=True), key=lambda pair: (-pair[0], -pair[1].near))


def nearest(words: str, lines: Sequence[Line], library: Library, most: int) -> dict[Line, float]:
    """Best first, with how near: half the share of the words and half the cosine, 0..1. Only the
    ``most`` with the largest share are embedded and come back.
    """
    ranked = by_words(words, lines)[:most]
    if not ranked:
        return {}
    cosines = library.retrieval.likeness(words, [line.framed for _, line in ranked])
    scores = {
        line: (share + max(0.0, float(cosine))) / 2
        for (share, line), cosine in zip(ranked, cosines, strict=True)
    }
    return dict(sorted(scores.items(), key=lambda pair: -pair[1]))


class Numbered(Struct):
    """Gives every line its evidence once; the same words keep their number."""

    query: str
    context: Context
    taken: dict[Words, Evidence] = {}

    def take(self, line: Line, score: float) -> Evidence:
        stands = self.context.library.catalog.stands(line.document, line.start, line.end)
        number = self.context.steering.numbers.of(stands[0])
        fresh = made(line, stands, line.text, self.query, score, number)
        return self.taken.setdefault(words_at(fresh.place), fresh)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(self.taken.values())


def gone_through(
    made: Research, title: str, queries: Sequence[SubQuery], seen: int, open: bool = False
) -> Research:
    """``made`` with one node: ``seen`` documents were looked at and some of them read."""
    node = Node(
        id=node_at(0),
        title=title,
        state="open" if open else "resolved" if made.evidence else "unresolved",
        evidence=tuple(piece.number for piece in made.evidence),
        sub_queries=tuple(queries),
        seen=seen,
        screened_out=seen - len(made.read),
        read=len(made.read),
    )
    return structs.replace(made, structure=Structure(nodes=(node,)))
