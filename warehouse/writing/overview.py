"""Two or three sentences on the whole, made of the proven ones on its parts.

What is not proven in it does not stay, for a reader trusts an opening most; what a part says in the
same words does not stand there twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from indexers.records import Loss
from warehouse.context import Context
from warehouse.proof import checks, citations
from warehouse.results.records import Block, Claim, Evidence
from warehouse.writing import wishes
from warehouse.writing.sentences import best_sample
from warehouse.writing.sentences.plain import Filter, has_voice_of_source

SAME = 0.85  # of the words of both, from which a part says a sentence already
SENTENCES, TOKENS = 3, 240
NOTES = 6  # at least, where the parts have as many


def write(
    title: str,
    blocks: Sequence[Block],
    evidence: Sequence[Evidence],
    context: Context,
    language: str = "",
) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """(the sentences, their claims, those that may not stand); empty where nothing proven can be
    said that no part says. ``language`` is asked for, "" for that of the parts. Raises Cancelled.
    """
    per_section = max(1, -(-NOTES // max(1, len(blocks))))
    proven = best_sample.notes(title, blocks, context.library, per_section)
    if not proven:
        return "", (), []
    notes = best_sample.marked(proven) + wishes.written_in(language)
    reply = context.written("lead", TOKENS, {"article": title, "notes": notes}, stop=("\n",))
    sentences = best_sample.cited_sentences(reply.text, evidence, reply.finish == "stop")
    fit = Filter()
    said = [citations.without_marks(claim.text) for block in blocks for claim in block.claims]
    kept = [
        sentence
        for sentence in fit.through(sentences[:SENTENCES], best_sample.sources_text(evidence))
        if not has_voice_of_source(sentence.text)
        and not any(_is_same(sentence.text, it) for it in said)
    ]
    best = best_sample.best([kept], proven, evidence, context, "the opening", len)
    return best.said.text, best.said.claims, [*fit.losses, *best.losses]


def _is_same(one: str, other: str) -> bool:
    """Do two sentences have nearly the same words, and no others?"""
    return min(checks.overlap(one, other), checks.overlap(other, one)) >= SAME
