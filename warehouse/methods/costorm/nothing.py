"""Turns for which the library has nothing: how that is seen, said, and kept off the map."""

from __future__ import annotations

from msgspec import structs

from warehouse.methods.absence import offtopic
from warehouse.methods.costorm.ground import Found, Ground
from warehouse.results.roundtable import Table, Turn, all_evidence
from warehouse.text import shortened

NEAREST = 20  # passages by which it is judged whether the library is about something else


def is_foreign(question: str, table: Table, found: Found, ground: Ground) -> bool:
    """Is the library plainly about something else?"""
    context = ground.context
    if not context.settings.absence:
        return False
    hits = context.library.retrieval.passages(question, NEAREST)
    evidence = ground.shown(table, found.numbers)
    weighed = offtopic.judge(question, evidence, hits, context.library)
    return weighed is not None and not weighed.answers


def found(turn: Turn, table: Table, ground: Ground, silent: bool = False) -> Table:
    """With a turn that says so; ``silent``: that says nothing. What the search brought is about
    something else and is not kept, and nobody is seated for it.
    """
    scope = ground.context.library.scope
    where = f"The documents in “{scope.name}” have" if scope else "Your library has"
    text = "" if silent else f"{where} nothing on this: {shortened(turn.question, 200)}"
    turn = structs.replace(turn, text=text, evidence=(), absent=True)
    held = frozenset(all_evidence(table.root))
    kept = tuple(piece for piece in table.evidence if piece.number in held)
    renew = "" if table.renew == turn.question else table.renew
    return structs.replace(table, turns=(*table.turns, turn), evidence=kept, renew=renew)


def new(turn: Turn, first: bool) -> str:
    """For a turn of whose evidence nothing could be proven; ``first``: the opening."""
    if first:
        about = shortened(turn.question, 200)
        return (
            f"Your library has words on this, but none that can be told alone; see the map: {about}"
        )
    return f"Your documents prove nothing more on this: {shortened(turn.question, 200)}"
