"""A kept outline taken up again: over the evidence of now, and what the user steered since."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.reduction import framed, lost
from warehouse.results.records import Evidence
from warehouse.steering import Course, fold
from warehouse.writing import grouping
from warehouse.writing.outlining import Heading, Outline


def refitted(outline: Outline, evidence: Sequence[Evidence]) -> Outline:
    """Each piece as ``evidence`` has it now, by its place; one that is gone is left out."""
    there = {(e.place.document, e.place.start): e for e in evidence}

    def fitted(heading: Heading) -> Heading:
        groups = (
            tuple(
                there[key]
                for piece in group
                if (key := (piece.place.document, piece.place.start)) in there
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
    searches = {steering.course.wanted(" ".join(one.split())) for one in outline.searches}
    there = {(one.place.document, one.place.start) for one in evidence}
    return [
        msgspec.structs.replace(one, number=steering.numbers.of(one.place))
        for one in outline.evidence()
        if one.query in searches
        and (one.place.document, one.place.start) not in there
        and library.catalog.knows(one.place.document)
        and library.may_read(one.place.document)
    ]


def with_insisted(
    outline: Outline, before: Course, evidence: Sequence[Evidence], context: Context
) -> Outline:
    """What the user insists on or had searched for since ``before``, and no heading holds, under
    the heading it is nearest to, as paragraphs of its own.
    """
    now, headings = context.steering.course, [one for _, one in outline.walk()]
    pins, places = {*now.pins} - {*before.pins}, {*now.places} - {*before.places}
    searches = _searches(now) - _searches(before)
    held = {one.number for one in outline.evidence()}
    fresh = [
        one
        for one in evidence
        if one.number not in held
        and (
            one.place.document in pins
            or fold(one.query) in searches
            or any(one.place.meets(at.document, at.start, at.end) for at in places)
        )
    ]
    if not fresh or not headings:
        return outline
    embed = context.library.retrieval.embed
    rows = embed([f"{one.title} {one.about}" for one in headings])
    near = (embed([framed(one) for one in fresh]) @ rows.T).argmax(axis=1).tolist()
    pairs = [*zip(fresh, near, strict=True)]
    own = iter([[piece for piece, at in pairs if at == n] for n in range(len(headings))])

    def fitted(heading: Heading) -> Heading:
        more = grouping.grouped(pieces, context) if (pieces := next(own)) else ()
        children = tuple(map(fitted, heading.children))
        groups = (*heading.paragraphs, *more)
        return msgspec.structs.replace(heading, paragraphs=groups, children=children)

    return msgspec.structs.replace(outline, sections=tuple(map(fitted, outline.sections)))


def _searches(course: Course) -> set[str]:
    return {fold(one) for many in course.searches.values() for one in many}


def no_longer_found(kept: Outline, plan: Outline) -> list[Loss]:
    """What ``kept`` rested on that its searches do not bring up any more."""
    before, now = (
        {
            (piece.place.document, piece.place.start): piece
            for _, heading in one.walk()
            for group in heading.paragraphs
            for piece in group
        }
        for one in (kept, plan)
    )
    return [lost("outlining", before[key], "is no longer found") for key in before.keys() - now]
