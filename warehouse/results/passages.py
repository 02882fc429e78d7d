"""Words of documents with the place they stand at, and answers read sentence by sentence.

One shape for what a search finds, what is read, and what a sentence of an answer rests on: it is
what Python programs (app.py) and MCP clients (mcp/) are given.
"""

from __future__ import annotations

from msgspec import Struct

from warehouse.records import Also, Hit
from warehouse.results import fallbacks
from warehouse.results.records import Answer, Article, ClaimState, Evidence


class Passage(Struct, frozen=True, omit_defaults=True):
    """``text[start:end]`` of the document with that SHA-256, in characters of its text as read.

    ``page_label`` is the printed number of its page, of the first and the last ("45–46") where it
    goes on over a few, or the name of a chapter, slide or sheet. ``also`` are other places that
    say nearly the same; their text is left out.
    """

    sha256: str
    title: str
    page_label: str
    start: int
    end: int
    text: str = ""
    also: tuple[Passage, ...] = ()


class Found(Struct, frozen=True):
    """Best passage first; ``note`` says how the query was understood where that is not plain."""

    passages: tuple[Passage, ...]
    note: str = ""


class Sentence(Struct, frozen=True):
    """A sentence of an answer or article: how well it is proven, why, and by which words."""

    text: str
    state: ClaimState
    why: str
    sources: tuple[Passage, ...]


def sentences(result: Answer | Article) -> tuple[Sentence, ...]:
    """In reading order."""
    evidence = {item.number: item for item in result.research.evidence}
    if isinstance(result, Answer):
        claims = result.claims
    else:
        claims = tuple(claim for block in (result.lead, *result.blocks) for claim in block.claims)
    return tuple(
        Sentence(
            claim.text,
            claim.state,
            fallbacks.reason(claim),
            tuple(_cited(evidence[number]) for number in claim.cites if number in evidence),
        )
        for claim in claims
    )


def of_hit(hit: Hit) -> Passage:
    also = tuple(map(_elsewhere, hit.also))
    return Passage(hit.document, hit.title, hit.page_label, hit.start, hit.end, hit.text, also)


def _elsewhere(other: Also) -> Passage:
    return Passage(other.document, other.title, other.page_label, other.start, other.end)


def _cited(item: Evidence) -> Passage:
    place = item.place
    return Passage(place.document, item.title, item.page_label, place.start, place.end, item.text)
