"""An answer at the table, as a turn asks for it, and the plainest way to give one.

A method writes nothing that is shown: by itself the table takes the likeliest draft with the notes
it cites, unproven, to know what was taken up. Where somebody listens, whoever opens the table gives
``Ground`` an answerer that proves what is spoken (warehouse/roundtable/speaking.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.engine import prompts
from warehouse.engine.protocol import Message, Request
from warehouse.methods.costorm.ground import Asked, Ground, Spoken, Watch
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import citations, cited
from warehouse.results.records import Claim
from warehouse.results.roundtable import Table

TOKENS, TOKENS_FIRST = 80, 60
DRAFTED = "drafted to see what is taken up; nobody listens"


def drafted(asked: Asked, table: Table, ground: Ground, watch: Watch) -> Spoken:
    """The likeliest draft, without what cites no note of these. Raises Cancelled."""
    name, messages = prompted(asked, table)
    settings = ground.context.settings
    tokens = TOKENS_FIRST if asked.first else TOKENS
    request = Request(name, messages, tokens, seed=settings.seed, stop=("\n",))
    [reply] = ground.context.engine.complete(
        [request], ground.context.run, lambda _, text: watch(text)
    )
    numbers = {one.number for one in asked.notes}
    told = citations.read(cited.prose(reply.text, whole=reply.finish == "stop"))
    kept = [
        Claim(one.start, one.end, one.written, one.cites, "unchecked", DRAFTED)
        for one in told
        if one.cites and set(one.cites) <= numbers
    ]
    return Spoken(*joined(kept))


def prompted(asked: Asked, table: Table) -> tuple[str, tuple[Message, ...]]:
    """The prompt's name and messages. The opening's is short: its first word is waited for."""
    notes = "\n".join(f"[{one.number}] {flat(one.text)}" for one in asked.notes)
    if asked.first:
        return "table_opening", prompts.load("table_opening").render(topic=table.topic, notes=notes)
    return "table_answer", prompts.load("table_answer").render(
        topic=table.topic, speaker=asked.speaker, notes=notes, question=asked.question
    )


def joined(claims: Sequence[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """The sentences one after the other, with their claims at their places there."""
    text = ""
    placed: list[Claim] = []
    for claim in claims:
        text += " " if text else ""
        start = len(text)
        placed.append(structs.replace(claim, start=start, end=start + len(claim.text)))
        text += claim.text
    return text, tuple(placed)
