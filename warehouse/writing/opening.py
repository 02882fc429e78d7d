"""The opening: two or three sentences on the whole, made from sentences that are proven already.

Several are sampled, and the one is kept that is proven best, joins most and is nearest to the
topic. What is not proven in it does not stay, for a reader trusts an opening most, and what a
section says in the same words does not stand there twice. Where nothing of them is proven,
sentences of different sections that are near to the topic are joined (joining.py); an article in
which that fails, too, begins with its first section.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

import numpy as np

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Completion, Request, sampled
from warehouse.library import Library
from warehouse.methods.evidence import prose
from warehouse.proof import checks, citations, cited, claims
from warehouse.proof.cited import Sentence
from warehouse.results.records import Block, Claim, Evidence
from warehouse.run import Hushed
from warehouse.writing import best_sample, joining
from warehouse.writing.plain import Filter, has_voice_of_source
from warehouse.writing.retelling import Asked, Told
from warehouse.writing.sections import source
from warehouse.writing.unused_sentences import Spare

ON_TOPIC = 0.3
SAME = 0.85  # of the words of both, from which a section says a sentence already
SAMPLES = 6
SENTENCES, TOKENS = 3, 240
NOTES = 6  # at least, where the sections have as many
PAIRS = 4  # of sentences that are tried to be joined where no sample is proven
NEAR = 0.3  # as in joining.py: of two that open an article, more than of two of a paragraph
JOINS = 0.5  # a sentence that joins two notes, beside 1 for each proven one


def write(
    title: str,
    blocks: Sequence[Block],
    evidence: Sequence[Evidence],
    context: Context,
    samples: int = SAMPLES,
) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """(the opening, its claims, the sentences of it that may not stand); empty where nothing proven
    can be said that no section says. ``title`` names the topic. Raises Cancelled.
    """
    each = max(1, -(-NOTES // max(1, len(blocks))))
    proven = told(title, blocks, context.library, each)
    if not proven:
        return "", (), []
    losses: list[Loss] = []
    fitting = [
        _fitting(reply, blocks, evidence, losses)
        for reply in _sampled(title, proven, context, samples)
    ]
    worth = partial(_worth, title=title, library=context.library)
    made = best_sample.best(fitting, proven, evidence, context, "the opening", worth)
    losses += made.losses
    if made.sample >= 0:
        return made.said.text, made.said.claims, losses
    joined, lost = _joined(title, blocks, evidence, context)
    losses += lost
    if joined is not None:
        return joined.text, (joined.claim,), losses
    if spare := _spare(title, blocks, evidence):
        checked = claims.check(spare, evidence, context.engine, Hushed(context.run))
        return *claims.cite(spare, checked), losses
    return "", (), losses


def told(title: str, blocks: Sequence[Block], library: Library, each: int = 1) -> list[Sentence]:
    """Of every section the ``each`` proven sentences nearest to the topic, among those that stand
    alone.
    """
    found = []
    for block in blocks:
        able = [
            Sentence(bare, claim.cites)
            for claim in block.claims
            if claim.state in claims.PROVEN
            and claim.cites
            and not prose.leans(bare := citations.without_marks(claim.text))
            and not has_voice_of_source(bare)
        ]
        if able:
            rows = library.retrieval.embed([title, *(one.text for one in able)])
            nearest = np.argsort(-(rows[1:] @ rows[0]), kind="stable")[:each]
            found += [able[at] for at in sorted(nearest.tolist())]
    return found


def _sampled(
    title: str, proven: Sequence[Sentence], context: Context, samples: int
) -> list[Completion]:
    prompt, settings = prompts.load("lead"), context.settings
    request = Request(
        prompt.name,
        prompt.render(article=title, notes=best_sample.marked(proven)),
        TOKENS,
        seed=settings.seed,
        stop=("\n",),
    )
    requests = sampled(request, samples, settings.writing_temperature, settings.writing_top_p)
    return context.engine.complete(requests, context.run)


def _fitting(
    reply: Completion, blocks: Sequence[Block], evidence: Sequence[Evidence], losses: list[Loss]
) -> list[Sentence]:
    """The sentences of a reply that may stand: in the article's own voice, and in other words than
    the section has them.
    """
    fit = Filter()
    told = best_sample.cited_sentences(reply.text, evidence, reply.finish == "stop")
    kept = fit.through(told[:SENTENCES], source(evidence), cut=False)
    losses += [one for one in fit.losses if one not in losses]
    said = [citations.without_marks(one.text) for block in blocks for one in block.claims]
    return [
        one
        for one in kept
        if not has_voice_of_source(one.text) and not any(_is_same(one.text, it) for it in said)
    ]


def _joined(
    title: str, blocks: Sequence[Block], evidence: Sequence[Evidence], context: Context
) -> tuple[Told | None, list[Loss]]:
    """Of two sentences of different sections, near to each other, the pair that is nearest to the
    topic of those that can be joined.
    """
    pieces = {piece.number: piece for piece in evidence}
    able = [
        (at, Told((Asked(pieces[claim.cites[0]], bare, block.title),), claim.text, claim))
        for at, block in enumerate(blocks)
        for claim in block.claims
        if claim.state in claims.PROVEN
        and len(claim.cites) == 1
        and claim.cites[0] in pieces
        and not prose.leans(bare := citations.without_marks(claim.text))
        and not has_voice_of_source(bare)
    ]
    if len(able) < 2:
        return None, []
    rows = context.library.retrieval.embed([title, *(told.bare for _, told in able)])
    topical = rows[1:] @ rows[0]
    near = joining.nearness([told for _, told in able], rows[1:], rows[1:])
    pairs = [
        (one, other)
        for one, other in combinations(range(len(able)), 2)
        if able[one][0] != able[other][0]
        and near[one, other] >= NEAR
        and len(f"{able[one][1].bare} {able[other][1].bare}".split()) <= joining.MOST_WORDS
    ]
    pairs.sort(key=lambda pair: -float(topical[pair[0]] + topical[pair[1]]))
    asked = [(able[one][1], able[other][1]) for one, other in pairs[:PAIRS]]
    found, losses = joining.joined(asked, context)
    return next((one for one in found if one is not None), None), losses


def _is_same(one: str, other: str) -> bool:
    """Do two sentences have nearly the same words, and no others?"""
    return min(checks.overlap(one, other), checks.overlap(other, one)) >= SAME


def _worth(told: Sequence[Claim], title: str, library: Library) -> float:
    """Proven sentences, those that join, and how near they are to the topic."""
    if not told:
        return 0.0
    bare = " ".join(citations.without_marks(one.text) for one in told)
    rows = library.retrieval.embed([title, bare])
    joins = sum(len(one.cites) > 1 for one in told)
    return len(told) + JOINS * joins + float(rows[0] @ rows[1])


def _spare(title: str, blocks: Sequence[Block], evidence: Sequence[Evidence]) -> str:
    """One sentence of unused evidence on the topic; "" where there is none."""
    found = Spare(evidence, _said(blocks)).take(title)
    on_topic = (
        found
        and checks.overlap(title, found.text) >= ON_TOPIC
        and not has_voice_of_source(found.text)
    )
    return cited.text([found]) if found and on_topic else ""


def _said(blocks: Sequence[Block]) -> Filter:
    fit = Filter()
    for claim in (claim for block in blocks for claim in block.claims):
        fit.say(citations.without_marks(claim.text))
    return fit
