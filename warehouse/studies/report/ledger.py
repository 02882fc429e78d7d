"""The claim ledger: what an answer or an article says, counted by how well it is proven.

Answers and articles are read in the same way here: blocks of text with claims, and the evidence
they cite. Window, export and command line take their counts and sentences from this file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import get_args

from msgspec import Struct, structs

from warehouse import render
from warehouse.proof import rates
from warehouse.proof.claims import WAITS, waits
from warehouse.results import fallbacks
from warehouse.results.provenance import NAMES
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Evidence,
    Figure,
)
from warehouse.search.collections.naming_and_filing import called
from warehouse.text import plural
from warehouse.writing.ways import WAYS

STATES: tuple[ClaimState, ...] = get_args(ClaimState)
MEANINGS: dict[ClaimState, str] = {
    "quoted": "Copied word for word from a page",
    "supported": "The words it cites say it",
    "partly": "The words it cites say a part of it, or not surely",
    "not found": "Nothing it cites says it",
    "stale": "What it cites is gone, or no longer has the words",
    "unchecked": "There is nothing in it to check",
}
EXCEPTIONS: frozenset[ClaimState] = frozenset({"partly", "not found", "stale"})
LOST = "its source is gone or has changed"

_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")

METHOD_NAMES = {
    **{name: way.title for name, way in WAYS.items()},
    "check": "Check",
}
METHOD_NAMES |= {kind: named.name for kind, named in NAMES.items()}


class Entry(Struct, frozen=True):
    """One line of the ledger; ``number`` counts through the whole text, from 0."""

    number: int
    block: int
    claim: Claim


def blocks(result: Answer | Article) -> tuple[Block, ...]:
    """The text in reading order; an answer is one block, an article's lead comes first."""
    if isinstance(result, Answer):
        return (Block(level=1, title="", text=result.text, claims=result.claims),)
    return (result.lead, *result.blocks)


def heading_level(block: Block) -> int:
    """Of the title of a section where the text leaves, the title of the whole being 1."""
    return min(max(block.level, 2), 4)


def figures(result: Answer | Article) -> tuple[Figure, ...]:
    """In reading order."""
    return tuple(figure for block in blocks(result) for figure in block.figures)


def title(result: Answer | Article) -> str:
    return result.question if isinstance(result, Answer) else result.title


def entries(result: Answer | Article) -> tuple[Entry, ...]:
    pairs = [(at, claim) for at, block in enumerate(blocks(result)) for claim in block.claims]
    return tuple(Entry(number, at, claim) for number, (at, claim) in enumerate(pairs))


def cited(result: Answer | Article) -> tuple[Evidence, ...]:
    """The evidence that some claim cites, or that contradicts other evidence, by its number."""
    numbers = {number for entry in entries(result) for number in entry.claim.cites}
    for disagreement in result.research.disagreements:
        numbers |= {disagreement.first.number, disagreement.second.number}
    pieces = (item for item in result.research.evidence if item.number in numbers)
    return tuple(sorted(pieces, key=lambda item: item.number))


def sources(result: Answer | Article) -> tuple[str, ...]:
    """Ids of the documents that are cited, in the order of their first number."""
    return tuple(dict.fromkeys(item.place.document for item in cited(result)))


def counts(claims: Iterable[Claim]) -> dict[ClaimState, int]:
    """Claims by state, in the order of STATES, the absent states left out."""
    tally = Counter(claim.state for claim in claims)
    return {state: tally[state] for state in STATES if tally[state]}


def facts(result: Answer | Article) -> str:
    """``1,212 words · 46 sentences: 9 quoted, 33 supported, 3 partly, 1 not found``."""
    claims = [entry.claim for entry in entries(result)]
    size = sum(render.words(block.text) for block in blocks(result))
    head = f"{plural(size, 'word')} · {plural(len(claims), 'sentence')}"
    tally = ", ".join(f"{count:,} {state}" for state, count in counts(claims).items())
    return f"{head}: {tally}" if tally else head


