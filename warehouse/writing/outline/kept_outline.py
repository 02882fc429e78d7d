"""A kept outline taken up again: over the evidence of now, and what the user steered since."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.reduction import framed, lost
from warehouse.results.records import Evidence
from warehouse.steering import Course, fold
from warehouse.writing.outline import grouping
from warehouse.writing.outline.borne_out import tells_of_heading
from warehouse.writing.outline.outlining import NOTHING_FOUND, Heading, Outline


def refitted(outline: Outline, evidence: Sequence[Evidence]) -> Outline:
    """Each piece as ``evidence`` has it now, by its place; one that is gone is left out."""
    placed = {(e.place.document, e.place.start): e for e in evidence}

    def fitted(heading: Heading) -> Heading:
        groups = (
            tuple(
                placed[key]
                for piece in group
                if (key := (piece.place.document, piece.place.start)) in placed
            )
            for group in heading.paragraphs
        )
        return msgspec.structs.replace(
            heading,
            paragraphs=tuple(group for group in groups if group),
            children=tuple(fitted(child) for child in heading.children),
            section=-1,
        )

    return msgspec.structs.replace(outline, sections=tuple(map(fitted, outline.sections)))


def searched_for(
    outline: Outline, evidence: Sequence[Evidence], context: Context
) -> list[Evidence]:
    """What its own searches brought once and is not in ``evidence``, of documents that can still be
    read: asked again beside other evidence, a search may leave it out.
    """
    library, steering = context.library, context.steering
    searches = {steering.course.wanted(" ".join(search.split())) for search in outline.searches}
    taken_places = {(piece.place.document, piece.place.start) for piece in evidence}
    return [
        msgspec.structs.replace(piece, number=steering.numbers.of(piece.place))
        for piece in outline.evidence()
        if piece.query in searches
        and (piece.place.document, piece.place.start) not in taken_places
        and library.catalog.knows(piece.place.document)
        and library.may_read(piece.place.document)
    ]


def with_insisted(
    outline: Outline, before: Course, evidence: Sequence[Evidence], context: Context
) -> Outline:
    """What the user insists on or had searched for since ``before``, and no heading holds, under
    the heading it is nearest to, as paragraphs of its own.
    """
    now, headings = context.steering.course, [heading for _, heading in outline.walk()]
    pins, places = {*now.pins} - {*before.pins}, {*now.places} - {*before.places}
    searches = _searches(now) - _searches(before)
    held = {piece.number for piece in outline.evidence()}
    fresh = [
        piece
        for piece in evidence
        if piece.number not in held
        and (
            piece.place.document in pins
            or fold(piece.query) in searches
            or any(piece.place.meets(at.document, at.start, at.end) for at in places)
        )
    ]
    if not fresh or not headings:
        return outline
    embed = context.library.retrieval.embed
    rows = embed([f"{heading.title} {heading.about}" for heading in headings])
    near = (embed([framed(piece) for piece in fresh]) @ rows.T).argmax(axis=1).tolist()
    pairs = [*zip(fresh, near, strict=True)]
    of_headings = iter([[piece for piece, at in pairs if at == n] for n in range(len(headings))])

    def fitted(heading: Heading) -> Heading:
        more = grouping.grouped(pieces, context) if (pieces := next(of_headings)) else ()
        children = tuple(map(fitted, heading.children))
        groups = (*heading.paragraphs, *more)
        return msgspec.structs.replace(heading, paragraphs=groups, children=children)

    return msgspec.structs.replace(outline, sections=tuple(map(fitted, outline.sections)))


def _searches(course: Course) -> set[str]:
    return {fold(search) for many in course.searches.values() for search in many}


def still_lost(losses: Sequence[Loss], plan: Outline) -> list[Loss]:
    """Those that hold of ``plan``: it has not what was left out, a heading for which nothing was
    found stands in it and has nothing still, and one that was named anew is called so.
    """
    held = {(piece.place.document, piece.place.start) for piece in plan.evidence()}
    empty = {
        heading.title
        for _, heading in plan.walk()
        if not any(part.paragraphs for _, part in heading.walk())
    }
    titles = {heading.title for _, heading in plan.walk()}
    return [
        loss
        for loss in losses
        if (loss.document, loss.start) not in held
        and (loss.reason != NOTHING_FOUND or loss.what in empty)
        and (not tells_of_heading(loss) or loss.what in titles)
    ]


def no_longer_found(kept: Outline, plan: Outline) -> list[Loss]:
    """What ``kept`` rested on that its searches do not bring up any more."""
    before, now = (
        {
            (piece.place.document, piece.place.start): piece
            for _, heading in outline.walk()
            for group in heading.paragraphs
            for piece in group
        }
        for outline in (kept, plan)
    )
    return [lost("outlining", before[key], "is no longer found") for key in before.keys() - now]
