"""What the user insists on: documents that are pinned, and words that are to be evidence.

A pinned document is read whatever its screening says, by itself, so that its sentences need not be
better than those of others. Kept words come first into the budget.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import sentences
from warehouse.methods.evidence.extraction import extract
from warehouse.methods.evidence.pool import Pool
from warehouse.methods.evidence.reduction import reduce
from warehouse.methods.evidence.repetition import KnownEvidence
from warehouse.methods.evidence.screening import Screened
from warehouse.records import Place
from warehouse.results.records import Evidence, Research
from warehouse.search.names import TitleIndex
from warehouse.steering import Numbers, words_at

PINNED = 1.0
FIRST = 1.0
FOUND_BY = "kept by you"


def screened(documents: Sequence[str], task: str, pool: Pool, library: Library) -> list[Screened]:
    """The pinned documents, those that have something to read and may be read."""
    allowed = [document for document in documents if library.may_read(document)]
    pool.name(allowed, task)
    candidates = [pool.candidates[document] for document in allowed]
    return [Screened(candidate, PINNED) for candidate in candidates if candidate.hits]


def places(
    wanted: Sequence[Place],
    known: Sequence[Evidence],
    numbers: Numbers,
    library: Library,
) -> list[Evidence]:
    """``known`` evidence of these words moved to the front, and new evidence for the others.

    Words that were the rest of a longer piece are that rest again.
    """
    standing = {words_at(piece.place): piece for piece in known}
    queries = {piece.number: piece.query for piece in known}
    pieces = []
    for place in wanted:
        if (piece := standing.get(words_at(place))) is not None:
            pieces.append(structs.replace(piece, score=FIRST))
        elif library.may_read(place.document) and library.catalog.knows(place.document):
            pieces.append(_evidence(place, queries, numbers, library))
    return pieces


def beforehand(task: str, chain: Research, context: Context) -> Research:
    """With all that the user insists on, for methods that have no intents of their own. A thought
    of which nothing may be read any more does not stay.
    """
    course, numbers = context.steering.course, context.steering.numbers
    allowed = [
        piece for piece in chain.evidence if piece.place.document not in context.library.banned
    ]
    evidence = {words_at(piece.place): piece for piece in allowed}
    for piece in allowed:
        numbers.adopt(piece.place, piece.number)
    said = KnownEvidence(context)
    losses: list[Loss] = []
    pool = Pool(context.library)
    for passed in screened(course.pins, task, pool, context.library):
        lines = sentences.read(passed, context.library, pool.ranks)
        picked = extract((task,), lines, TitleIndex(()), context, least=0.0)
        fresh, lost = reduce(picked, lines, pool.queries, said, context, context.reading.explains)
        losses += lost
        evidence = {**{words_at(piece.place): piece for piece in fresh}, **evidence}
    for piece in places(course.places, tuple(evidence.values()), numbers, context.library):
        evidence[words_at(piece.place)] = piece
    read_of = dict.fromkeys((*chain.read, *(piece.place.document for piece in evidence.values())))
    insisted = structs.replace(
        chain,
        evidence=tuple(evidence.values()),
        read=tuple(read_of),
        losses=(*chain.losses, *losses),
    )
    return with_readable_thoughts(insisted, context.library)


def with_readable_thoughts(chain: Research, library: Library) -> Research:
    """Each with those numbers that are there and may be read; without those that have none."""
    standing = {piece.number for piece in chain.evidence if library.may_read(piece.place.document)}
    thoughts = [
        structs.replace(one, numbers=tuple(number for number in one.numbers if number in standing))
        for one in chain.recollections
    ]
    return structs.replace(chain, recollections=tuple(one for one in thoughts if one.numbers))


def _evidence(
    place: Place, queries: Mapping[int, str], numbers: Numbers, library: Library
) -> Evidence:
    catalog = library.catalog
    hits = catalog.passage_hits(place.document)
    paths = (hit.path for hit in hits if hit.start <= place.start < hit.end)
    place, label = catalog.stands(place.document, place.start, place.end)
    number = numbers.of(place)
    return Evidence(
        number=number,
        place=place,
        text=catalog.for_prompts(place.document, place.start, place.end),
        title=catalog.document(place.document).title,
        page_label=label,
        path=next(paths, ""),
        query=queries.get(number, FOUND_BY),
        score=FIRST,
    )
