"""Which notes the sentences of a draft cite, tell and copy. Pure: no model, no library."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from warehouse.methods.evidence.prose import leans, points_back
from warehouse.proof import checks, citations
from warehouse.results.records import Evidence

COPIED_WORDS = 8  # in a row, from which words of a sentence are a copy
MOST_CITED = 3  # notes of a sentence; one that names more tells none of them
TOLD = 0.3  # of the words of a note, from which a sentence that cites it tells it
FRESH_WORDS = 2  # content words that a further note must share with a sentence without a mark
_WORD = re.compile(r"\w+")


def standing(
    sample: str, evidence: Sequence[Evidence], stands: Callable[[str], bool]
) -> list[tuple[str, ...]]:
    """Every sentence that ``stands``, with its marks, behind those that it leans on.

    A sentence without a mark gets those of the notes whose words it has.
    """
    chains: list[tuple[str, ...]] = []
    chain: tuple[str, ...] = ()
    for sentence in citations.read(sample):
        cites = cites_of(sentence, evidence)
        marked = citations.remarked(sentence.written, cites) if cites else ""
        leaning = leans(sentence.bare)
        hangs = leaning and (not chain or not _follows(marked, chain[-1], evidence))
        if not marked or not stands(sentence.bare) or hangs:
            chain = ()
            continue
        chain = (*chain, marked) if leaning else (marked,)
        chains.append(chain)
    return chains


def tells(sentences: Iterable[str], evidence: Sequence[Evidence]) -> frozenset[int]:
    """The notes whose words stand in the sentences that cite them."""
    said: dict[int, str] = {}
    for sentence in sentences:
        for number in citations.cited(sentence):
            said[number] = f"{said.get(number, '')} {citations.without_marks(sentence)}"
    return frozenset(
        piece.number
        for piece in evidence
        if piece.number in said and checks.overlap(piece.text, said[piece.number]) >= TOLD
    )


def copies(sentence: str, sources: Iterable[str]) -> bool:
    """Has it COPIED_WORDS in a row from one of the sources?"""
    runs = set(_runs(citations.without_marks(sentence)))
    return bool(runs) and any(not runs.isdisjoint(_runs(source)) for source in sources)


def _follows(sentence: str, before: str, evidence: Sequence[Evidence]) -> bool:
    """May it stand after ``before``? What an "it" stands for is told in the same section."""
    if not points_back(citations.without_marks(sentence)):
        return True
    places, places_before = (
        {(e.place.document, e.path) for e in evidence if e.number in citations.cited(text)}
        for text in (sentence, before)
    )
    return not places.isdisjoint(places_before)


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(checks.fold(text))
    return (tuple(words[at : at + COPIED_WORDS]) for at in range(len(words) - COPIED_WORDS + 1))


def cites_of(sentence: citations.Sentence, evidence: Sequence[Evidence]) -> tuple[int, ...]:
    """What it cites, or of one without a mark the notes whose words it has; none where it names
    other notes than these, or too many.
    """
    numbers = {piece.number for piece in evidence}
    cites = sentence.cites or _nearest(sentence.bare, evidence)
    return cites if len(cites) <= MOST_CITED and numbers.issuperset(cites) else ()


def _nearest(bare: str, evidence: Sequence[Evidence]) -> tuple[int, ...]:
    """The notes whose words it has, each with words that those before have not."""
    words = checks.content(bare)
    shared = {piece.number: words & checks.content(piece.text) for piece in evidence}
    candidates = [piece for piece in evidence if checks.overlap(piece.text, bare) >= TOLD]
    cites: list[int] = []
    held: frozenset[str] = frozenset()
    for piece in sorted(candidates, key=lambda one: -len(shared[one.number])):
        if len(shared[piece.number] - held) >= FRESH_WORDS:
            cites.append(piece.number)
            held |= shared[piece.number]
    return tuple(sorted(cites))
