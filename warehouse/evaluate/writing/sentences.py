"""Sentences of an article: which join, which copy, which say again. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from warehouse.evaluate.metrics import share
from warehouse.proof import checks, citations
from warehouse.proof.contradictions import facts
from warehouse.results.records import Block, Claim, Evidence
from warehouse.search.embedding import Vectors
from warehouse.writing.sentences.notes_told import copies
from warehouse.writing.sentences.said import SAME, adds

FRESH_WORDS = 2  # content words of the sentence that a further place must add
_QUOTED = re.compile(r"[“\"«„][^”\"»“]*[”\"»“]")


def told(blocks: Sequence[Block]) -> list[tuple[int, Claim]]:
    """Every sentence that states something, with the number of its block."""
    return [
        (at, claim)
        for at, block in enumerate(blocks)
        for claim in block.claims
        if claim.state != "unchecked"
    ]


def joins(claim: Claim, evidence: Mapping[int, Evidence]) -> bool:
    """Does it rest on two places or more? One counts that holds words of it that no other has."""
    words = checks.content(citations.without_marks(claim.text))
    held = [words & checks.content(evidence[n].text) for n in claim.cites if n in evidence]
    held.sort(key=len, reverse=True)
    seen: frozenset[str] = frozenset()
    places = 0
    for shared in held:
        if len(shared - seen) >= FRESH_WORDS:
            places += 1
            seen |= shared
    return places > 1


def is_copied(claim: Claim, sources: Sequence[str]) -> bool:
    """Eight words in a row of a source, what stands in quotation marks apart."""
    return copies(_QUOTED.sub(" ", claim.text), sources)


def repeated_share(told: Sequence[tuple[int, str]], rows: Vectors) -> float:
    """Share of sentences that one of an earlier block says already (writing/sentences/said.py).

    ``told`` are blocks and sentences without marks, in their order; ``rows`` their unit vectors.
    """
    alike = rows @ rows.T >= SAME
    known = [facts(text) for _, text in told]
    return share(
        [
            any(
                alike[at, before] and not adds(known[at], known[before])
                for before in range(at)
                if told[before][0] < block
            )
            for at, (block, _) in enumerate(told)
        ]
    )
