"""The free area beside a caption, by words alone: up or down to the nearest prose.

What stands between a caption and the nearest line of prose, heading or other caption is what it
captions. Which side that is, the other captions of the document tell where it is not plain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from indexers.text.places import Box
from warehouse.documents.figures.captions import Caption, Kind, around
from warehouse.documents.figures.layout import EDGE_POINTS, Block, Laid, Shape

Side = Literal["above", "below"]
SMALLEST, LOWEST = 40.0, 12.0  # points: the width and the height of a figure at least
COLUMN_LINES = 3  # of prose, that make a column beside a figure
BESIDE = 72.0  # points between the heights of two captions that part a page
NOTE_LINES = 3  # of prose at most, between a table and its caption
GAP = 1.5  # points that a figure keeps from words that are not its own
_BOUNDS = ("prose", "heading", "caption")


class Area(Struct, frozen=True):
    """``core`` is surely free of others' words; what is drawn may go on from it up to ``outer``."""

    side: Side
    core: Box
    outer: Box
    others: tuple[Box, ...] = ()
    cells: tuple[Box, ...] = ()


def beside(caption: Caption, laid: Laid, usual: Shape) -> dict[Side, Area]:
    """The sides on which there is room."""
    areas: dict[Side, Area] = {}
    for side in ("above", "below"):
        area = _area(side, caption, laid, usual)
        if area.core[3] - area.core[1] >= LOWEST and area.core[2] - area.core[0] >= SMALLEST:
            areas[side] = area
    return areas


def sides(found: Iterable[tuple[Caption, dict[Side, Area]]]) -> dict[Kind, Side]:
    """On which side of their captions figures and tables stand in a document."""
    votes: Counter[tuple[Kind, Side]] = Counter()
    for caption, areas in found:
        roomy = [side for side, area in areas.items() if area.core[3] - area.core[1] >= SMALLEST]
        if len(roomy) == 1:
            votes[caption.kind, roomy[0]] += 1
        elif caption.kind == "table":
            with_cells = [side for side, area in areas.items() if area.cells]
            if len(with_cells) == 1:
                votes[caption.kind, with_cells[0]] += 1
    figures: Side = "below" if votes["figure", "below"] > votes["figure", "above"] else "above"
    tables: Side = "above" if votes["table", "above"] > votes["table", "below"] else "below"
    return {"figure": figures, "table": tables}


def ordered(caption: Caption, areas: dict[Side, Area], usual: dict[Kind, Side]) -> list[Area]:
    """The likelier first."""
    return sorted(areas.values(), key=lambda area: area.side != usual[caption.kind])


def _area(side: Side, caption: Caption, laid: Laid, usual: Shape) -> Area:
    page, own_box = laid.page, caption.box
    notes = _notes(side, caption, laid) if caption.kind == "table" else ()
    bounds = [
        block
        for block in laid.blocks
        if block.kind in _BOUNDS and block.start != caption.start and block not in notes
    ]
    runs = [run for block in bounds for run in _runs(block.lines)]
    left, right = _beside_captions(caption, laid)
    over = [run for run in runs if any(_is_over(line, own_box, left, right) for line in run)]
    head: Sequence[Box] = ()
    if side == "above":
        ends = [around(run)[3] for run in over if run[-1][3] <= own_box[1] + GAP]
        if not ends and caption.kind == "figure":
            head = _running_head(laid, usual)
        top, bottom = max(ends, default=0.0), own_box[1] - GAP
        core_top = top if ends else max((line[3] for line in head), default=usual.top)
        core_top, core_bottom = min(core_top, bottom), bottom
    else:
        begins = [run[0][1] for run in over if run[0][1] >= own_box[3] - GAP]
        top, bottom = own_box[3] + GAP, min(begins, default=page.height)
        core_top, core_bottom = top, (bottom if begins else max(usual.bottom, top))
    columns = [line for run in runs if len(run) >= COLUMN_LINES for line in run]
    x0, x1 = _between(columns, own_box, (left, core_top, right, core_bottom))
    core_x0, core_x1 = max(x0, usual.left), min(x1, usual.right)
    if core_x1 - core_x0 < own_box[2] - own_box[0]:
        core_x0, core_x1 = x0, x1
    core = (core_x0, core_top, core_x1, core_bottom)
    cells = [line for block in laid.blocks if block.kind == "cells" for line in block.lines]
    return Area(
        side,
        core,
        outer=(x0, top, x1, bottom),
        others=(*(line for run in runs for line in run), *head, own_box),
        cells=tuple(line for line in cells if _meet(line, core)),
    )


