"""Do documents of the evidence contradict each other? Which sentences, and how sure is that?

Every sentence of the evidence is compared with those of other documents. A pair is worth asking
about where a sign speaks for it (signs.py) or where the two are nearly the same statement; then the
model says, yes or no, for all of them in one batch, whether they contradict each other. A small
model's yes means little by itself: a logistic function weighs it together with the sign, how alike
the sentences are, and whether they speak of other names or of another subject.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from indexers import sentences
from warehouse import prompts
from warehouse.engine.protocol import ChooseRequest, Engine, EngineInfo
from warehouse.library import Library
from warehouse.records import Place
from warehouse.research.records import Chain, Disagreement, Evidence, Side
from warehouse.run import Run
from warehouse.writing import checks, signs
from warehouse.writing.signs import Sign, Told

NEAR = 0.3  # least share of words in common that is worth a vector
SAME_STATEMENT = 0.8  # least cosine at which two sentences without a sign are asked about
MOST_ASKED = 6
MOST_UNSIGNED = 2
MOST_SHOWN = 5
FEWEST_TERMS = 3
LONGEST = 400
STAGE = "Comparing sources"
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


class Pair(Struct, frozen=True):
    """Two sentences of different documents; ``cosine``, ``alike`` and ``subjects`` in 0..1."""

    first: Side
    second: Side
    sign: Sign | None
    alike: float
    cosine: float
    strangers: bool
    subjects: float


class Weights(Struct, frozen=True):
    """For models whose name holds ``family``; ``signs`` holds a weight for each kind of sign.

    ``strangers`` counts where both name names and share none, ``subjects`` where one does not speak
    of what the other begins with (.5), or neither does (1). From ``keep`` on a pair is a
    disagreement.
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

    def probability(self, pair: Pair, yes: float) -> float:
        """``yes`` in log odds."""
        z = self.bias + self.yes * yes + self.alike * pair.alike + self.cosine * pair.cosine
        z += self.strangers * pair.strangers + self.subjects * pair.subjects
        z += self.signs.get(pair.sign.kind, 0.0) if pair.sign else 0.0
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


STARTING = {"number": 3.0, "date": 3.0, "negation": 2.5, "opposite": 2.5, "name": 1.5}
WEIGHTS = (Weights("", -6.0, 0.5, 2.0, 3.0, -1.0, -1.5, STARTING),)


def find(
    evidence: Sequence[Evidence], library: Library, engine: Engine, run: Run
) -> tuple[Disagreement, ...]:
    """The disagreements among ``evidence``, the surest first. Raises Cancelled.

    The model is asked only where there is a pair worth asking about.
    """
    found = pairs(sides(evidence, library), library.retrieval.embed)
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
    chain: Chain, evidence: Sequence[Evidence], library: Library, engine: Engine, run: Run
) -> Chain:
    """The chain with what the sources that are written from disagree about."""
    return structs.replace(chain, disagreements=find(evidence, library, engine, run))


def sides(evidence: Sequence[Evidence], library: Library) -> list[Side]:
    """Every sentence of the evidence that says something, with where it stands and its date."""
    found = []
    dates = {one: _date(library, one) for one in {e.place.document for e in evidence}}
    for item in evidence:
        for sentence in sentences.split(item.text):
            said = item.text[sentence.start : sentence.end]
            if len(said) > LONGEST or len(checks.content(said)) < FEWEST_TERMS:
                continue
            start = item.place.start + sentence.start
            place = Place(item.place.document, item.place.page, start, start + len(said))
            date = dates[item.place.document]
            found.append(Side(item.number, said, place, item.title, item.page_label, date))
    return found


def pairs(told: Sequence[Side], embed: Embed) -> list[Pair]:
    """What is worth asking the model about, best first, at most ``MOST_ASKED``."""
    parts = [signs.told(side.said) for side in told]
    near = [
        (a, b, signs.sign(parts[a], parts[b]))
        for a, b in combinations(range(len(told)), 2)
        if told[a].place.document != told[b].place.document
        and signs.alike(parts[a], parts[b]) >= NEAR
    ]
    if not near:
        return []
    wanted = sorted({index for a, b, _ in near for index in (a, b)})
    rows = embed([parts[index].text for index in wanted])
    at = {index: row for row, index in enumerate(wanted)}
    found = [
        _pair(told[a], told[b], parts[a], parts[b], sign, float(rows[at[a]] @ rows[at[b]]))
        for a, b, sign in near
    ]
    found.sort(key=lambda one: -one.alike - one.cosine)
    signed = [one for one in found if one.sign]
    unsigned = [one for one in found if not one.sign and _nearly_same(one)]
    return [*signed, *unsigned[:MOST_UNSIGNED]][:MOST_ASKED]


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


def _pair(a: Side, b: Side, one: Told, other: Told, sign: Sign | None, cosine: float) -> Pair:
    strangers = bool(one.names and other.names) and not one.names & other.names
    subjects = ((one.subject not in other.content) + (other.subject not in one.content)) / 2
    return Pair(a, b, sign, signs.alike(one, other), cosine, strangers, subjects)


def _nearly_same(pair: Pair) -> bool:
    """Alike enough to contradict each other unseen, and not the same words."""
    same = checks.fold(pair.first.said) == checks.fold(pair.second.said)
    return pair.cosine >= SAME_STATEMENT and not same and pair.alike < 1.0


def _each_once(sure: Sequence[tuple[float, Pair]]) -> list[tuple[float, Pair]]:
    """Of several pairs between the same two pieces of evidence about the same, the surest."""
    seen: set[tuple[int, int, str]] = set()
    kept = []
    for chance, pair in sure:
        key = (pair.first.number, pair.second.number, pair.sign.words() if pair.sign else "")
        if key not in seen:
            seen.add(key)
            kept.append((chance, pair))
    return kept


def _told(pair: Pair, chance: float) -> Disagreement:
    """The earlier document first, where both have a date."""
    about = pair.sign.words() if pair.sign else "the statement"
    first, second = pair.first, pair.second
    if first.date and second.date and second.date < first.date:
        return Disagreement(_turned(pair.sign), chance, second, first)
    return Disagreement(about, chance, first, second)


def _turned(sign: Sign | None) -> str:
    return Sign(sign.kind, sign.second, sign.first).words() if sign else "the statement"


def _framed(side: Side) -> str:
    return f"{side.title}: {' '.join(side.said.split())}"


def _date(library: Library, document: str) -> str:
    return library.catalog.document(document).date if library.catalog.knows(document) else ""
