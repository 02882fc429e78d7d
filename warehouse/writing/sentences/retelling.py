"""Sentences of the sources said anew, one by one: several wordings of each, the best proven.

    a sentence -> SAMPLES wordings side by side, the first free to take over what it likes -> those
    that leave somebody's word theirs (reported.py), without a fact less or more, the likest and the
    easiest first -> checked beside the sentence until one is proven surely

Of a whole passage a small model tells much that it does not say, and of one sentence, too, where it
is made to say it in words of its own: nearly half of what it then wrote said something else, and
no check of its own saw that. So what is likest to the source is told, and what it takes over stands
between quotation marks (quoting.py, MEASURED.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from msgspec import Struct, structs

from indexers.records import Loss
from indexers.text import cells
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, sampled
from warehouse.methods.evidence.prose import is_prose, leans, speaks_of_untold
from warehouse.methods.evidence.reduction import flat, head
from warehouse.proof import checks, citations
from warehouse.results.records import Claim, Evidence
from warehouse.search.common_words import is_common
from warehouse.writing import tongue, wishes
from warehouse.writing.sentences import (
    leaning,
    notes_told,
    plain,
    quoting,
    reported,
    unused_sentences,
    wording,
)

SAMPLES = 3
OWN_WORDS = 7  # in a row that those after the first may take over
WARMTH = 0.3  # the temperature of the last
TOKENS = 110
BEGINNING = 7  # words of a sentence that can mean nothing said in it before
AHEAD = 6  # sentences before one, in which a name that its wording adds may stand
CHECKS = 3  # wordings of a sentence that are weighed at most
COPIED, LESS, MORE = 0.3, 0.15, 0.2  # copied, without a fact of the source, with one it has not
SURER = 0.5  # without a "may", "only" or "if" of the source, or on whose word it is
THEIRS = 2.0  # for what of a report is left one
EASE = 0.3  # for each nat a token that a wording came easier
RUN = (
    3  # words in a row of a source that its wording has, before which it may leave out a beginning
)
HARD = 0.8  # nats a token below the easiest of other sentences, from which it is no wording
AS_SO = "tells somebody's word as if it were so"
PAGE = "The page"  # in place of its title
NAMED = "it names what the page does not say it of"
UNREADABLE = "left out: no wording of it reads well"

_LIMITS = re.compile(
    r"\b(?:may|might|could|possib(?:ly|le)|perhaps|probably|likely|reportedly|allegedly|suspected"
    r"|only|unless|except|if|already|also|at (?:least|most)|up to|ha(?:d|ve|s) to|must|should"
    r"|around|about|approximately|roughly|nearly|almost|usually|often|sometimes|generally|normally"
    r"|mostly|mainly|largely|partly|primarily|by default)\b",
    re.IGNORECASE,
)

_CJK = "\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")  # where words have no gaps each letter is one

Grown = Callable[[int, str], None]


class Asked(Struct, frozen=True):
    """A sentence of ``piece``; ``wishes`` are the user's for how it is told."""

    piece: Evidence
    sentence: str
    wishes: str = ""


class Told(Struct, frozen=True):
    """A proven wording with its mark, and its claim."""

    asked: tuple[Asked, ...]
    text: str
    claim: Claim

    @property
    def bare(self) -> str:
        return citations.without_marks(self.text)

    @property
    def spoken(self) -> Claim:
        """The claim, from 0 on, with what it takes over between quotation marks."""
        if len(self.asked) > 1:
            return quoting.spoken(self.claim, [source.piece.text for source in self.asked])
        [source] = self.asked
        return quoting.as_told(self.claim, source.sentence, source.piece.text)


def sentences(piece: Evidence) -> list[str]:
    """Those that can stand alone; all of it where none can."""
    return unused_sentences.alone(piece.text, head(piece)) or [flat(piece.text)]


def left(piece: Evidence) -> list[str]:
    """Those that are not among its ``sentences``, of those that are prose: no row of a table."""
    able, all_told = set(sentences(piece)), unused_sentences.told(piece.text, head(piece))
    if flat(piece.text) in able:
        return []
    return [
        one
        for raw, one, _ in all_told
        if one not in able and is_prose(one) and not cells.has_cells(raw)
    ]


def hanging(piece: Evidence) -> list[str]:
    """Those of its ``sentences`` that say little without what stands beside them."""
    hang = unused_sentences.hanging(piece.text, head(piece))
    told = {text for _, text, _ in unused_sentences.told(piece.text, head(piece))}
    return [one for one in sentences(piece) if one in hang or (one not in told and told <= hang)]


