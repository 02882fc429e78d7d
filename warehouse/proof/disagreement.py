"""Do documents of the evidence contradict each other? Which sentences, and how sure is that?

Every sentence of the evidence is compared with those of other documents. A pair is worth asking
about where both give a value of the same thing, and it differs (contradictions.py), or where nearly
all their words are the same; then the model says, yes or no, for all of them in one batch, whether
they contradict each other. A fit (``assets/fits/disagreement.json``) weighs its yes together with
how alike the sentences are in words and in meaning, and what differs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from indexers import sentences
from warehouse.engine import calibrated, prompts
from warehouse.engine.protocol import ChooseRequest, Engine
from warehouse.proof import checks, contradictions
from warehouse.proof.contradictions import Difference, Facts
from warehouse.proof.dates import years
from warehouse.proof.numbers import numbers
from warehouse.records import Place
from warehouse.results.records import Disagreement, Evidence, Research, Side
from warehouse.run import Run

FIT = "disagreement"
SIGNALS = ("yes", "alike", "cosine", "strangers", "answers", "number", "date")
MOST_ASKED = 6
MOST_SHOWN = 5
FEWEST_TERMS = 3
LONGEST = 400
ANSWERING = 0.5  # cosine with the question from which a sentence is taken to answer it
RESTATED = 0.85  # share of the words from which two sentences with no other value are compared
STAGE = "Comparing sources"
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


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
    """Two sentences of different documents; ``cosine`` and ``alike`` in 0..1.

    ``strangers``: each has a name that the other has not. ``answers``: both are near the question.
    """

    first: Side
    second: Side
    difference: Difference
    alike: float
    cosine: float
    strangers: bool
    answers: bool = False

    def signals(self, yes: float) -> tuple[float, ...]:
        """In the order of SIGNALS; ``yes`` in log odds."""
        kind = self.difference.kind
        return (
            yes,
            self.alike,
            self.cosine,
            float(self.strangers),
            float(self.answers),
            float(kind == "number"),
            float(kind == "date"),
        )


def find(
    evidence: Sequence[Evidence], comparison: Comparison, engine: Engine, run: Run
) -> tuple[Disagreement, ...]:
    """The disagreements among ``evidence``, the surest first. Raises Cancelled.

    The model is asked only where there is a pair worth asking about.
    """
    found = pairs(sides(evidence, comparison), comparison)
    if not found:
        return ()
    run.step(STAGE, 0, len(found))
    fit = calibrated.of_model(FIT, engine.info().sha256)
    yes = asked(found, engine, run)
    chances = fit.probabilities([pair.signals(one) for pair, one in zip(found, yes, strict=True)])
    sure = [
        (float(chance), pair)
        for (_, chance), pair in zip(chances, found, strict=True)
        if chance >= fit.threshold
    ]
    sure.sort(key=lambda one: -one[0])
    return tuple(_told(pair, chance) for chance, pair in _each_once(sure))[:MOST_SHOWN]


def noted(
    chain: Research, evidence: Sequence[Evidence], comparison: Comparison, engine: Engine, run: Run
) -> Research:
    """The chain with what the sources that are written from disagree about."""
    return structs.replace(chain, disagreements=find(evidence, comparison, engine, run))


def sides(evidence: Sequence[Evidence], comparison: Comparison) -> list[Side]:
    """Every sentence of the evidence that says something, with where it stands and its date."""
    found = []
    dates = {one: comparison.date(one) for one in {e.place.document for e in evidence}}
    for item in evidence:
        for sentence in sentences.split(item.text):
            said = item.text[sentence.start : sentence.end]
            terms = len(checks.content(said)) + bool(numbers(said))
            if len(said) > LONGEST or terms < FEWEST_TERMS:
                continue
            start = item.place.start + sentence.start
            place = Place(item.place.document, item.place.page, start, start + len(said))
            date = dates[item.place.document]
            found.append(Side(item.number, said, place, item.title, item.page_label, date))
    return found


def pairs(sides: Sequence[Side], comparison: Comparison) -> list[Pair]:
    """What is worth asking the model about, best first, at most ``MOST_ASKED``.

    Two years that stand in the titles of their documents are those of the documents.
    """
    known = [contradictions.facts(side.said) for side in sides]
    own_time = [
        bool(one.years & {*years(side.title)}) for one, side in zip(known, sides, strict=True)
    ]
    asks = bool(comparison.question)
    near = [
        (a, b)
        for a, b in combinations(range(len(sides)), 2)
        if sides[a].place.document != sides[b].place.document
        and (not comparison.apart or known[a].names & known[b].names)
        and _difference(known[a], known[b], asks)
    ]
    if not near:
        return []
    compared = sorted({index for pair in near for index in pair})
    vectors = comparison.embed([comparison.question, *(known[index].text for index in compared)])
    rows = dict(zip(compared, vectors[1:], strict=True))
    answers = {index: asks and float(row @ vectors[0]) >= ANSWERING for index, row in rows.items()}
    found = []
    for a, b in near:
        both = answers[a] and answers[b]
        difference = _difference(known[a], known[b], both)
        if difference and not (difference.kind == "date" and own_time[a] and own_time[b]):
            cosine = float(rows[a] @ rows[b])
            likeness = contradictions.alike(known[a], known[b])
            strangers = contradictions.other_names(known[a], known[b])
            found.append(Pair(sides[a], sides[b], difference, likeness, cosine, strangers, both))
    found.sort(key=lambda one: (one.difference.kind == "words", -one.alike - one.cosine))
    return found[:MOST_ASKED]


def _difference(a: Facts, b: Facts, answering: bool) -> Difference | None:
    if found := contradictions.other_value(a, b, answering):
        return found
    shared = len(a.content & b.content) / max(1, len(a.content), len(b.content))
    same = checks.fold(a.text) == checks.fold(b.text)
    values = a.years == b.years and a.counted.keys() == b.counted.keys()
    return Difference("words") if shared >= RESTATED and values and not same else None


def asked(found: Sequence[Pair], engine: Engine, run: Run) -> list[float]:
    """The model's yes for each pair, in log odds, in one batch."""
    prompt = prompts.load("disagree")
    requests = [
        ChooseRequest(
            prompt.name,
            prompt.render(first=_framed(pair.first), second=_framed(pair.second)),
            ("yes", "no"),
        )
        for pair in found
    ]
    chances = [choice.probabilities[0] for choice in engine.choose(requests, run)]
    return [math.log(p / (1 - p)) for p in (min(1 - 1e-6, max(1e-6, one)) for one in chances)]


def _each_once(sure: Sequence[tuple[float, Pair]]) -> list[tuple[float, Pair]]:
    """Of several pairs between the same two pieces of evidence about the same, the surest."""
    seen: set[tuple[int, int, str]] = set()
    kept = []
    for chance, pair in sure:
        key = (pair.first.number, pair.second.number, pair.difference.words())
        if key not in seen:
            seen.add(key)
            kept.append((chance, pair))
    return kept


def _told(pair: Pair, chance: float) -> Disagreement:
    """The earlier document first, where both have a date."""
    first, second = pair.first, pair.second
    if first.date and second.date and second.date < first.date:
        difference = pair.difference
        turned = Difference(difference.kind, difference.second, difference.first)
        return Disagreement(turned.words(), chance, second, first)
    return Disagreement(pair.difference.words(), chance, first, second)


def _framed(side: Side) -> str:
    return f"{side.title}: {' '.join(side.said.split())}"
