"""What the sources disagree about, in the place of a sentence that tells one side as if it were so.

Both sides follow its paragraph, each in its source's words, so that nothing of it is lost; told
again elsewhere, in the opening or a later section, it goes there too. A sentence that rests on
other places besides, or is all that a section has, stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from msgspec import structs

from indexers.records import Loss
from warehouse.methods.evidence import prose
from warehouse.proof import checks, citations, contradictions, disagreement
from warehouse.proof.claims import PROVEN
from warehouse.proof.contradictions import facts
from warehouse.results import claimed_text
from warehouse.results.records import Block, Claim, Disagreement, Evidence, Side

PARTED = "\n\n"  # between two paragraphs
TELLS = 0.9  # of the words of a sentence, that a side has: so nothing else of it is lost
ONE_SIDE = "another source says otherwise; both are told"


def told(
    blocks: Sequence[Block],
    disputes: Sequence[Disagreement],
    evidence: Sequence[Evidence],
    kept: Collection[int] = (),
    known: Collection[Disagreement] = (),
) -> tuple[list[Block], list[Loss]]:
    """Each dispute in the first of ``blocks`` that cites a side, the opening apart, which is the
    first of them. Those ``kept`` stay as they are; what one of them tells, or was to tell of what
    is ``known``, is told nowhere else.
    """
    texts = [blocks[at].text for at in kept]  # an earlier version may have told what is not known
    left = [one for one in disputes if not any(disagreement.tells(text, one) for text in texts)]
    new, losses = list(blocks), list[Loss]()
    told: dict[int, list[Disagreement]] = {}
    for at in range(1, len(new)):
        numbers = {number for claim in new[at].claims for number in claim.cites}
        points = disagreement.concerning(left, numbers)
        if at in kept:
            left = [one for one in left if one not in points or one not in known]
        elif points:
            left = [one for one in left if one not in points]
            new[at], lost = _with_both(new[at], points, evidence)
            losses += lost
            told[at] = points
    for at in range(len(new)):
        elsewhere = [one for own, points in told.items() if own != at for one in points]
        if at not in kept and elsewhere:
            new[at], lost = _without_one_side(new[at], elsewhere)
            losses += lost
    return new, losses


def _with_both(
    block: Block, disputes: Sequence[Disagreement], evidence: Sequence[Evidence]
) -> tuple[Block, list[Loss]]:
    """With a paragraph that tells both sides of each, behind the first that tells one alone, else
    at its end.
    """
    parts, losses, at = _without(block, disputes)
    both = disagreement.paragraph(disputes, evidence)
    parts.insert(len(parts) if at is None else at + 1, both)
    text, claims = claimed_text.joined(parts, PARTED)
    return structs.replace(block, text=text, claims=claims), losses


def _without_one_side(block: Block, disputes: Sequence[Disagreement]) -> tuple[Block, list[Loss]]:
    """Without the sentences that tell one side alone; the same where none would be left."""
    parts, losses, _ = _without(block, disputes)
    text, claims = claimed_text.joined(parts, PARTED)
    if not losses or not claims:
        return block, []
    return structs.replace(block, text=text, claims=claims), losses


def _without(
    block: Block, disputes: Sequence[Disagreement]
) -> tuple[list[claimed_text.Claimed], list[Loss], int | None]:
    """Its paragraphs without such sentences, these as losses, and the first that had one."""
    parts: list[claimed_text.Claimed] = []
    losses: list[Loss] = []
    first: int | None = None
    for at, (text, own) in enumerate(_paragraphs(block)):
        kept = [
            claim
            for claim, behind in zip_longest(own, own[1:])
            if not _is_of_one_side(claim, disputes) or (behind is not None and _leans(behind))
        ]
        if len(kept) < len(own) and claimed_text.sentences(own)[0] == text:
            losses += [Loss("writing", c.text, ONE_SIDE) for c in own if c not in kept]
            first = at if first is None else first
            text, own = claimed_text.sentences(kept)
        parts.append((text, own))
    return parts, losses, first


def _paragraphs(block: Block) -> Iterator[claimed_text.Claimed]:
    start = 0
    for text in block.text.split(PARTED):
        end = start + len(text)
        own = [claim.moved(-start) for claim in block.claims if start <= claim.start < end]
        yield text, tuple(own)
        start = end + len(PARTED)


def _is_of_one_side(claim: Claim, disputes: Sequence[Disagreement]) -> bool:
    if claim.state not in PROVEN:
        return False
    bare = citations.without_marks(claim.text)
    return any(
        claim.cites == (side.number,) and _tells(bare, side, other)
        for dispute in disputes
        for side, other in (
            (dispute.first, dispute.second),
            (dispute.second, dispute.first),
        )
    )


def _tells(bare: str, side: Side, other: Side) -> bool:
    """Does it give the value of one side, and nothing that is not in its words?"""
    mine = f"{side.title}. {side.said}"
    differs = contradictions.other_value(facts(bare), facts(other.said)) is not None
    return differs and not checks.missing_facts(bare, mine) and checks.overlap(bare, mine) >= TELLS


def _leans(claim: Claim) -> bool:
    """Does it go on from the sentence before it?"""
    return prose.leans(citations.without_marks(claim.text))
