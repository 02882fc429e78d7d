"""The outline as the user steered it: sections reworded, added and left out.

An intent of an article is the question of one of its sections; its place in the chain tells which.
What a section keeps of its parts stays with it when it gets another question.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.course import Course
from warehouse.writing.outline import Facet


def steered(
    facets: Sequence[Facet], course: Course, first: int, task: str
) -> tuple[list[Facet], list[Loss]]:
    """The facets by the user's course, and a loss for each that is not wanted.

    ``first`` is the place of the first one in the chain.
    """
    made: list[Facet] = []
    losses: list[Loss] = []
    for at, facet in enumerate(facets, start=first):
        facet = _reworded(facet, course.fixed.get(at, ""), task)
        if course.is_stopped(facet.question):
            losses.append(Loss("steering", f"the section “{facet.title}”", "stopped by you"))
            facet = structs.replace(facet, wanted=False)
        made.append(facet)
    added = [text for at, text in sorted(course.fixed.items()) if at >= first + len(facets)]
    made += [_reworded(Facet("", "", ()), text, task) for text in added]
    return made, losses


def _reworded(facet: Facet, text: str, task: str) -> Facet:
    """``text`` is the whole question, or a title alone."""
    if not text:
        return facet
    head = f"{task}: "
    title = text.removeprefix(head)
    return structs.replace(facet, title=title, question=head + title)
