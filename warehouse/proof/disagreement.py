"""Do documents of the evidence contradict each other, which sentences, and how sure is that?
And as text: "A (1998) says X; B (2004) says Y". Nothing is decided; the reader sees both.

Every sentence of the evidence is compared with those of other documents. Two that give a value of
the same thing differently (contradictions.py) are weighed by a fit
(``assets/fits/disagreement.json``): by how near they are in meaning and by what differs. A yes of a
model is no signal: that of the 1.5B is worse than chance (DECISIONS.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from itertools import combinations

from msgspec import Struct

from indexers.text import sentences
from warehouse.engine import calibrated
from warehouse.proof import checks, citations, contradictions
from warehouse.proof.contradictions import Difference
from warehouse.proof.dates import years
from warehouse.proof.numbers import numbers
from warehouse.records import Place
from warehouse.results import claimed_text
from warehouse.results.records import Claim, ClaimState, Disagreement, Evidence, Side
from warehouse.search.embedding import Embed

FIT = "disagreement"
SIGNALS = ("cosine", "number", "date")
MOST_SHOWN = 5
FEWEST_TERMS = 3
LONGEST = 400
ANSWERING = 0.5  # cosine with the question from which a sentence is taken to answer it
OPENING = "The sources disagree."
MOST_WRITTEN = 3
_YEAR = re.compile(r"\d{4}")


class Comparison(Struct, frozen=True):
    """What comparing needs to know: ``embed`` gives unit vectors, ``date`` that of a document.

    ``question`` is what the evidence was found for, "" where nothing was asked. ``apart``: each
    document is there for a thing of its own, as in a list; "the bridge has 40 arches" is not of one
    bridge then, so only sentences that share a name are compared.
    """

    embed: Embed
    date: Callable[[str], str]
    question: str = ""
    apart: bool = False


class Pair(Struct, frozen=True):
    """Two sentences of different documents that differ; ``cosine`` in 0..1."""

    first: Side
    second: Side
    difference: Difference
    cosine: float

    @property
    def signals(self) -> tuple[float, ...]:
        """In the order of SIGNALS."""
        kind = self.difference.kind
        return self.cosine, float(kind == "number"), float(kind == "date")


def find(evidence: Sequence[Evidence], comparison: Comparison) -> tuple[Disagreement, ...]:
    """The surest first; a difference between two pieces once, the earlier dated document first."""
    fit = calibrated.shipped(FIT)
    kept: dict[tuple[int, int, str], Disagreement] = {}
    by_date = sorted(sides(evidence, comparison), key=lambda side: side.date)
    for pair in pairs(by_date, comparison):
        if (chance := fit.probability(pair.signals)) >= fit.threshold:
            first, second, words = pair.first, pair.second, pair.difference.words()
            dispute = Disagreement(words, chance, first, second)
            kept.setdefault((first.number, second.number, words), dispute)
    return tuple(sorted(kept.values(), key=lambda one: -one.sure)[:MOST_SHOWN])


def sides(evidence: Sequence[Evidence], comparison: Comparison) -> list[Side]:
    """Every sentence of the evidence that says something, with where it stands and its date."""
    all_sides = []
    for item in evidence:
        date = comparison.date(item.place.document)
        for sentence in sentences.split(item.text):
            said = item.text[sentence.start : sentence.end]
            terms = len(checks.content(said)) + bool(numbers(said))
            if len(said) > LONGEST or terms < FEWEST_TERMS:
                continue
            start = item.place.start + sentence.start
            place = Place(item.place.document, item.place.page, start, start + len(said))
            all_sides.append(Side(item.number, said, place, item.title, item.page_label, date))
    return all_sides


def pairs(sides: Sequence[Side], comparison: Comparison) -> list[Pair]:
    """What differs, the nearest in meaning first.

    Two years that stand in the titles of their documents are those of the documents.
    """
    known = [contradictions.facts(side.said) for side in sides]
    own_time = [
        bool(facts.years & {*years(side.title)}) for facts, side in zip(known, sides, strict=True)
    ]
    asks = bool(comparison.question)
    near = [
        (a, b)
        for a, b in combinations(range(len(sides)), 2)
        if sides[a].place.document != sides[b].place.document
        and (not comparison.apart or known[a].names & known[b].names)
        and contradictions.other_value(known[a], known[b], asks)
    ]
    if not near:
        return []
    compared = sorted({index for pair in near for index in pair})
    vectors = comparison.embed([comparison.question, *(known[index].text for index in compared)])
    rows = dict(zip(compared, vectors[1:], strict=True))
    answers = {index: asks and float(row @ vectors[0]) >= ANSWERING for index, row in rows.items()}
    differing = []
    for a, b in near:
        difference = contradictions.other_value(known[a], known[b], answers[a] and answers[b])
        if difference and not (difference.kind == "date" and own_time[a] and own_time[b]):
            differing.append(Pair(sides[a], sides[b], difference, float(rows[a] @ rows[b])))
    return sorted(differing, key=lambda one: -one.cosine)


def written(
    text: str,
    checked: Sequence[Claim],
    found: Sequence[Disagreement],
    evidence: Sequence[Evidence],
) -> tuple[str, tuple[Claim, ...]]:
    """``text`` with a paragraph for what its sources disagree about, and all claims."""
    disputes = concerning(found, {number for claim in checked for number in claim.cites})
    return claimed_text.joined([(text, checked), paragraph(disputes, evidence)], "\n\n")


def paragraph(
    disputes: Sequence[Disagreement], evidence: Sequence[Evidence]
) -> claimed_text.Claimed:
    """Both sides of each in their words; empty of none."""
    text, claims = OPENING if disputes else "", list[Claim]()
    for dispute in disputes:
        for side, end in ((dispute.first, ";"), (dispute.second, ".")):
            said = half(side)
            at, (state, why) = len(text) + 1, _state(side, evidence)
            claims.append(Claim(at, at + len(said), said, (side.number,), state, why))
            text += f" {said}{end}"
    return text, tuple(claims)


def tells(text: str, dispute: Disagreement) -> bool:
    """Does a text say both halves, as ``written`` writes them?"""
    return half(dispute.first) in text and half(dispute.second) in text


def half(side: Side) -> str:
    """``“Annual report” (1998) says “The tower is 40 m high” [3]``"""
    return f"{heading(side)} says “{bare(side.said)}” [{side.number}]"


def concerning(found: Sequence[Disagreement], cited: Set[int]) -> list[Disagreement]:
    """Those in which a cited piece of evidence is one side, the surest first."""
    touching = [
        dispute for dispute in found if cited & {dispute.first.number, dispute.second.number}
    ]
    return touching[:MOST_WRITTEN]


def heading(side: Side) -> str:
    """``“Annual report” (1998)``; without a date the title alone."""
    year = _YEAR.search(side.date)
    return f"“{side.title}”" + (f" ({year[0]})" if year else "")


def bare(said: str) -> str:
    """The sentence as it stands between quotation marks: one line, no full stop, no marks."""
    return citations.without_marks(said).rstrip(".;").replace("“", "‘").replace("”", "’")


def _state(side: Side, evidence: Sequence[Evidence]) -> tuple[ClaimState, str]:
    """A half is copied: that its evidence still holds it is all there is to check."""
    texts = [item.text for item in evidence if item.number == side.number]
    held = any(checks.holds(text, side.said) for text in texts)
    return ("quoted", "copied from the page") if held else ("not found", "not in what it cites")
