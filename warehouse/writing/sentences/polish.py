"""Polish: the sentences of a proven paragraph are linked, and lead on from what stands before.

A model that polishes also changes. So what it may not touch is compared by the program: the same
citations, numbers, quotations and names, no more copied words; and what is left is checked as
any text is. A paragraph that fails stays as it was, and why is a loss.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.methods.evidence.prose import points_back
from warehouse.proof import checks, citations, cited
from warehouse.proof.numbers import numbers
from warehouse.results.records import Claim, Evidence
from warehouse.text import WORD, words_in
from warehouse.writing.sentences import wording
from warehouse.writing.sentences.notes_told import copies
from warehouse.writing.sentences.plain import has_voice_of_source, is_garbled, speaks_of_itself

SAMPLES = 2
FEWEST = 2  # sentences of a paragraph that can be linked
TRIED = 3  # paragraphs by which it is seen whether a model can polish
NOT_TRIED = "left as it was: this model could polish none of the paragraphs before"
TOKENS_MORE = 60
STAGE = "polishing"
NOTHING_BEFORE = "(the paragraph begins a section)"
LONGER, SHORTER = 1.3, 0.7  # words beside those before
_STRAIGHT = re.compile('"([^"]*)"')


class Draft(Struct, frozen=True):
    """A paragraph with its marks; ``before`` is the sentence before it, "" for none."""

    text: str
    before: str = ""


class Polished(Struct, frozen=True):
    """``claims`` at their places in the text; None where it stays as it was."""

    text: str
    claims: tuple[Claim, ...]


def polish(
    drafts: Sequence[Draft], evidence: Sequence[Evidence], context: Context
) -> tuple[list[Polished | None], list[Loss]]:
    """Of each paragraph the first sample that changes nothing and is proven. Raises Cancelled.

    A model that manages it with none of the first TRIED is not asked for the others.
    """
    linkable = [draft for draft in drafts if len(citations.read(draft.text)) >= FEWEST]
    proven, losses = _polished(linkable[:TRIED], evidence, context)
    rest = linkable[TRIED:]
    if proven:
        more, lost = _polished(rest, evidence, context)
        proven, losses = proven | more, losses + lost
    else:
        losses += [Loss(STAGE, draft.text, NOT_TRIED) for draft in rest]
    return [proven.get(draft) for draft in drafts], losses


def _polished(
    asked: Sequence[Draft], evidence: Sequence[Evidence], context: Context
) -> tuple[dict[Draft, Polished], list[Loss]]:
    samples = _sampled(asked, context) if asked else {}
    losses: list[Loss] = []
    kept: dict[Draft, str] = {}
    for paragraph in asked:
        fit = [text for text in samples[paragraph] if not changed(paragraph.text, text, evidence)]
        others = [text for text in fit if text != paragraph.text]
        if others:
            kept[paragraph] = others[0]
        elif not fit:
            why = changed(paragraph.text, samples[paragraph][0], evidence)
            losses.append(Loss(STAGE, samples[paragraph][0], f"left as it was: {why}"))
    checked = wording.checked(list(kept.values()), evidence, context) if kept else []
    proven: dict[Draft, Polished] = {}
    for (paragraph, text), its_claims in zip(kept.items(), checked, strict=True):
        failing = [claim for claim in its_claims if not wording.is_sure(claim)]
        if its_claims and not failing:
            proven[paragraph] = Polished(text, its_claims)
        else:
            losses += [
                Loss(STAGE, claim.text, f"left as it was: {wording.doubts([claim])}")
                for claim in failing
            ]
    return proven, losses


def changed(before: str, after: str, evidence: Sequence[Evidence]) -> str:
    """What polishing changed that it may not, in words; "" for nothing."""
    sentences = citations.read(after)
    old, new = (citations.without_marks(text) for text in (before, after))
    sources = [piece.text for piece in evidence]
    ratio = words_in(new) / max(1, words_in(old))
    if any(not sentence.cites for sentence in sentences) or not sentences:
        return "a sentence has no citation"
    if set(citations.cited(before)) != set(citations.cited(after)):
        return "it has other citations"
    if Counter(number.value for number in numbers(old)) != Counter(
        number.value for number in numbers(new)
    ):
        return "it has other numbers"
    if _quoted(old) != _quoted(new):
        return "it has other quotations"
    if not _named(old, new) or not _named(new, old):
        return "it has other names"
    if not SHORTER <= ratio <= LONGER:
        return "it is much shorter or longer"
    if _copied(after, sources) > _copied(before, sources):
        return "it copies more"
    if points_back(new) and not points_back(old):
        return "it begins with a word for something that is not named"
    if speaks_of_itself(new, old) or has_voice_of_source(new) or is_garbled(new, old):
        return "it is not the article that speaks"
    return ""


def _named(text: str, other: str) -> bool:
    """Does every name of ``text`` stand in the other?"""
    words = {checks.fold(word).removesuffix("'s") for word in WORD.findall(other)}
    pieces = {piece for word in words for piece in (word, *word.split("-"))}
    return all(
        checks.fold(name) in pieces
        for sentence in citations.read(text)
        for name in checks.names(sentence.bare)
    )


def _quoted(text: str) -> Counter[str]:
    return Counter(part.strip(" .,;") for part in checks.quotations(text))


def _copied(text: str, sources: Sequence[str]) -> int:
    return sum(copies(sentence.bare, sources) for sentence in citations.read(text))


def _sampled(asked: Sequence[Draft], context: Context) -> dict[Draft, list[str]]:
    """The likeliest first."""
    prompt, seed = prompts.load("polish"), context.settings.seed
    sizes = context.engine.count_tokens([draft.text for draft in asked])
    requests: list[Request] = []
    for draft, size in zip(asked, sizes, strict=True):
        messages = prompt.render(before=draft.before or NOTHING_BEFORE, paragraph=draft.text)
        tokens = TOKENS_MORE + round(LONGER * size)
        requests.append(Request(prompt.name, messages, tokens, seed=seed, stop=("\n",)))
    samples = context.samples(requests, SAMPLES)
    return {
        draft: [
            _marked(cited.prose(reply.text, whole=reply.finish == "stop"), draft.text)
            for reply in replies
        ]
        for draft, replies in zip(asked, samples, strict=True)
    }


def _marked(text: str, before: str) -> str:
    """With the marks around quotations as the paragraph had them; a model writes straight ones."""
    return text if '"' in before else _STRAIGHT.sub(r"“\1”", text)
