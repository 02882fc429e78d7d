"""Weaving: of the sentences of many samples the few that make the best paragraph.

What a paragraph is worth is what an editor would want: every note told, facts of several places
joined, little copied, nothing said twice. Pure: no model, no library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from warehouse.methods.evidence.prose import leans, points_back
from warehouse.proof import checks, citations
from warehouse.results.records import Evidence
from warehouse.writing.plain import said_before

COPIED_WORDS = 8  # in a row, from which words of a sentence are a copy
OWN_WORDS = 6  # in a row that a model may take over
JOINED, COPIED, AGAIN, SAME_SAMPLE = 0.5, 0.7, 0.4, 0.3  # beside 1 for each note told
SAME_BEGINNING = 0.4  # less for a sentence that begins like one that is chosen
BEGINNING_WORDS = 2
MOST_CITED = 3  # notes of a sentence; one that names more tells none of them
TOLD = 0.3  # of the words of a note, from which a sentence that cites it tells it
FRESH_WORDS = 2  # content words that a further note must share with a sentence without a mark
_WORD = re.compile(r"\w+")


class Unit(Struct, frozen=True):
    """Sentences with their marks that stand together; ``at`` is their place in the sample, 0 to 1.

    ``told`` are the notes they tell, ``copied`` how many of them are copies.
    """

    sentences: tuple[str, ...]
    sample: int
    at: float
    told: frozenset[int]
    copied: int = 0

    @property
    def joins(self) -> int:
        """Sentences that rest on two notes or more."""
        return sum(len(citations.cited(one)) > 1 for one in self.sentences)


def units(
    samples: Sequence[str],
    evidence: Sequence[Evidence],
    stands: Callable[[str], bool],
    translated: bool = False,
) -> list[Unit]:
    """Of each sample every sentence that ``stands``, with those after it that lean on it.

    A sentence without a mark gets those of the notes whose words it has. ``translated``: it may be
    in another language than its notes.
    """
    sources = [piece.text for piece in evidence]
    found: list[Unit] = []
    for number, sample in enumerate(samples):
        chain: tuple[str, ...] = ()
        told = citations.read(sample)
        for place, sentence in enumerate(told):
            cites = cites_of(sentence, evidence)
            marked = citations.remarked(sentence.written, cites) if cites else ""
            leaning = leans(sentence.bare)
            hangs = leaning and (not chain or not _follows(marked, chain[-1], evidence))
            if not marked or not stands(sentence.bare) or hangs:
                chain = ()
                continue
            chain = (*chain, marked) if leaning else (marked,)
            copied = sum(copies(one, sources) for one in chain)
            tells_of = tells(chain, evidence, translated)
            found.append(Unit(chain, number, place / len(told), tells_of, copied))
    return found


def woven(among: Sequence[Unit]) -> list[str]:
    """The sentences that together tell most notes, each telling something new. Greedy over the
    units; those of the sample that tells most by itself come first.
    """
    samples = {unit.sample for unit in among}
    alone = {n: _worth([unit for unit in among if unit.sample == n]) for n in sorted(samples)}
    best = max(alone, key=lambda number: alone[number], default=None)
    left, chosen = list(among), list[Unit]()
    told: frozenset[int] = frozenset()
    begun: set[tuple[str, ...]] = set()

    def gain(unit: Unit) -> float:
        alike = SAME_BEGINNING * (_beginning(unit) in begun)
        return _gain(unit, told) + SAME_SAMPLE * (unit.sample == best) - alike

    while left:
        unit = max(left, key=gain)
        if _gain(unit, told) <= 0:
            break
        left = [one for one in left if not _overlaps(one, unit)]
        chosen.append(unit)
        told |= unit.told
        begun.add(_beginning(unit))
    chosen.sort(key=lambda one: (one.at, one.sample != best))
    return [sentence for unit in chosen for sentence in unit.sentences]


def tells(
    sentences: Iterable[str], evidence: Sequence[Evidence], translated: bool = False
) -> frozenset[int]:
    """The notes whose words stand in the sentences that cite them; of translated ones all that they
    cite, since they share no words with them.
    """
    said: dict[int, str] = {}
    for sentence in sentences:
        for number in citations.cited(sentence):
            said[number] = f"{said.get(number, '')} {citations.without_marks(sentence)}"
    return frozenset(
        piece.number
        for piece in evidence
        if piece.number in said
        and (translated or checks.overlap(piece.text, said[piece.number]) >= TOLD)
    )


def copies(sentence: str, sources: Iterable[str]) -> bool:
    """Has it COPIED_WORDS in a row from one of the sources?"""
    runs = set(_runs(citations.without_marks(sentence)))
    return bool(runs) and any(not runs.isdisjoint(_runs(source)) for source in sources)


def _follows(sentence: str, before: str, evidence: Sequence[Evidence]) -> bool:
    """May it stand after ``before``? What an "it" stands for is told in the same section."""
    if not points_back(citations.without_marks(sentence)):
        return True
    one, other = (
        {(e.place.document, e.path) for e in evidence if e.number in citations.cited(text)}
        for text in (sentence, before)
    )
    return not one.isdisjoint(other)


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(checks.fold(text))
    return (tuple(words[at : at + COPIED_WORDS]) for at in range(len(words) - COPIED_WORDS + 1))


def cites_of(sentence: citations.Sentence, evidence: Sequence[Evidence]) -> tuple[int, ...]:
    """What it cites, or of one without a mark the notes whose words it has; none where it names
    other notes than these, or too many.
    """
    numbers = {piece.number for piece in evidence}
    found = sentence.cites or _nearest(sentence.bare, evidence)
    return found if len(found) <= MOST_CITED and numbers.issuperset(found) else ()


def _nearest(bare: str, evidence: Sequence[Evidence]) -> tuple[int, ...]:
    """The notes whose words it has, each with words that those before have not."""
    words = checks.content(bare)
    shared = {piece.number: words & checks.content(piece.text) for piece in evidence}
    told = [one for one in evidence if checks.overlap(one.text, bare) >= TOLD]
    cites: list[int] = []
    held: frozenset[str] = frozenset()
    for piece in sorted(told, key=lambda one: -len(shared[one.number])):
        if len(shared[piece.number] - held) >= FRESH_WORDS:
            cites.append(piece.number)
            held |= shared[piece.number]
    return tuple(sorted(cites))


def _worth(units_of_one: Sequence[Unit]) -> float:
    told: frozenset[int] = frozenset()
    total = 0.0
    for unit in units_of_one:
        total += max(0.0, _gain(unit, told))
        told |= unit.told
    return total


def _gain(unit: Unit, told: frozenset[int]) -> float:
    """Of a unit, where these notes are told already."""
    new = len(unit.told - told)
    if not new:
        return 0.0
    joined = unit.joins if len(unit.told) > 1 else 0
    return new - AGAIN * len(unit.told & told) + JOINED * joined - COPIED * unit.copied


def _beginning(unit: Unit) -> tuple[str, ...]:
    """The first words of its first sentence."""
    return tuple(_WORD.findall(checks.fold(unit.sentences[0]))[:BEGINNING_WORDS])


def _overlaps(one: Unit, other: Unit) -> bool:
    """Do they share a sentence, or does one say what the other does?"""
    if one.sample == other.sample and set(one.sentences) & set(other.sentences):
        return True
    bare = [citations.without_marks(sentence) for sentence in other.sentences]
    return any(said_before(citations.without_marks(a), bare) for a in one.sentences)
