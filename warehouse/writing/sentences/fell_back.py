"""What a sentence fell back to stays with it when it is checked again, or polished."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.proof import citations
from warehouse.results.records import Claim, FellBack


def carried(before: Sequence[Claim], after: Sequence[Claim]) -> tuple[Claim, ...]:
    """``after``, each with what the sentence before it fell back to: the one of the same words, or
    the one that rests on the same notes.
    """
    by_words = {citations.without_marks(claim.text): claim.fell_back for claim in before}
    by_notes = {frozenset(claim.cites): claim.fell_back for claim in before}

    def of(claim: Claim) -> FellBack:
        notes = by_notes.get(frozenset(claim.cites), "")
        how = by_words.get(citations.without_marks(claim.text), notes)
        return "retold" if how == "quoted" and claim.state != "quoted" else how

    return tuple(structs.replace(claim, fell_back=of(claim)) for claim in after)
