"""R: what the evidence of each step comes to, as a note of a sentence or two with its numbers.

AWARE, eq. 7, ``K_i``. The notes of all steps are written in one batch once all are explored, and
checked as an answer is: what is not proven is a loss, and the evidence speaks for itself. A fact is
told by the short answers of its steps instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.brief import room
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.reduction import head, listed
from warehouse.proof import cited, claims
from warehouse.results.records import Evidence
from warehouse.run import Hushed

TOKENS = 120
NOT_PROVEN = "no note: the evidence does not say it"


def note(builder: ChainBuilder, context: Context) -> None:
    """Each step of the plan comes to what of its note is proven. Raises Cancelled."""
    steps = [step for step in builder.intents[1:] if step.evidence]
    if not steps:
        return
    told = [_within_room(builder.of(step.evidence), context) for step in steps]
    given = [
        {"notes": listed(best), "question": step.title}
        for step, best in zip(steps, told, strict=True)
    ]
    context.run.step("reducing", 0, len(steps))
    replies = context.written_each("step_notes", TOKENS, given)
    heads = [head(piece) for piece in builder.evidence]
    notes = [cited.prose(reply.text, True, heads) for reply in replies]
    text = "\n".join(
        note if reply.finish == "stop" or cited.has_end(note) else ""
        for reply, note in zip(replies, notes, strict=True)
    )
    checked = claims.check(text, builder.evidence, context.engine, Hushed(context.run))
    text, checked = claims.cite(text, checked)
    proven: dict[str, list[str]] = defaultdict(list)
    losses = []
    for claim in checked:
        if claim.state in claims.PROVEN:
            proven[steps[text.count("\n", 0, claim.start)].id].append(claim.text)
        else:
            losses.append(Loss("reducing", claim.text, NOT_PROVEN))
    builder.noted({id: " ".join(told) for id, told in proven.items()}, losses)


def _within_room(evidence: Sequence[Evidence], context: Context) -> list[Evidence]:
    """In its order what there is room for, the most relevant first; the user may keep much."""
    left = room(context)
    kept: set[int] = set()
    sizes = context.engine.count_tokens([piece.text for piece in evidence])
    for piece, size in sorted(zip(evidence, sizes, strict=True), key=lambda both: -both[0].score):
        if size <= left:
            kept.add(piece.number)
            left -= size
    return [piece for piece in evidence if piece.number in kept]
