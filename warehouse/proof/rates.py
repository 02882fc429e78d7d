"""How much of an article is proven: of its sentences and of its sections (METHODS, section 5).

Counted of any snapshot: window and command line tell it while an article is written, and the
measures of a finished one are the same counts as shares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from warehouse.proof.claims import PROVEN
from warehouse.results.records import Article, Block, Claim
from warehouse.text import plural


class Proven(Struct, frozen=True):
    """``proven`` of ``sentences`` that state something, ``covered`` of ``sections``: those with a
    proven sentence.
    """

    proven: int
    sentences: int
    covered: int = 0
    sections: int = 0

    @property
    def hallucination_rate(self) -> float:
        """1 - |C_v| / |C|: what its citation does not prove; 0 of nothing."""
        return (self.sentences - self.proven) / self.sentences if self.sentences else 0.0

    @property
    def coverage(self) -> float:
        """|S_v| / |S|; 0 of nothing."""
        return self.covered / self.sections if self.sections else 0.0

    @property
    def told(self) -> tuple[str, ...]:
        """``12 of 14 sentences proven``, ``2 of 7 sections with proof``: nothing before any is
        checked.
        """
        if not self.sentences:
            return ()
        sentences = f"{self.proven:,} of {plural(self.sentences, 'sentence')} proven"
        sections = f"{self.covered:,} of {plural(self.sections, 'section')} with proof"
        return (sentences, sections) if self.sections else (sentences,)


def of_claims(claims: Iterable[Claim]) -> Proven:
    """A heading or a question states nothing."""
    checked = [claim for claim in claims if claim.state != "unchecked"]
    return Proven(sum(claim.state in PROVEN for claim in checked), len(checked))


def of(article: Article) -> Proven:
    """The lead has sentences and is no section, nor is a heading that only stands above others."""
    blocks = article.blocks
    told = of_claims(claim for block in (article.lead, *blocks) for claim in block.claims)
    sections = [
        block
        for at, block in enumerate(blocks)
        if block.text or block.failed or not _stands_above(blocks, at)
    ]
    covered = sum(bool(of_claims(block.claims).proven) for block in sections)
    return Proven(told.proven, told.sentences, covered, len(sections))


def _stands_above(blocks: Sequence[Block], at: int) -> bool:
    return at + 1 < len(blocks) and blocks[at + 1].level > blocks[at].level
