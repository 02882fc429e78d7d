"""The review of an article: every claim of every section, each round, three rounds at most.

The reviewer is the claim check itself. All claims are weighed anew each round, not only those that
it found fault with before, for a fix can break what stood; a claim that is not proven goes back to
the model with the notes it cites and the reason, as a sample of its own where that was in vain
before, and what comes is taken only where it is better proven. What is still unresolved after the
last round stays, and stays marked. (METHODS, section 5.)
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.proof import claims
from warehouse.results.records import Block, Claim, Evidence
from warehouse.run import Hushed
from warehouse.writing.sentences import fell_back, repair

ROUNDS = 3
STAGE = "reviewing"


def reviewed(
    blocks: Sequence[Block], evidence: Sequence[Evidence], context: Context
) -> tuple[list[Block], list[Loss]]:
    """The sections, and the sentences that were written anew. Raises Cancelled."""
    current, losses, tried = list(blocks), list[Loss](), repair.Tried()
    for number in range(ROUNDS):
        context.run.step(STAGE, number, ROUNDS)
        current = [_checked(block, evidence, context) for block in current]
        if not any(map(remarks, current)):
            break
        mended = [_mended(block, evidence, context, tried) for block in current]
        changed = [pair for pair in zip(current, mended, strict=True) if pair[0] != pair[1]]
        losses += [
            loss for old, new in changed for loss in repair.rewritten(old.claims, new.claims)
        ]
        if not changed and not context.settings.writing_temperature:
            break  # no other round would ask anything else
        current = mended
    return current, losses


def remarks(block: Block) -> list[Claim]:
    """What the reviewer wants mended: claims that the evidence does not bear out, or not whole."""
    return [claim for claim in block.claims if claim.state in repair.MENDED]


def _checked(block: Block, evidence: Sequence[Evidence], context: Context) -> Block:
    if not block.text or block.failed:
        return block
    fresh = claims.check(block.text, evidence, context.engine, Hushed(context.run))
    text, checked = claims.cite(block.text, fresh)
    return structs.replace(block, text=text, claims=fell_back.carried(block.claims, checked))


def _mended(
    block: Block, evidence: Sequence[Evidence], context: Context, tried: repair.Tried
) -> Block:
    if not remarks(block):
        return block
    text, checked = repair.once(block.text, block.claims, evidence, context, tried)
    return structs.replace(block, text=text, claims=checked)
