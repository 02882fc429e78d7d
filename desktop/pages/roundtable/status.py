"""What is being done at the table, with an estimate, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.results.roundtable import Table
from warehouse.run import Step, long

if TYPE_CHECKING:
    from desktop.pages.roundtable.work import TableWork

SPEAKING = "speaking"
STAGES = {
    "searching": "The documents are being searched",
    "screening": "The documents are being searched",
    "checking": "Every sentence is checked against the words it cites",
}
SORTING = "What was found is being put in its place on the map."
RESTED = "At rest. Listen goes on; or say something."
RESTS_THEN = "The table rests after this turn."
AFTER_WORDS = ("checking",)
FIRST = "The first words come in a moment."


def told(work: TableWork, step: Step | None, table: Table | None) -> str:
    """ "" where nothing needs to be said."""
    if table is None:
        return "The table is being laid."
    if work.is_sorting:
        return SORTING
    if not work.busy:
        return "" if work.plays or not table.turns else RESTED
    rests = "" if work.plays else RESTS_THEN
    return " ".join(filter(None, (_what(work.speaker, step, table), _time(work), rests)))


def _what(speaker: str, step: Step | None, table: Table) -> str:
    """``speaker`` is whose words are coming."""
    if speaker and (step is None or step.stage not in AFTER_WORDS):
        return f"{speaker} is speaking."
    if not (table.turns or speaker):
        return FIRST
    if step is not None and step.stage == SPEAKING and step.note:
        return f"{step.note} is next to speak."
    known = STAGES.get(step.stage) if step is not None else None
    return f"{known or 'The next turn is being prepared'}."


def _time(work: TableWork) -> str:
    """``8 s so far, about 6 s left``; what it took lately is expected of it."""
    so_far, expected = work.so_far_s, work.expected_s
    if so_far < 1:
        return f"About {long(expected)}." if expected else ""
    left = expected - so_far if expected else 0.0
    rest = f", about {long(left)} left" if left > 1 else ""
    return f"{long(so_far)} so far{rest}."