def retold(
    asked: Sequence[Asked], context: Context, grown: Grown | None = None
) -> tuple[list[Told | None], list[Loss]]:
    """For each the best wording; None where nothing is proven. Raises Cancelled."""
    texts = _wordings(asked, context, grown)
    easy = _easy(texts)
    bare = [[citations.without_marks(text) for text in wordings] for wordings in easy]
    theirs = reported.changes([source.sentence for source in asked], bare, context)
    ranked: list[list[str]] = []
    losses: list[Loss] = []
    for source, wordings, readable, changes in zip(asked, texts, easy, theirs, strict=True):
        left = {
            text: EASE * ease + THEIRS * by
            for (text, ease), by in zip(readable.items(), changes, strict=True)
            if by > -reported.LOST
        }
        translated = tongue.told_in({source.piece.place.document}, context)
        ranked.append(_ranked(left, source, bool(translated)))
        if readable and not left:
            losses.append(Loss("checking", next(iter(readable)), f"left out: {AS_SO}"))
        elif wordings and not readable:
            losses.append(Loss("writing", next(iter(wordings)), UNREADABLE))
    retellings, more = _proven(ranked, asked, context)
    return retellings, [*losses, *more]


def _easy(texts: Sequence[Mapping[str, float | None]]) -> list[dict[str, float]]:
    """Without those that came hard beside the easiest of all sentences: how easily a model writes
    is its own. One of which that is not known came as easily as these; what came easier counts no
    more, for a copy comes easiest of all.
    """
    known = [[ease for ease in wordings.values() if ease is not None] for wordings in texts]
    best = [max(eases) for eases in known if eases]
    usual = sum(best) / len(best) if best else 0.0
    eased = [
        {text: usual if ease is None else min(usual, ease) for text, ease in wordings.items()}
        for wordings in texts
    ]
    return [
        {text: ease for text, ease in wordings.items() if ease >= usual - HARD}
        for wordings in eased
    ]


