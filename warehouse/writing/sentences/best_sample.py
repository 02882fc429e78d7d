"""Of several short texts, each a few sentences that cite notes, the one that is proven best.

The end of an article and the opening of a summary are made so: what may not stand is left out of
each sample, all sentences are checked in one batch, and the sample is kept of which most is proven.
A sentence has to follow from the text's own sentences, which it was made from, and from their
sources: of a long source a small model believes that it says this of the one whom it says it of
another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.prose import leans
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import citations, cited, claims
from warehouse.proof.cited import Sentence
from warehouse.results import claimed_text
from warehouse.results.records import Block, Claim, Evidence
from warehouse.writing.sentences import notes_told, wording
from warehouse.writing.sentences.plain import has_voice_of_source

Worth = Callable[[Sequence[Claim]], float]


class Best(Struct, frozen=True):
    """``sample`` is its place among those given, -1 where nothing of any was proven."""

    sample: int
    claims: tuple[Claim, ...]
    losses: tuple[Loss, ...]

    @property
    def said(self) -> wording.Said:
        """Its proven sentences, one after the other."""
        return wording.Said(*claimed_text.sentences(self.claims))


def best(
    samples: Sequence[Sequence[Sentence]],
    told: Sequence[Sentence],
    evidence: Sequence[Evidence],
    context: Context,
    where: str,
    worth: Worth,
    fewest_cites: int = 1,
) -> Best:
    """``told`` are the article's sentences; ``where`` names the part in losses ("left out of the
    end"); of samples that are worth the same the first. Raises Cancelled.
    """
    texts = [[cited.text([sentence]) for sentence in sample] for sample in samples]
    distinct = list(dict.fromkeys(text for sample in texts for text in sample))
    proven: dict[str, Claim] = {}
    losses: list[Loss] = []
    held = []
    for text, its_claims in _checked(distinct, _as_told(told, evidence), context):
        if all(map(wording.is_sure, its_claims)):
            held.append(text)
        else:
            losses.append(
                Loss("checking", text, f"left out of {where}: {wording.doubts(its_claims)}")
            )
    for text, its_claims in _checked(held, evidence, context):
        whole = len(its_claims) == 1 and wording.is_sure(its_claims[0])
        if whole and len(its_claims[0].cites) >= fewest_cites:
            proven[text] = its_claims[0]
        else:
            why = wording.doubts(its_claims)
            losses.append(Loss("checking", text, f"left out of {where}: {why or 'joins nothing'}"))
    standing = [_standing(sample, proven) for sample in texts]
    at = max(range(len(standing)), key=lambda n: worth(standing[n]), default=-1)
    if at < 0 or not standing[at]:
        return Best(-1, (), tuple(losses))
    return Best(at, tuple(standing[at]), tuple(losses))


def _checked(
    texts: Sequence[str], evidence: Sequence[Evidence], context: Context
) -> list[tuple[str, tuple[Claim, ...]]]:
    checked = wording.checked(texts, evidence, context) if texts else []
    return list(zip(texts, checked, strict=True))


def _as_told(told: Sequence[Sentence], evidence: Sequence[Evidence]) -> list[Evidence]:
    """The evidence, with the words that the article has for it where it has any."""
    words: dict[int, list[str]] = {}
    for sentence in told:
        for number in sentence.notes:
            words.setdefault(number, []).append(sentence.text)
    return [
        structs.replace(piece, text=" ".join(words[piece.number]))
        if piece.number in words
        else piece
        for piece in evidence
    ]


def notes(title: str, blocks: Sequence[Block], library: Library, each: int = 1) -> list[Sentence]:
    """Of every section the ``each`` proven sentences nearest to the topic, among those that stand
    alone.
    """
    chosen = []
    for block in blocks:
        able = [
            Sentence(bare, claim.cites)
            for claim in block.claims
            if claim.state in claims.PROVEN
            and claim.cites
            and not leans(bare := citations.without_marks(claim.text))
            and not has_voice_of_source(bare)
        ]
        if able:
            near = library.retrieval.likeness(title, [sentence.text for sentence in able])
            nearest = np.argsort(-near, kind="stable")[:each]
            chosen += [able[at] for at in sorted(nearest.tolist())]
    return chosen


def marked(told: Sequence[Sentence]) -> str:
    """A line for each, behind its numbers."""
    return "\n".join(
        f"{''.join(f'[{n}]' for n in sentence.notes)} {sentence.text}" for sentence in told
    )


def cited_sentences(text: str, evidence: Sequence[Evidence], whole: bool) -> list[Sentence]:
    """Those of a reply that cite of the evidence, or have its words; of one that is not ``whole``
    without the one that was cut off.
    """
    written = citations.read(cited.prose(text, whole))
    sentences = [
        Sentence(sentence.bare, notes_told.cites_of(sentence, evidence)) for sentence in written
    ]
    return [
        sentence
        for sentence in sentences
        if sentence.text and sentence.notes and (whole or cited.has_end(sentence.text))
    ]


def _standing(texts: Sequence[str], proven: dict[str, Claim]) -> list[Claim]:
    """What is proven of a sample, without what leans on a sentence that is not."""
    kept: list[Claim] = []
    for place, text in enumerate(texts):
        alone = not leans(citations.without_marks(text))
        after = place > 0 and bool(kept) and kept[-1] is proven.get(texts[place - 1])
        if text in proven and (alone or after):
            kept.append(proven[text])
    return kept


def sources_text(evidence: Sequence[Evidence]) -> str:
    """What the pieces say, a line each."""
    return "\n".join(flat(piece.text) for piece in evidence)
