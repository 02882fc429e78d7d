"""The end of an article: what its facts come to together, made of sentences that are proven.

Several are sampled; of each only sentences stay that are proven, join two notes or more and say
nothing that stands in a section already. An article of few sections has none, nor one whose model
finds no such sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed, text_of
from warehouse.proof.cited import Sentence
from warehouse.results.records import Block, Evidence
from warehouse.writing import wishes
from warehouse.writing.sentences import best_sample
from warehouse.writing.sentences.plain import Filter, has_voice_of_source, speaks_of_itself

FEWEST_SECTIONS, FEWEST_SENTENCES = 3, 2
TOO_SHORT = "an end of one sentence comes to nothing"
SAMPLES = 4
TEXT_CHARACTERS = 700
TITLE_CHARACTERS = 40
TOKENS = 300


class _Reply(Struct, frozen=True):
    title: str
    text: str
    whole: bool = True


def write(
    title: str,
    blocks: Sequence[Block],
    evidence: Sequence[Evidence],
    said: Filter,
    context: Context,
) -> tuple[Block | None, list[Loss]]:
    """The last section, or None. ``said`` knows what the sections tell. Raises Cancelled."""
    notes = best_sample.notes(title, blocks, context.library)
    if len(notes) < FEWEST_SECTIONS:
        return None, []
    replies = _sampled(title, notes, context)
    fitting = [_fitting(reply, evidence, said) for reply in replies]
    best = best_sample.best(fitting, notes, evidence, context, "the end", len, fewest_cites=2)
    if best.sample < 0:
        return None, list(best.losses)
    if len(best.said.claims) < FEWEST_SENTENCES:
        lost = [Loss("writing", claim.text, TOO_SHORT) for claim in best.said.claims]
        return None, [*best.losses, *lost]
    heading = replies[best.sample].title.strip()
    block = Block(2, heading, best.said.text, best.said.claims, is_end=True)
    return block, list(best.losses)


def _sampled(title: str, told: Sequence[Sentence], context: Context) -> list[_Reply]:
    prompt, settings = prompts.load("conclusion"), context.settings
    wished = wishes.of_paragraph(settings)
    notes = best_sample.marked(told)
    request = Request(
        prompt.name,
        prompt.render(article=title, wishes=f". {wished}" if wished else "", notes=notes),
        TOKENS,
        closed(title=text_of(4, TITLE_CHARACTERS), text=text_of(10, TEXT_CHARACTERS)),
        seed=settings.seed,
    )
    [replies] = context.samples([request], SAMPLES)
    return [
        structs.replace(msgspec.json.decode(reply.text, type=_Reply), whole=reply.finish == "stop")
        for reply in replies
    ]


def _fitting(reply: _Reply, evidence: Sequence[Evidence], said: Filter) -> list[Sentence]:
    """The sentences of a reply that may stand."""
    whole = reply.whole and len(reply.text) < TEXT_CHARACTERS
    sentences = best_sample.cited_sentences(reply.text, evidence, whole)
    again = said.says_again([sentence.text for sentence in sentences])
    text = best_sample.sources_text(evidence)
    return [
        sentence
        for sentence, repeated in zip(sentences, again, strict=True)
        if len(sentence.notes) > 1
        and not (
            repeated or speaks_of_itself(sentence.text, text) or has_voice_of_source(sentence.text)
        )
    ]
