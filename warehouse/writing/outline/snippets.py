"""Θ(s, h): which snippets of evidence are of use to the section they were put under.

APOLLO, section 3.2. Each is weighed by the model beside the others of its section, since a small
model's yes is worth something only in comparison: what is far below the best of its section goes,
as long as enough is left for a paragraph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import choosing
from warehouse.methods.evidence.reduction import flat, head, lost
from warehouse.results.records import Evidence
from warehouse.steering import Course
from warehouse.writing.outline.grouping import FEWEST_NOTES
from warehouse.writing.outline.outlining import Heading

FAR_BELOW = 0.4  # of the best chance in a section, below which a snippet goes

_Chances = Mapping[tuple[str, int], float]


def useful(
    headings: Sequence[Heading], title: str, context: Context
) -> tuple[tuple[Heading, ...], list[Loss]]:
    """The headings of the article of that title, and those below them, without what they have no
    use for; what the user insists on stays. Raises Cancelled.
    """
    pairs = [
        (heading, piece)
        for above in headings
        for _, heading in above.walk()
        for piece in chain.from_iterable(heading.paragraphs)
    ]
    if not pairs:
        return tuple(headings), []
    context.run.step("sifting", 0, len(pairs))
    given = [
        {
            "article": title,
            "section": f"{heading.title}. {heading.about}",
            "note": f"{head(piece)}: {flat(piece.text)}",
        }
        for heading, piece in pairs
    ]
    likely = choosing.chances("useful", given, context.engine, context.run)
    chances = {
        (heading.title, piece.number): chance
        for (heading, piece), chance in zip(pairs, likely, strict=True)
    }
    losses: list[Loss] = []
    course = context.steering.course
    return tuple(_sifted(heading, chances, course, losses) for heading in headings), losses


def _sifted(heading: Heading, chances: _Chances, course: Course, losses: list[Loss]) -> Heading:
    pieces = [*chain.from_iterable(heading.paragraphs)]
    order = sorted(pieces, key=lambda piece: -chances[heading.title, piece.number])
    best = chances[heading.title, order[0].number] if order else 0.0
    gone = [
        piece
        for piece in order[FEWEST_NOTES:]
        if chances[heading.title, piece.number] < FAR_BELOW * best
        and not course.insists_on(piece.place)
    ]
    losses += [_lost(piece, heading, chances[heading.title, piece.number]) for piece in gone]
    kept = [tuple(piece for piece in group if piece not in gone) for group in heading.paragraphs]
    return structs.replace(
        heading,
        paragraphs=tuple(filter(None, kept)),
        children=tuple(_sifted(child, chances, course, losses) for child in heading.children),
    )


def _lost(piece: Evidence, heading: Heading, chance: float) -> Loss:
    return lost("sifting", piece, f"of no use to “{heading.title}” ({chance:.0%} likely)")
