"""The end of an article: what its facts come to together, made of sentences that are proven.

Several are sampled; of each only sentences stay that are proven, join two notes or more and say
nothing that stands in a section already. An article of few sections has none, nor one whose model
finds no such sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed, sampled
from warehouse.proof import citations, cited, claims
from warehouse.proof.cited import Sentence
from warehouse.results.records import Block, Claim, Evidence
from warehouse.writing import opening, wishes, wording
from warehouse.writing.plain import Filter, has_voice_of_source, speaks_of_itself
from warehouse.writing.sections import source

FEWEST_SECTIONS = 3
SAMPLES = 4
SENTENCES = 3
TITLE_CHARACTERS = 40
TOKENS = 300


class _Reply(Struct, frozen=True):
    title: str
    sentences: tuple[Sentence, ...]


class _Ending(Struct, frozen=True):
    title: str
    sentences: tuple[str, ...]


def write(
    title: str,
    blocks: Sequence[Block],
    evidence: Sequence[Evidence],
    said: Filter,
    context: Context,
) -> tuple[Block | None, list[Loss]]:
    """The last section, or None. ``said`` knows what the sections tell. Raises Cancelled."""
    told = opening.told(title, blocks, context.library)
    if len(told) < FEWEST_SECTIONS:
        return None, []
    endings = [
        _fit(reply, source(evidence), said) for reply in _sampled(title, blocks, told, context)
    ]
    every = list(dict.fromkeys(text for one in endings for text in one.sentences))
    found = wording.checked(every, evidence, context) if every else []
    proven: dict[str, Claim] = {}
    losses: list[Loss] = []
    for text, own in zip(every, found, strict=True):
        if len(own) == 1 and own[0].state in claims.PROVEN and len(own[0].cites) > 1:
            proven[text] = own[0]
        else:
            why = "; ".join(one.why for one in own if one.state not in claims.PROVEN)
            losses.append(Loss("checking", text, f"left out of the end: {why or 'joins nothing'}"))
    best = max(endings, key=lambda one: sum(text in proven for text in one.sentences), default=None)
    kept = [proven[text] for text in best.sentences if text in proven] if best else []
    if best is None or not kept:
        return None, losses
    text, placed = wording.joined([[wording.Said(one.text, (one,)) for one in kept]])
    return Block(2, best.title, text, placed), losses


def _sampled(
    title: str, blocks: Sequence[Block], told: Sequence[Sentence], context: Context
) -> list[_Reply]:
    prompt, settings = prompts.load("conclusion"), context.settings
    wished = wishes.of_paragraph(settings)
    notes = "\n".join(f"[{one.notes[0]}] {one.text}" for one in told)
    numbers = list(dict.fromkeys(one.notes[0] for one in told))
    schema = cited.schema(numbers, SENTENCES, least=2)
    heading = {"type": "string", "minLength": 4, "maxLength": TITLE_CHARACTERS}
    request = Request(
        prompt.name,
        prompt.render(article=title, wishes=f". {wished}" if wished else "", notes=notes),
        TOKENS,
        closed(title=heading, **schema["properties"]),
        seed=settings.seed,
    )
    requests = sampled(request, SAMPLES, settings.writing_temperature, settings.writing_top_p)
    replies = context.engine.complete(requests, context.run)
    return [msgspec.json.decode(one.text, type=_Reply) for one in replies]


def _fit(reply: _Reply, text: str, said: Filter) -> _Ending:
    """The sentences of a reply that may stand, with their marks."""
    bare = [Sentence(citations.without_marks(one.text), one.notes) for one in reply.sentences]
    again = said.says_again([one.text for one in bare])
    good = [
        one
        for one, repeated in zip(bare, again, strict=True)
        if len(set(one.notes)) > 1
        and one.text
        and not (repeated or speaks_of_itself(one.text, text) or has_voice_of_source(one.text))
    ]
    return _Ending(reply.title.strip(), tuple(cited.text([one]) for one in good))