def _wordings(
    asked: Sequence[Asked], context: Context, grown: Grown | None
) -> list[dict[str, float | None]]:
    """SAMPLES of each, with their mark, none twice, each with its ease."""
    prompt, settings = prompts.load("retell"), context.settings
    requests: list[Request] = []
    for source in asked:
        heeded = f"\n\nHeed: {source.wishes}" if source.wishes else ""
        spoken = tongue.told_in({source.piece.place.document}, context)
        words = source.sentence + heeded + wishes.written_in(spoken)
        request = Request(
            prompt.name,
            prompt.render(document=head(source.piece), source=words),
            TOKENS,
            seed=settings.seed,
            stop=("\n",),
        )
        bound = structs.replace(request, own_words=OWN_WORDS)
        requests += [request, *sampled(bound, SAMPLES - 1, WARMTH, settings.writing_top_p)]

    def first(index: int, text: str) -> None:
        if grown is not None and index % SAMPLES == 0:
            grown(index // SAMPLES, text)

    replies = context.engine.complete(requests, context.run, first) if requests else []
    by_source = [replies[at : at + SAMPLES] for at in range(0, len(replies), SAMPLES)]
    return [
        {text: r.ease for r in its_replies if (text := wording.marked(r, source.piece.number))}
        for source, its_replies in zip(asked, by_source, strict=True)
    ]


def _proven(
    ranked: Sequence[Sequence[str]], asked: Sequence[Asked], context: Context
) -> tuple[list[Told | None], list[Loss]]:
    """Of each the first text that is proven by its sentence; CHECKS are weighed."""
    proven: list[Told | None] = [None] * len(ranked)
    losses: list[Loss] = []
    for attempt in range(CHECKS):
        waiting = [
            at for at, texts in enumerate(ranked) if proven[at] is None and attempt < len(texts)
        ]
        if not waiting:
            break
        tried = [ranked[at][attempt] for at in waiting]
        checked = _checked(tried, [asked[at] for at in waiting], context)
        for at, text, its_claims in zip(waiting, tried, checked, strict=True):
            if len(its_claims) == 1 and its_claims[0].cites and wording.is_sure(its_claims[0]):
                proven[at] = Told((asked[at],), text, its_claims[0])
            else:
                why = wording.doubts(its_claims) or "no statement to check"
                losses.append(Loss("checking", text, f"left out: {why}"))
        for at in _naming_wrongly([(at, told) for at in waiting if (told := proven[at])], context):
            losses.append(Loss("checking", tried[waiting.index(at)], f"left out: {NAMED}"))
            proven[at] = None
    return proven, losses


def _naming_wrongly(told: Sequence[tuple[int, Told]], context: Context) -> list[int]:
    """Of wordings with a name that their sentence does not have those that are not found in it
    behind what stands before it: beside its title a model believes that the title is meant.
    """
    naming = [
        (at, one, ahead)
        for at, one in told
        for source in one.asked
        if checks.missing_facts(one.bare, source.sentence)
        and (ahead := leaning.before(source.piece, source.sentence, context.library, AHEAD))
    ]
    around = [
        structs.replace(
            one.asked[0].piece,
            number=n,
            title=PAGE,
            path="",
            text=f"{ahead} {one.asked[0].sentence}",
        )
        for n, (_, one, ahead) in enumerate(naming, start=1)
    ]
    texts = [citations.remarked(one.text, (n,)) for n, (_, one, _) in enumerate(naming, start=1)]
    checked = wording.checked(texts, around, context) if texts else []
    return [
        at
        for (at, _, _), its_claims in zip(naming, checked, strict=True)
        if any(claim.state == "not found" for claim in its_claims)
    ]


def _checked(
    texts: Sequence[str], asked: Sequence[Asked], context: Context
) -> list[tuple[Claim, ...]]:
    """The claims of each text beside the one sentence it was made of: beside all of a passage a
    small model doubts much that the sentence says (MEASURED.md). They cite the passage.
    """
    numbers = range(1, len(texts) + 1)
    alone = [
        structs.replace(source.piece, number=number, text=source.sentence)
        for number, source in zip(numbers, asked, strict=True)
    ]
    remarked = [citations.remarked(text, (n,)) for n, text in zip(numbers, texts, strict=True)]
    checked = wording.checked(remarked, alone, context)
    for at, (text, source) in enumerate(zip(texts, asked, strict=True)):
        if len(checked[at]) == 1:
            [claim] = checked[at]
            cites = (source.piece.number,) if claim.cites == (at + 1,) else ()
            checked[at] = (structs.replace(claim, start=0, end=len(text), text=text, cites=cites),)
    return checked


def lacks(text: str, source: str) -> bool:
    """Has it no longer a number, date or name of its source?"""
    return bool(checks.missing_facts(source, text))


def _ranked(texts: Mapping[str, float], asked: Asked, translated: bool) -> list[str]:
    """The best first; none that the article would not say. Each with what its ease and what is
    somebody's word in it are worth.
    """
    source = asked.sentence

    def worth(text: str) -> float:
        if translated:
            return 0.0
        bare = citations.without_marks(text)
        return (
            _likeness(source, bare)
            + texts[text]
            - COPIED * notes_told.copies(text, [asked.piece.text])
            - LESS * lacks(bare, source)
            - SURER * _is_surer(bare, source)
            - MORE * bool(checks.missing_facts(bare, _around(asked.piece)))
        )

    return sorted(_said(texts, source), key=worth, reverse=True)


def _said(texts: Iterable[str], source: str) -> Iterator[str]:
    """Whom a "he" or "a part of these" means another sentence would have to say."""
    for text in texts:
        bare = citations.without_marks(text)
        begins = " ".join(bare.split()[:BEGINNING])
        if not (plain.other_voice(bare, source) or leans(bare) or speaks_of_untold(begins)):
            yield text


def _is_surer(text: str, source: str) -> bool:
    """Has it lost what bounds how far its source holds, or on whose word?"""
    lost = checks.content(_beginning_left_out(text, source))
    begins_with = {one for one in lost if not is_common(one)}
    kept = begins_with & checks.content(text)
    return bool(_limits(source) - _limits(text) or (begins_with and not kept))


def _beginning_left_out(text: str, source: str) -> str:
    """The source before its first RUN words that the text has in a row: "Soundings indicate that",
    "A further"; "" where a comma ends it, "At noon,", which says when or where.
    """
    theirs = [*_WORD.finditer(source)]
    runs = _in_order([word[0] for word in theirs], _words(text)).get_matching_blocks()
    first = min((run.a for run in runs if run.size >= RUN), default=0)
    before = source[: theirs[first].start()] if first else ""
    return "" if before.rstrip().endswith((",", ";", ":", "、", "，")) else before


def _limits(text: str) -> set[str]:
    """What bounds how far it holds."""
    return {match[0].casefold() for match in _LIMITS.finditer(text)}


def _likeness(one: str, other: str) -> float:
    """Words that both have in one order, among all of both, 0..1: turned round, the same words say
    another thing (MEASURED.md).
    """
    return _in_order(_words(one), _words(other)).ratio()


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _in_order(one: Sequence[str], other: Sequence[str]) -> SequenceMatcher[str]:
    ours, theirs = ([word.casefold() for word in words] for words in (one, other))
    return SequenceMatcher(None, ours, theirs, autojunk=False)


def _around(piece: Evidence) -> str:
    return f"{piece.title} {piece.path} {piece.text}"
