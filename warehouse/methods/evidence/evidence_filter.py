"""The evidence of the whole chain, weighed together once it is complete.

Each sentence is weighed beside all others by a fit (assets/fits/evidence.json). What is far below
the best goes as a loss, from the ends of a piece or the whole piece; the score of what stays is
its probability here, the same for all intents. Nothing goes where the best itself is unlikely to
be needed, nor of long documents, which the fit knows nothing of: their sentences have few words of
a question (MEASURED.md). For facts only: of an explanation every part may be needed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.calibrated import shipped
from warehouse.library import Library
from warehouse.methods.evidence.reduction import flat, lost_line, made
from warehouse.methods.evidence.sentences import Line, is_long
from warehouse.question.words import content
from warehouse.results import for_experts
from warehouse.results.records import Evidence
from warehouse.search import analyzer
from warehouse.search.names import TitleIndex
from warehouse.search.rarity import word_shares

STAGE = "sifting"
SURE = 0.6  # how probable the best must be for any to go


def sift(
    task: str,
    evidence: Sequence[Evidence],
    wished: Collection[int],
    titles: TitleIndex,
    context: Context,
) -> tuple[list[Evidence | None], list[Loss]]:
    """(``evidence``, each piece in its place, shortened, None for one that goes; what went).
    ``wished`` are the numbers that stay as they are.
    """
    fit = shipped("evidence")
    read = [
        []
        if is_long(item.place.document, context.library)
        else list(sentences(item, context.library))
        for item in evidence
    ]
    lines = [line for own in read for line in own]
    weighed = fit.probabilities(signals_of(task, lines, titles, context.library))[:, 1].tolist()
    if max(weighed, default=0.0) < SURE:
        return list(evidence), []
    floor = fit.threshold * max(weighed)
    chances = dict(zip(lines, weighed, strict=True))
    pieces: list[Evidence | None] = []
    losses: list[Loss] = []
    for item, own in zip(evidence, read, strict=True):
        if item.number in wished or not own:
            pieces.append(item)
            continue
        good = [at for at, line in enumerate(own) if chances[line] >= floor]
        part = own[good[0] : good[-1] + 1] if good else []
        for line in [line for line in own if line not in part]:
            reason = for_experts.noted(
                "not needed beside what else was found", f"{chances[line]:.0%} likely"
            )
            losses.append(lost_line(STAGE, line, reason))
        best = max(chances[line] for line in own)
        pieces.append(_part(item, part, best, context) if part else None)
    return pieces, losses


def sentences(item: Evidence, library: Library) -> Iterator[Line]:
    place = item.place
    document_sentences = library.catalog.sentences(place.document)
    for sentence in document_sentences:
        if place.start <= sentence.start and sentence.end <= place.end:
            yield Line(
                document=place.document,
                title=item.title,
                path=item.path,
                start=sentence.start,
                end=sentence.end,
                text=flat(item.text[sentence.start - place.start : sentence.end - place.start]),
                lead=sentence.start == document_sentences[0].start,
            )


def signals_of(
    task: str, told: Sequence[Line], titles: TitleIndex, library: Library
) -> list[list[float]]:
    """Of each sentence beside all others, in the order of the fit."""
    if not told:
        return []
    framed = [line.framed for line in told]
    shares = word_shares([task], framed)
    cosines = library.retrieval.likeness(task, framed)
    wanted = content(task)
    having = [wanted & set(analyzer.terms(text)) for text in framed]
    held = Counter(term for terms in having for term in terms)
    documents = {line.document for line in told}
    calls = [documents & set(titles.mentioned(line.text)) - {line.document} for line in told]
    called = set(titles.mentioned(task)).union(*calls)
    fit = shipped("evidence")
    rows = []
    for at, line in enumerate(told):
        same = [shares[i] for i, other in enumerate(told) if other.document == line.document]
        signals = {
            "words": shares[at],
            "alone": sum(held[term] == 1 for term in having[at]) / (len(wanted) or 1),
            "dense": float(cosines[at]),
            "connected": float(line.document in called),
            "bridge": float(bool(calls[at])),
            "lead": float(line.lead),
            "later": math.log1p(sum(share > shares[at] for share in same)),
        }
        rows.append([signals[name] for name in fit.signals])
    return rows


def _part(item: Evidence, part: Sequence[Line], score: float, context: Context) -> Evidence:
    """The same piece, shorter, under the number it has."""
    first, end = part[0], part[-1].end
    if (first.start, end) == (item.place.start, item.place.end):
        return structs.replace(item, score=score)
    stands = context.library.catalog.stands(first.document, first.start, end)
    number = context.steering.numbers.part(stands[0], item.number)
    text = item.text[first.start - item.place.start : end - item.place.start]
    return made(first, stands, text, item.query, score, number)
