"""The outline as the user steered it: sections reworded, added and left out.

An intent of an article is the question of one of its sections; its place in the chain tells which.
What a section keeps of its parts stays with it when it gets another question.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.steering import Course, node_at, place_of
from warehouse.writing.retold.planned import Facet

_NEW = Facet("", "", ())


def steered(
    facets: Sequence[Facet], course: Course, first: int, task: str
) -> tuple[list[Facet], list[Loss]]:
    """The facets by the user's course, and a loss for each that is not wanted.

    ``first`` is the place of the first one in the chain. One that was added while others were
    still to come stands before those.
    """
    planned = list(facets)
    for node in sorted(course.added, key=place_of):
        at = place_of(node)
        planned.insert(
            at - first if at >= first else len(planned), _reworded(_NEW, course.fixed[node], task)
        )
    made: list[Facet] = []
    losses: list[Loss] = []
    for place, facet in enumerate(planned, start=first):
        if node_at(place) not in course.added:
            facet = _reworded(facet, course.fixed.get(node_at(place), ""), task)
        if course.is_stopped(facet.question):
            losses.append(Loss("steering", f"the section “{facet.title}”", "stopped by you"))
            facet = structs.replace(facet, wanted=False)
        made.append(facet)
    after = first + len(planned)
    beyond = [node for node in sorted(course.fixed, key=place_of) if place_of(node) >= after]
    made += [
        _reworded(_NEW, course.fixed[node], task) for node in beyond if node not in course.added
    ]
    return made, losses


def _reworded(facet: Facet, text: str, task: str) -> Facet:
    """``text`` is the whole question, or a title alone."""
    if not text:
        return facet
    head = f"{task}: "
    title = text.removeprefix(head)
    return structs.replace(facet, title=title, question=head + title)
