"""Do documents of the evidence contradict each other? Which sentences, and how sure is that?

Every sentence of the evidence is compared with those of other documents. A pair is worth asking
about where a sign speaks for it (signs.py), the sooner where both sentences speak of all that was
asked; then the model says, yes or no, for all of them in one
batch, whether they contradict each other. A small model's yes means little by itself: a logistic
function weighs it together with the sign, how alike the sentences are in words and in meaning, and
whether they speak of other names or of another subject.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from indexers import sentences
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Engine, EngineInfo
from warehouse.library import Library
from warehouse.proof import checks, signs, told
from warehouse.proof.numbers import numbers
from warehouse.proof.signs import Sign
from warehouse.proof.told import Told
from warehouse.records import Place
from warehouse.results.records import Disagreement, Evidence, Research, Side
from warehouse.run import Run

MOST_ASKED = 6
MOST_SHOWN = 5
FEWEST_TERMS = 3
LONGEST = 400
STAGE = "Comparing sources"
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


class Pair(Struct, frozen=True):
    """Two sentences of different documents; ``cosine``, ``alike`` and ``subjects`` in 0..1.

    ``answers``: they tell the year of what the question asks for.
    """

    first: Side
    second: Side
    sign: Sign
    alike: float
    cosine: float
    strangers: bool
    subjects: float
    answers: bool = False


class Weights(Struct, frozen=True):
    """For models whose name holds ``family``; ``signs`` holds a weight for each kind of sign.

    ``strangers`` counts where both name names and share none, ``subjects`` where one does not speak
    of what the other begins with (.5), or neither does (1), which tells nothing where both answer
    the question. From ``keep`` on a pair is a disagreement.
    """

    family: str
    bias: float
    yes: float
    alike: float
    cosine: float
    strangers: float
    subjects: float
    signs: dict[str, float]
    keep: float = 0.5
    answers: float = 0.0

    def probability(self, pair: Pair, yes: float) -> float:
        """``yes`` in log odds."""
        z = self.bias + self.yes * yes + self.alike * pair.alike + self.cosine * pair.cosine
        z += self.strangers * pair.strangers
        z += self.answers if pair.answers else self.subjects * pair.subjects
        z += self.signs.get(pair.sign.kind, 0.0)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


# Set by hand on pairs of ``bench disagreement`` and on whole articles that contradict themselves
# nowhere. The 1.5B's yes did not tell the ones from the others (36 pairs), so it counts little;
# another model's can be fitted with that benchmark.
SIGNS = {"number": 2.0, "date": 2.0, "negation": 2.0, "opposite": 2.0, "name": 0.7}
WEIGHTS = (Weights("", -5.5, 0.3, 2.5, 4.0, -1.0, -1.5, SIGNS, keep=0.7, answers=1.5),)


def find(
    evidence: Sequence[Evidence],
    library: Library,
    engine: Engine,
    run: Run,
    question: str = "",
    apart: bool = False,
) -> tuple[Disagreement, ...]:
    """The disagreements among ``evidence``, the surest first. Raises Cancelled.

    The model is asked only where there is a pair worth asking about. ``apart``: each document is
    there for a thing of its own, as in a list; "the bridge has 40 arches" is not of one bridge
    then, so only sentences that share a name are compared. ``question`` is what they were found
    for, "" where nothing was asked.
    """
    found = pairs(sides(evidence, library), library.retrieval.embed, question, apart)
    if not found:
        return ()
    run.step(STAGE, 0, len(found))
    weights = of_model(engine.info())
    sure = [
        (weights.probability(pair, yes), pair)
        for pair, yes in zip(found, asked(found, engine, run), strict=True)
    ]
    sure = sorted((one for one in sure if one[0] >= weights.keep), key=lambda one: -one[0])
    return tuple(_told(pair, chance) for chance, pair in _each_once(sure))[:MOST_SHOWN]


def noted(
    chain: Research,
    evidence: Sequence[Evidence],
    library: Library,
    engine: Engine,
    run: Run,
    question: str = "",
    apart: bool = False,
) -> Research:
    """The chain with what the sources that are written from disagree about."""
    found = find(evidence, library, engine, run, question, apart)
    return structs.replace(chain, disagreements=found)


def sides(evidence: Sequence[Evidence], library: Library) -> list[Side]:
    """Every sentence of the evidence that says something, with where it stands and its date."""
    found = []
    dates = {one: _date(library, one) for one in {e.place.document for e in evidence}}
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


def pairs(
    sides: Sequence[Side], embed: Embed, question: str = "", apart: bool = False
) -> list[Pair]:
    """What is worth asking the model about, best first, at most ``MOST_ASKED``."""
    parts = [told.told(side.said) for side in sides]
    asked = told.told(question)
    answers = [_answers(side, part, asked) for side, part in zip(sides, parts, strict=True)]
    near = [
        (a, b, sign)
        for a, b in combinations(range(len(sides)), 2)
        if sides[a].place.document != sides[b].place.document
        and (not apart or parts[a].names & parts[b].names)
        and (sign := signs.sign(parts[a], parts[b], answers[a] & answers[b])) is not None
    ]
    if not near:
        return []
    compared = sorted({index for a, b, _ in near for index in (a, b)})
    rows = embed([parts[index].text for index in compared])
    at = {index: row for row, index in enumerate(compared)}
    found = []
    for a, b, sign in near:
        pair = _pair(sides[a], sides[b], parts[a], parts[b], sign, float(rows[at[a]] @ rows[at[b]]))
        both = bool(answers[a] & answers[b]) and sign.kind == "date" and not pair.strangers
        found.append(structs.replace(pair, answers=both))
    found.sort(key=lambda one: (not one.answers, -one.alike - one.cosine))
    return found[:MOST_ASKED]


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


def of_model(info: EngineInfo) -> Weights:
    """The weights of the model's family, the last of the table where none is known."""
    name = info.model.lower()
    return next(row for row in WEIGHTS if row.family in name)


