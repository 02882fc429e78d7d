"""An answer at the table, as a turn asks for it, and the plainest way to give one.

A method writes nothing that is shown: by itself the table takes the likeliest draft with the notes
it cites, unproven, to know what was taken up. Where somebody listens, whoever opens the table gives
``Ground`` an answerer that proves what is spoken (warehouse/roundtable/speaking.py).
"""

from __future__ import annotations

from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.methods.costorm.ground import Asked, Ground, Spoken, Watch
from warehouse.methods.evidence.reduction import listed
from warehouse.proof import citations, cited
from warehouse.results import claimed_text
from warehouse.results.records import Claim
from warehouse.results.roundtable import Table

TOKENS, TOKENS_FIRST = 80, 60
DRAFTED = "drafted to see what is taken up; nobody listens"


def drafted(asked: Asked, table: Table, ground: Ground, watch: Watch) -> Spoken:
    """The likeliest draft, without what cites no note of these. Raises Cancelled."""
    request = requested(asked, table, ground.context.settings.seed)
    [reply] = ground.context.engine.complete(
        [request], ground.context.run, lambda _, text: watch(text)
    )
    numbers = {piece.number for piece in asked.notes}
    sentences = citations.read(cited.prose(reply.text, whole=reply.finish == "stop"))
    kept = [
        Claim(sentence.start, sentence.end, sentence.written, sentence.cites, "unchecked", DRAFTED)
        for sentence in sentences
        if sentence.cites and set(sentence.cites) <= numbers
    ]
    return Spoken(*claimed_text.sentences(kept))


def requested(asked: Asked, table: Table, seed: int) -> Request:
    """The opening's prompt is short: its first word is waited for."""
    given = {"topic": table.topic, "notes": listed(asked.notes)}
    if not asked.first:
        given |= {"speaker": asked.speaker, "question": asked.question}
    prompt = prompts.load("table_opening" if asked.first else "table_answer")
    tokens = TOKENS_FIRST if asked.first else TOKENS
    return Request(prompt.name, prompt.render(**given), tokens, seed=seed, stop=("\n",))