def growing(article: Article) -> str:
    """``Draft · 212 words · 12 of 14 sentences proven · 2 of 7 sections with proof``."""
    size = sum(render.words(block.text) for block in blocks(article))
    return " · ".join(("Draft", plural(size, "word"), *rates.of(article).told))


def doubt(claim: Claim) -> str:
    """The words behind a sentence that is not proven, or not weighed yet; "" of any other."""
    if waits(claim):
        return WAITS
    if claim.state == "stale":
        return LOST
    return claim.state if claim.state in EXCEPTIONS else ""


def verdict(claim: Claim) -> str:
    """``Supported · what it cites says it``."""
    return " · ".join(filter(None, [claim.state.capitalize(), fallbacks.reason(claim)]))


def verdict_for_experts(claim: Claim) -> str:
    """``the cited words entail it by .97, 1 being sure``; "" where a cheaper check decided."""
    if claim.entailment is None:
        return ""
    return f"the cited words entail it by {fraction(claim.entailment)}, 1 being sure"


def proven(text: str, claims: Sequence[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """``text`` with only its quoted and supported claims, and those claims at their new places."""
    kept: list[Claim] = []
    pieces: list[str] = []
    length, before = 0, 0
    ordered = sorted(claims, key=lambda item: item.start)
    for claim in ordered:
        if claim.state not in ("quoted", "supported"):
            continue
        item = _item(text, before, claim, ordered)
        gap = _gap(text[before : claim.start]) + item if kept else item.lstrip()
        words = text[claim.start : claim.end]
        start = length + len(gap)
        kept.append(structs.replace(claim, start=start, end=start + len(words)))
        pieces += [gap, words]
        length, before = start + len(words), claim.end
    return "".join(pieces), tuple(kept)


def only_proven(result: Answer | Article) -> Answer | Article:
    """The result with nothing in its text that is not quoted or supported."""
    if isinstance(result, Article):
        return proven_article(result)
    text, claims = proven(result.text, result.claims)
    return structs.replace(result, text=text, claims=claims)


def proven_article(article: Article) -> Article:
    lead, *rest = (_only_proven(block) for block in blocks(article))
    return structs.replace(article, lead=lead, blocks=tuple(rest))


def _only_proven(block: Block) -> Block:
    text, claims = proven(block.text, block.claims)
    return structs.replace(block, text=text, claims=claims)


def _gap(between: str) -> str:
    if (mark := between.strip()) in (";", "."):  # between the halves of a disagreement
        return f"{mark} "
    return "\n\n" if "\n\n" in between else ("\n" if "\n" in between else " ")


def _item(text: str, before: int, claim: Claim, claims: Sequence[Claim]) -> str:
    """The mark of an item that begins between ``before`` and the claim, and the name behind it."""
    line = text.rfind("\n", before, claim.start) + 1
    if before and not line:
        return ""
    start = text[line : next(other.start for other in claims if other.start >= line)]
    return start if _ITEM.match(start) else ""


def searched(cover: Coverage) -> str:
    """``12 documents in “Flood defence”``."""
    within = f" in “{called(cover.within)}”" if cover.within else ""
    return plural(cover.documents, "document") + within


def read_of(cover: Coverage) -> str:
    """``Read 3 of 12 documents in “Flood defence”``."""
    return f"Read {cover.read:,} of {searched(cover)}"


def fraction(value: float) -> str:
    """``.97``: two figures and no leading nought; never rounded up to a certainty."""
    shown = min(max(value, 0.0), 1.0)
    if shown >= 0.995:
        return "1.0" if shown == 1.0 else ".99"
    return f"{shown:.2f}"[1:]


def method_name(method: str) -> str:
    """The name a reader sees: of a method, or of a kind of question."""
    return METHOD_NAMES.get(method, method.upper())
