"""The evidence of the whole chain, weighed together once it is complete.

Each sentence is weighed beside all others by a fit (assets/fits/evidence.json). What is far below
the best goes as a loss, from the ends of a piece or the whole piece; the score of what stays is
its probability here, the same for all intents. Nothing goes where the best itself is unlikely to
be needed, as in long manuals. For facts only: of an explanation every part may be needed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec import Struct, structs

from indexers.records import Loss, Sentence
from warehouse.engine.calibrated import shipped
from warehouse.library import Library
from warehouse.methods.evidence.reduction import LOST_CHARS, flat, head
from warehouse.question.words import content
from warehouse.results.records import Evidence
from warehouse.search import analyzer
from warehouse.search.rarity import word_shares
from warehouse.steering import Numbers
from warehouse.text import shortened

STAGE = "sifting"
SURE = 0.6  # how probable the best must be for any to go


class Sifted(Struct, frozen=True):
    """``pieces`` are those given, in their places, shortened; None for one that goes."""

    pieces: tuple[Evidence | None, ...]
    losses: tuple[Loss, ...] = ()

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(filter(None, self.pieces))


class Told(Struct, frozen=True):
    """A sentence of a piece of evidence; ``index`` counts the pieces."""

    index: int
    document: str
    sentence: Sentence
    framed: str
    text: str
    lead: bool


def sift(
    task: str,
    evidence: Sequence[Evidence],
    wished: Collection[int],
    named: Callable[[str], Collection[str]],
    numbers: Numbers,
    library: Library,
) -> Sifted:
    """``wished`` are the numbers that stay as they are; ``named`` gives the documents that a text
    calls by their title.
    """
    told = sentences(evidence, library)
    fit = shipped("evidence")
    weighed = fit.probabilities(signals_of(task, told, named, library))[:, 1].tolist()
    if max(weighed, default=0.0) < SURE:
        return Sifted(tuple(evidence))
    floor = fit.threshold * max(weighed)
    best = dict.fromkeys(range(len(evidence)), 0.0)
    for one, chance in zip(told, weighed, strict=True):
        best[one.index] = max(best[one.index], chance)
    pieces: list[Evidence | None] = []
    losses: list[Loss] = []
    for index, item in enumerate(evidence):
        own = [(one, p) for one, p in zip(told, weighed, strict=True) if one.index == index]
        if item.number in wished or not own:
            pieces.append(item)
            continue
        part = _trimmed(own, floor) if best[index] >= floor else []
        losses += [_loss(item, one, p) for one, p in own if one not in part]
        pieces.append(_part(item, part, best[index], numbers, library) if part else None)
    return Sifted(tuple(pieces), tuple(losses))


def sentences(evidence: Sequence[Evidence], library: Library) -> list[Told]:
    return [one for index, item in enumerate(evidence) for one in _sentences(index, item, library)]


def _sentences(index: int, item: Evidence, library: Library) -> Iterable[Told]:
    place = item.place
    every = library.catalog.sentences(place.document)
    for sentence in every:
        if place.start <= sentence.start and sentence.end <= place.end:
            text = flat(item.text[sentence.start - place.start : sentence.end - place.start])
            lead = sentence.start == every[0].start
            framed = f"{head(item)}: {text}"
            yield Told(index, place.document, sentence, framed, text, lead)


def signals_of(
    task: str, told: Sequence[Told], named: Callable[[str], Collection[str]], library: Library
) -> list[list[float]]:
    """Of each sentence beside all others, in the order of the fit."""
    if not told:
        return []
    framed = [one.framed for one in told]
    shares = word_shares([task], framed)
    rows = library.retrieval.embed([task, *framed])
    cosines = rows[1:] @ rows[0]
    wanted = content(task)
    having = [wanted & set(analyzer.terms(text)) for text in framed]
    held = Counter(term for terms in having for term in terms)
    documents = {one.document for one in told}
    calls = [documents & set(named(one.text)) - {one.document} for one in told]
    called = set(named(task)).union(*calls)
    fit = shipped("evidence")
    found = []
    for at, one in enumerate(told):
        same = [shares[i] for i, other in enumerate(told) if other.document == one.document]
        signals = {
            "words": shares[at],
            "alone": sum(held[term] == 1 for term in having[at]) / (len(wanted) or 1),
            "dense": float(cosines[at]),
            "connected": float(one.document in called),
            "bridge": float(bool(calls[at])),
            "lead": float(one.lead),
            "later": math.log1p(sum(share > shares[at] for share in same)),
        }
        found.append([signals[name] for name in fit.signals])
    return found


def _trimmed(own: Sequence[tuple[Told, float]], floor: float) -> list[Told]:
    """The sentences from the first that is good enough to the last."""
    good = [at for at, (_, chance) in enumerate(own) if chance >= floor]
    return [one for one, _ in own[good[0] : good[-1] + 1]]


def _part(
    item: Evidence, part: Sequence[Told], score: float, numbers: Numbers, library: Library
) -> Evidence:
    """The same piece, shorter, under the number it has."""
    start, end = part[0].sentence.start, part[-1].sentence.end
    if (start, end) == (item.place.start, item.place.end):
        return structs.replace(item, score=score)
    page, label = library.catalog.page_at(item.place.document, start)
    place = structs.replace(item.place, start=start, end=end, page=page)
    return structs.replace(
        item,
        number=numbers.part(place, item.number),
        place=place,
        text=item.text[start - item.place.start : end - item.place.start],
        page_label=label,
        score=score,
    )


def _loss(item: Evidence, one: Told, chance: float) -> Loss:
    return Loss(
        STAGE,
        f"{item.title}: {shortened(one.text, LOST_CHARS)}",
        f"not needed beside the other evidence ({chance:.0%} likely to be)",
        one.document,
        one.sentence.start,
        one.sentence.end,
    )