def _answers(side: Side, part: Told, asked: Told) -> frozenset[str]:
    """The events that are asked for, where the sentence, under its title, speaks of all that is."""
    things = told.about(asked.content)
    there = part.content | told.content(side.title)
    wanted = asked.happened | told.named(asked.content)
    if not things & part.content or not things <= there or not wanted <= part.happened:
        return frozenset()
    return wanted


def _pair(a: Side, b: Side, one: Told, other: Told, sign: Sign, cosine: float) -> Pair:
    strangers = bool(one.names and other.names) and not one.names & other.names
    subjects = ((one.subject not in other.content) + (other.subject not in one.content)) / 2
    return Pair(a, b, sign, signs.alike(one, other), cosine, strangers, subjects)


def _each_once(sure: Sequence[tuple[float, Pair]]) -> list[tuple[float, Pair]]:
    """Of several pairs between the same two pieces of evidence about the same, the surest."""
    seen: set[tuple[int, int, str]] = set()
    kept = []
    for chance, pair in sure:
        key = (pair.first.number, pair.second.number, pair.sign.words())
        if key not in seen:
            seen.add(key)
            kept.append((chance, pair))
    return kept


def _told(pair: Pair, chance: float) -> Disagreement:
    """The earlier document first, where both have a date."""
    first, second = pair.first, pair.second
    if first.date and second.date and second.date < first.date:
        turned = Sign(pair.sign.kind, pair.sign.second, pair.sign.first)
        return Disagreement(turned.words(), chance, second, first)
    return Disagreement(pair.sign.words(), chance, first, second)


def _framed(side: Side) -> str:
    return f"{side.title}: {' '.join(side.said.split())}"


def _date(library: Library, document: str) -> str:
    return library.catalog.document(document).date if library.catalog.knows(document) else ""
