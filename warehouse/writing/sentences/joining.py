"""Sentences that belong together, each proven by its own source, joined two by two into one.

What a small model tells of several sources at once mixes them up; of two sentences that are proven
it makes one that can be held against both by the program: no fact less, no word more. Two that have
one subject the program joins itself (conjoined.py). What passes is checked like any claim; where
it is in a language that was chosen, first beside both sentences, which are in it, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations
from types import MappingProxyType

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Completion, Request
from warehouse.methods.evidence.reduction import head
from warehouse.proof import checks, citations, cited, claims, contradictions
from warehouse.proof.cited import Sentence
from warehouse.proof.numbers import DENIES
from warehouse.results.records import Claim, Evidence
from warehouse.structures.communities import Matrix, apart
from warehouse.text import WORD, words_in
from warehouse.writing import tongue
from warehouse.writing.sentences import conjoined, notes_told, plain, retelling, wording
from warehouse.writing.sentences.chronology import in_time, next_in_time
from warehouse.writing.sentences.retelling import Asked, Told

SAMPLES = 4
TOKENS = 110
NEAR = 0.3  # cosine of two sentences without what all have in common: they belong together
NEIGHBOURS, CLOSE = 0.15, 1_000  # more of two that stand within so many characters of a document
SUBJECT, NEXT = 0.3, 0.1  # more of two with one subject, and of two that happened in a row
MOST_WORDS = 50  # of both
LEANS = 0.35  # from which a sentence says only where it stands what it says
NOT_OF_BOTH = "does not rest on both"
NOT_BOTH = "no longer says what one of the two says"

Pair = tuple[int, int]


def nearness(told: Sequence[Told], rows: Matrix, among: Matrix) -> Matrix:
    """How near each is to each other, (sentences, sentences), whatever all of ``among`` have in
    common; what one author says in one place leads on, and what is said of one subject, the more
    where it happened next. ``rows`` are the unit vectors of the sentences, (sentences,
    dimension), ``among`` those of what they were chosen from.
    """
    centred = apart(rows, among)
    near = centred @ centred.T
    places = [sentence.asked[0].piece.place for sentence in told]
    following = next_in_time([sentence.bare for sentence in told])
    for a, b in combinations(range(len(told)), 2):
        same = places[a].document == places[b].document
        if same and abs(places[a].start - places[b].start) <= CLOSE:
            near[a, b] += NEIGHBOURS
        if _one_subject(told[a], told[b]):
            near[a, b] += SUBJECT + NEXT * ((a, b) in following)
    return near


def pairs(
    told: Sequence[Told],
    near: Matrix,
    tried: Collection[frozenset[str]] = (),
    paragraphs: Sequence[int] = (),
    leaning: Mapping[str, float] = MappingProxyType({}),
) -> list[Pair]:
    """Which belong together, each in one pair at most, the nearest first; of one piece of evidence
    none do, since it is one place, nor what was ``tried`` or is at odds, and of two of
    ``paragraphs``, which has of each its own, only those with one subject. A sentence that is
    joined already is not joined again, and none whose source leans on what stands before it
    (``leaning`` of the source): beside another its "second goal" and "the quarter" are another's.
    ``near`` as ``nearness`` tells.
    """
    owners = paragraphs or [0] * len(told)
    candidates = [
        (float(near[a, b]), a, b)
        for a, b in combinations(range(len(told)), 2)
        if len({*told[a].claim.cites, *told[b].claim.cites}) > 1
        and len(told[a].asked) == len(told[b].asked) == 1
        and frozenset((told[a].text, told[b].text)) not in tried
        and near[a, b] >= NEAR
        and (owners[a] == owners[b] or _one_subject(told[a], told[b]))
        and words_in(f"{told[a].bare} {told[b].bare}") <= MOST_WORDS
        and not _at_odds(told[a], told[b])
        and all(leaning.get(told[at].asked[0].sentence, 0.0) < LEANS for at in (a, b))
    ]
    taken: set[int] = set()
    chosen: list[Pair] = []
    for _, a, b in sorted(candidates, reverse=True):
        if not taken & {a, b}:
            taken |= {a, b}
            chosen.append((a, b))
    return chosen


def joined(
    asked: Sequence[tuple[Told, Told]], context: Context
) -> tuple[list[Told | None], list[Loss]]:
    """One sentence of each two, or None where none holds. Raises Cancelled."""
    prompt, seed = prompts.load("join"), context.settings.seed
    ranked = [_by_program(pair, context) for pair in asked]
    left = [at for at, texts in enumerate(ranked) if not texts]
    messages = [
        prompt.render(first=first.bare, second=second.bare)
        for first, second in (asked[at] for at in left)
    ]
    requests = [Request(prompt.name, one, TOKENS, seed=seed, stop=("\n",)) for one in messages]
    for at, replies in zip(left, context.samples(requests, SAMPLES), strict=True):
        ranked[at] = _ranked(replies, asked[at])
    sentences: list[Told | None] = [None] * len(asked)
    losses: list[Loss] = []
    for attempt in range(SAMPLES):
        waiting = [
            at
            for at, sentence in enumerate(sentences)
            if sentence is None and attempt < len(ranked[at])
        ]
        tried = [(ranked[at][attempt], asked[at]) for at in waiting]
        for at, (text, _), outcome in zip(waiting, tried, _proven(tried, context), strict=True):
            if isinstance(outcome, Told):
                sentences[at] = outcome
            else:
                losses.append(Loss("checking", text, f"left out: {outcome}"))
    return sentences, losses


def _proven(tried: Sequence[tuple[str, tuple[Told, Told]]], context: Context) -> list[Told | str]:
    """Of each text what it is, or why it is not: it has to follow from the sources of both
    sentences, and both from it.
    """
    if not tried:
        return []
    pieces = {source.piece.number: source.piece for _, pair in tried for source in _asked(pair)}
    wholes = wording.checked([text for text, _ in tried], tuple(pieces.values()), context)
    told: list[Evidence] = []  # numbered anew: of one piece each pair has its own sentence
    again: list[str] = []
    holding: list[Evidence] = []
    parts: list[str] = []
    for number, (text, pair) in enumerate(tried, start=1):
        bare = citations.without_marks(text)
        holding.append(structs.replace(_asked(pair)[0].piece, number=number, text=bare))
        parts += [cited.text([Sentence(sentence.bare, (number,))]) for sentence in pair]
        own = (2 * number - 1, 2 * number)
        told += [
            structs.replace(sentence.asked[0].piece, number=at, text=sentence.bare)
            for at, sentence in zip(own, pair, strict=True)
        ]
        again.append(cited.text([Sentence(bare, own)]))
    chosen = context.settings.article_language or context.reading.language
    beside = wording.checked(again, told, context) if chosen else [()] * len(tried)
    back = wording.checked(parts, holding, context)
    outcomes: list[Told | str] = []
    for at, (text, pair) in enumerate(tried):
        doubt = _doubt(beside[at], {2 * at + 1, 2 * at + 2}) if chosen else ""
        doubt = doubt or _doubt(wholes[at], _cites(pair))
        if not doubt and any(
            claim.state not in claims.PROVEN for claim in (*back[2 * at], *back[2 * at + 1])
        ):
            doubt = NOT_BOTH
        outcomes.append(doubt or Told(_asked(pair), text, wholes[at][0]))
    return outcomes


def _doubt(whole: Sequence[Claim], cites: set[int]) -> str:
    """Why a sentence does not rest on what it cites; "" where it does."""
    if len(whole) != 1 or whole[0].state not in claims.PROVEN:
        return wording.doubts(whole) or "no statement to check"
    return NOT_OF_BOTH if set(whole[0].cites) != cites else ""


def _asked(pair: tuple[Told, Told]) -> tuple[Asked, ...]:
    return (*pair[0].asked, *pair[1].asked)


def _cites(pair: tuple[Told, Told]) -> set[int]:
    return {*pair[0].claim.cites, *pair[1].claim.cites}


def _by_program(pair: tuple[Told, Told], context: Context) -> list[str]:
    """Both in one where they have one subject, what happened first before the other."""
    documents = {source.piece.place.document for source in _asked(pair)}
    spoken = [*context.library.catalog.languages_of(documents).values()]
    if tongue.told_in(documents, context) or spoken != [conjoined.LANGUAGE] * len(documents):
        return []
    texts = _named_alike(*pair)
    first, second = (texts[at] for at in in_time(texts))
    both = conjoined.conjoined(first, second)
    if not both and not next_in_time([first, second]):
        both = conjoined.conjoined(second, first)
    return [cited.text([Sentence(both, tuple(sorted(_cites(pair))))])] if both else []


def _ranked(replies: Sequence[Completion], pair: tuple[Told, Told]) -> list[str]:
    """Those that may hold all of both and nothing else, the least copied and shortest first."""
    both = f"{pair[0].bare} {pair[1].bare}"
    sources = [source.piece.text for source in _asked(pair)]
    texts = [
        cited.text([Sentence(bare, tuple(sorted(_cites(pair))))])
        for reply in replies
        if (bare := cited.prose(reply.text, whole=reply.finish == "stop"))
        and _holds(bare, pair)
        and not plain.other_voice(bare, both)
    ]
    return sorted(
        dict.fromkeys(texts), key=lambda text: (notes_told.copies(text, sources), len(text))
    )


def _holds(bare: str, pair: tuple[Told, Told]) -> bool:
    """Has it every word of both that says something, and no other? Where a verb is left out, what
    is said of one thing is said of another.
    """
    both = f"{pair[0].bare} {pair[1].bare}"
    return (
        len(citations.read(bare)) == 1
        and not retelling.lacks(bare, both)
        and not checks.missing_facts(bare, both)
        and checks.content(bare) == checks.content(both)
        and _capitals(both) <= {*WORD.findall(checks.fold(bare))}
    )


def _capitals(text: str) -> set[str]:
    """Names and what may be one, each as it is spelled: Cyrenaica is not the Cyrenaics."""
    words = (word for word in WORD.findall(text) if word[0].isupper())
    return {checks.fold(word) for word in words if checks.content(word)}


def _one_subject(one: Told, other: Told) -> bool:
    return any(conjoined.conjoined(*both) for both in permutations(_named_alike(one, other)))


def _at_odds(one: Told, other: Told) -> bool:
    """Do two documents say of one thing what cannot both be, another number or date, or that it is
    not so? As one sentence it would read as two things that happened.
    """
    if one.asked[0].piece.place.document == other.asked[0].piece.place.document:
        return False
    mine, yours = contradictions.facts(one.bare), contradictions.facts(other.bare)
    if contradictions.other_value(mine, yours) is not None:
        return True
    same = contradictions.alike(mine, yours) >= contradictions.CLOSE
    return same and bool(DENIES.search(one.bare)) != bool(DENIES.search(other.bare))


def _named_alike(one: Told, other: Told) -> tuple[str, str]:
    """The sentences, each with the whole name that the other begins with where its document is
    about that: beside a father of the same name no text says which of the two it means.
    """
    first, second = (head(sentence.asked[0].piece) for sentence in (one, other))
    return (
        conjoined.named_whole(one.bare, other.bare, first),
        conjoined.named_whole(other.bare, one.bare, second),
    )