def _runs(lines: Sequence[Box]) -> Iterator[list[Box]]:
    """Lines one under the other: a paragraph that goes on in the next column is two."""
    run: list[Box] = []
    for line in lines:
        if run and line[1] < run[-1][1] - (line[3] - line[1]):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _is_over(line: Box, own: Box, left: float, right: float) -> bool:
    return min(line[2], own[2], right) > max(line[0], own[0], left)


def _notes(side: Side, caption: Caption, laid: Laid) -> Sequence[Block]:
    """Short prose between the caption of a table and its rows of cells."""
    box, notes = caption.box, list[Block]()
    for block in sorted(laid.blocks, key=lambda one: _away(side, one, box)):
        aside = min(block.box[2], box[2]) <= max(block.box[0], box[0])
        if aside or block.start == caption.start or _away(side, block, box) < -GAP:
            continue
        if block.kind == "cells":
            return notes
        if block.kind in _BOUNDS and (block.kind != "prose" or len(block.lines) > NOTE_LINES):
            return ()
        notes.append(block)
    return ()


def _away(side: Side, block: Block, own: Box) -> float:
    return own[1] - block.box[3] if side == "above" else block.box[1] - own[3]


def _running_head(laid: Laid, usual: Shape) -> tuple[Box, ...]:
    """Words in the place of the first line of other pages, over a figure that begins the page; a
    title of the figure reaches no edge.
    """
    lines = (line for block in laid.blocks for line in block.lines)
    first = [line for line in lines if abs(line[1] - usual.top) <= GAP]
    left = min((line[0] for line in first), default=usual.right)
    right = max((line[2] for line in first), default=usual.left)
    edge = min(usual.right, usual.left + usual.measure)
    is_head = left <= usual.left + EDGE_POINTS or right >= edge - EDGE_POINTS
    return tuple(first) if is_head else ()


def _beside_captions(caption: Caption, laid: Laid) -> tuple[float, float]:
    """Figures side by side, or in two columns at about the same height, part the page in the middle
    between their captions.
    """
    left, right, box = 0.0, laid.page.width, caption.box
    for other in laid.captions:
        away = max(other.box[1] - box[3], box[1] - other.box[3])
        if other.start != caption.start and away < BESIDE:
            if other.box[2] <= box[0]:
                left = max(left, (other.box[2] + box[0]) / 2)
            elif other.box[0] >= box[2]:
                right = min(right, (box[2] + other.box[0]) / 2)
    return left, right


def _between(lines: Sequence[Box], own: Box, area: Box) -> tuple[float, float]:
    """The room between the lines of others to the left and to the right of the area."""
    x0, top, x1, bottom = area
    for line in lines:
        if line[3] > top + GAP and line[1] < bottom - GAP:
            if line[2] <= own[0]:
                x0 = max(x0, line[2] + GAP)
            elif line[0] >= own[2]:
                x1 = min(x1, line[0] - GAP)
    return x0, x1


def _share_height(one: Box, other: Box) -> bool:
    return min(one[3], other[3]) > max(one[1], other[1])


def _meet(one: Box, other: Box) -> bool:
    wide = min(one[2], other[2]) > max(one[0], other[0])
    return wide and _share_height(one, other)
