"""Does a sentence of a source tell a reader something by itself? The model weighs it.

What hangs on a sentence that is not there (leaning.py), orders and hints to a user, and remarks in
passing stand in every manual, as near to its topic as what it explains.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import choosing
from warehouse.results.records import Evidence
from warehouse.text import words_in
from warehouse.writing.sentences.leaning import Source, leanings

LABELS = ("keep", "drop")
WEIGHT = 2.0  # of the chance, beside a cosine
FAR_BELOW = 0.75  # of the best chance, below which a sentence is not told
POOR = 0.5  # of it, below which it is not told where there is room, either
LEAST = 2  # sentences of a paragraph that are told however little they tell
LEANS = 0.2  # less for one that leans wholly on what stands before it
HANGS = 0.5  # from which one is told behind what it leans on alone
TOO_LITTLE = "tells a reader little by itself"
HANGS_ALONE = "says little without what stands beside it"


def chances(topic: str, sentences: Sequence[str], context: Context) -> dict[str, float]:
    """Of each P(it is worth telling in an article on ``topic``). Raises Cancelled."""
    distinct = list(dict.fromkeys(sentences))
    given = [{"topic": topic, "sentence": sentence} for sentence in distinct]
    likely = choosing.chances("worth_telling", given, context.engine, context.run, LABELS)
    return dict(zip(distinct, likely, strict=True))


class Weighed(Struct, frozen=True):
    """By sentence: ``worth`` is the chance, less by how much it leans; ``leaning`` is 1 for those
    that are too little worth to be asked; ``hanging`` lean so much that they are told alone where
    nothing else is there.
    """

    worth: dict[str, float]
    leaning: dict[str, float]
    hanging: frozenset[str] = frozenset()


def alone(topic: str, sources: Sequence[Source], context: Context) -> Weighed:
    """How much each tells by itself. Raises Cancelled."""
    likely = chances(topic, [sentence for _, sentence in sources], context)
    enough = FAR_BELOW * max(likely.values(), default=0.0)
    able = [source for source in sources if likely[source[1]] >= enough]
    asked = leanings(able, context)
    leaning = {sentence: asked.get(sentence, 1.0) for sentence in likely}
    told = {one: likely[one] - LEANS * by for one, by in leaning.items()}
    return Weighed(told, leaning, frozenset(one for one, by in asked.items() if by >= HANGS))


def worth(sentences: Sequence[str], weighed: Mapping[str, float], words: float = 0.0) -> list[bool]:
    """Of each sentence of a paragraph whether it is told, beside all that were ``weighed``: what is
    far below the best only until there are so many ``words``.
    """
    best = max([0.0, *weighed.values()])
    told: dict[str, int] = {}
    for sentence in sorted(sentences, key=lambda one: -weighed[one]):
        has_room = sum(told.values()) < words and weighed[sentence] >= POOR * best
        if weighed[sentence] >= FAR_BELOW * best or len(told) < LEAST or has_room:
            told[sentence] = words_in(sentence)
    return [sentence in told for sentence in sentences]


def told(sources: Sequence[Source], weighed: Weighed, words: float) -> dict[str, str]:
    """Of each sentence of a paragraph why it is not told, "" for those that are: of what is worth
    it not what hangs on a sentence that is not told before it, unless nothing else is there.
    """
    able, hang = list(sources), set[str]()
    while True:
        chosen = worth([sentence for _, sentence in able], weighed.worth, words)
        stands = _standing(able, chosen, weighed.hanging)
        if stands == chosen:
            break
        parted = [*zip(able, chosen, stands, strict=True)]
        hang |= {sentence for (_, sentence), tells, is_clear in parted if tells > is_clear}
        able = [source for source in able if source[1] not in hang]
    kept = {sentence for (_, sentence), tells in zip(able, chosen, strict=True) if tells}
    return {
        sentence: "" if sentence in kept else HANGS_ALONE if sentence in hang else TOO_LITTLE
        for _, sentence in sources
    }


def _standing(
    sources: Sequence[Source], told: Sequence[bool], hanging: Collection[str]
) -> list[bool]:
    """Of those that are ``told`` the ones that hang on nothing, or follow one of their piece that
    is told, too; all of them where none does.
    """
    kept: list[bool] = []
    before: Evidence | None = None  # of the sentence before, where that is told
    for (piece, sentence), is_told in zip(sources, told, strict=True):
        kept.append(is_told and (sentence not in hanging or piece is before))
        before = piece if kept[-1] else None
    return kept if any(kept) else list(told)
