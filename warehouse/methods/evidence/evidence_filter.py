"""The evidence of the whole chain, weighed together once it is complete.

While the chain grows, each intent keeps what is best for it; what belongs together is known only
at the end. So every sentence is weighed again: by the task's own words in it, those above all that
no other sentence has; by whether its document is called by its title in the task or in the other
evidence, or it calls one of these; by its place among the sentences of its document. What is far
below the best is taken away as a loss, from the ends of a piece, or the whole piece, and the
score of what stays is its probability here, the same for all intents.

Only where the best is likely to be needed, as seldom in long manuals, since beside a weak one
nothing can be told to be unneeded; and for facts only: of an explanation every part may be needed.
What the user or a thought brought in is never taken away.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec import Struct, structs

from indexers.records import Loss, Sentence
from warehouse.engine.calibrated import shipped
from warehouse.library import Library
from warehouse.methods.evidence.pieces import leans
from warehouse.methods.evidence.reduction import LOST_CHARS, flat, head
from warehouse.question.words import content
from warehouse.results.records import Evidence
from warehouse.search import analyzer
from warehouse.search.rarity import word_shares
from warehouse.steering import Numbers
from warehouse.text import shortened

STAGE = "sifting"
LEAST = 2
SURE = 0.6  # how probable the best must be for any to go


class Signals(Struct, frozen=True):
    """What is known of one sentence among all that was kept.

    ``words`` is the share of the task's words in it, rare ones counting more; ``alone`` the share
    that stands in no other sentence; ``dense`` its cosine; ``connected`` 1 where its document is
    called by its title in the task or by evidence from another; ``bridge`` 1 where it calls such a
    document; ``lead`` 1 for the first sentence of a document; ``later`` how many sentences of its
    document have more of the task's words.
    """

    words: float
    alone: float
    dense: float
    connected: float
    bridge: float
    lead: float
    later: float


def probability(signals: Signals) -> float:
    """That the sentence is needed, by the fit of assets/fits/evidence.json."""
    entering = structs.replace(signals, later=math.log1p(signals.later))
    return shipped("evidence").probability(structs.astuple(entering))


class Sifted(Struct, frozen=True):
    evidence: tuple[Evidence, ...]
    losses: tuple[Loss, ...]


class _Told(Struct, frozen=True):
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
    calls by their title. At least ``LEAST`` pieces stay.
    """
    told = [one for index, item in enumerate(evidence) for one in _sentences(index, item, library)]
    if not told:
        return Sifted(tuple(evidence), ())
    weighed = [probability(one) for one in signals(task, told, named, library)]
    if max(weighed) < SURE:
        return Sifted(tuple(evidence), ())
    floor = shipped("evidence").threshold * max(weighed)
    best = dict.fromkeys(range(len(evidence)), 0.0)
    for one, chance in zip(told, weighed, strict=True):
        best[one.index] = max(best[one.index], chance)
    through = set(sorted(best, key=lambda index: -best[index])[:LEAST])
    through |= {index for index, chance in best.items() if chance >= floor}
    kept: list[Evidence] = []
    losses: list[Loss] = []
    for index, item in enumerate(evidence):
        own = [(one, p) for one, p in zip(told, weighed, strict=True) if one.index == index]
        if item.number in wished or not own:
            kept.append(item)
        elif index in through:
            part = _trimmed(own, floor)
            losses += [_loss(item, one, p) for one, p in own if one not in part]
            kept.append(_part(item, part, best[index], numbers, library))
        else:
            losses += [_loss(item, one, p) for one, p in own]
    return Sifted(tuple(kept), tuple(losses))


def relevance(
    task: str,
    evidence: Sequence[Evidence],
    named: Callable[[str], Collection[str]],
    library: Library,
) -> list[float]:
    """Of each piece how probable it is that its best sentence is needed, 0..1."""
    told = [one for index, item in enumerate(evidence) for one in _sentences(index, item, library)]
    best = [0.0] * len(evidence)
    if told:
        for one, signal in zip(told, signals(task, told, named, library), strict=True):
            best[one.index] = max(best[one.index], probability(signal))
    return best


def _sentences(index: int, item: Evidence, library: Library) -> Iterable[_Told]:
    place = item.place
    every = library.catalog.sentences(place.document)
    for sentence in every:
        if place.start <= sentence.start and sentence.end <= place.end:
            text = flat(item.text[sentence.start - place.start : sentence.end - place.start])
            lead = sentence.start == every[0].start
            framed = f"{head(item)}: {text}"
            yield _Told(index, place.document, sentence, framed, text, lead)


def signals(
    task: str, told: Sequence[_Told], named: Callable[[str], Collection[str]], library: Library
) -> list[Signals]:
    """Of each sentence among all of them."""
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
    found = []
    for at, one in enumerate(told):
        before = [shares[i] for i, other in enumerate(told) if other.document == one.document]
        found.append(
            Signals(
                words=shares[at],
                alone=sum(held[term] == 1 for term in having[at]) / (len(wanted) or 1),
                dense=float(cosines[at]),
                connected=float(one.document in called),
                bridge=float(bool(calls[at])),
                lead=float(one.lead),
                later=float(sum(share > shares[at] for share in before)),
            )
        )
    return found


def _trimmed(own: Sequence[tuple[_Told, float]], floor: float) -> list[_Told]:
    """The sentences from the first that is good enough to the last, and what the first leans on."""
    good = [at for at, (_, chance) in enumerate(own) if chance >= floor]
    good = good or [max(range(len(own)), key=lambda at: own[at][1])]
    first, last = good[0], good[-1]
    while first and leans(own[first][0].text):
        first -= 1
    return [one for one, _ in own[first : last + 1]]


def _part(
    item: Evidence, part: Sequence[_Told], score: float, numbers: Numbers, library: Library
) -> Evidence:
    """The same piece, shorter, under the number it has."""
    start, end = part[0].sentence.start, part[-1].sentence.end
    place = structs.replace(item.place, start=start, end=end)
    if (start, end) == (item.place.start, item.place.end):
        return structs.replace(item, score=score)
    if start != item.place.start:
        page, label = library.catalog.page_at(place.document, start)
        place = structs.replace(place, page=page)
        item = structs.replace(item, page_label=label)
    text = item.text[start - item.place.start : end - item.place.start]
    number = numbers.part(place, item.number)
    return structs.replace(item, number=number, place=place, text=text, score=score)


def _loss(item: Evidence, one: _Told, chance: float) -> Loss:
    return Loss(
        STAGE,
        f"{item.title}: {shortened(one.text, LOST_CHARS)}",
        f"not needed beside the other evidence ({chance:.0%} likely to be)",
        one.document,
        one.sentence.start,
        one.sentence.end,
    )
