"""What is drawn in an area of a rendered page, and the part of a page as a picture of its own.

Words alone are no figure: something must be drawn beside them, or in a table stand in cells. Lines
of words on the far side, parted by bare paper from all that is drawn, are not part of it either,
but for a single one in the middle, which may be a title.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexers.records import Picture
from indexers.text.places import Box

INK = 24  # of 255, by which a pixel differs from the paper
GAP_POINTS = 6.0  # of bare paper, past which nothing belongs to what was found
PARTED_POINTS = 8.0  # of bare paper between a figure and words that stand before it
OTHERS_POINTS = 2.5  # that letters may stand out of their lines
PAD_POINTS = 3.0
FEWEST_POINTS, SPECK_POINTS = 40.0, 10.0  # square points of ink: of a figure, of a band of it
Marks = NDArray[np.bool_]
Pixels = tuple[int, int, int, int]


class Sought(Struct, frozen=True):
    """``core`` is looked at, and what goes on from it up to ``outer``; ``far`` is the side away
    from the caption. ``others`` are words that are not its own, ``words`` all words of the page,
    ``cells`` those that count as drawn. ``left`` is the edge of the text, ``size`` its height;
    ``titled``: a line of words on the far side may be its title.
    """

    core: Box
    outer: Box
    far: Literal["above", "below"]
    others: Sequence[Box]
    words: Sequence[Box]
    cells: Sequence[Box]
    left: float
    size: float
    titled: bool


class Drawn(Struct, frozen=True):
    """In points; no ``figure`` where it is words alone, or goes on past the room there is."""

    box: Box
    figure: bool = True


def drawn(picture: Picture, sought: Sought) -> Drawn | None:
    """None where there is bare paper."""
    ink = _ink(picture)
    _erase(ink, sought.others, picture, OTHERS_POINTS)
    bounds, limits = _bounds(ink, _pixels(sought.core, picture)), _pixels(sought.outer, picture)
    if bounds is None:
        return None
    bounds = _grown(ink, bounds, limits, round(GAP_POINTS * picture.scale))
    solid = ink.copy()
    _erase(solid, sought.words, picture, 1.0)
    for box in sought.cells:
        x0, y0, x1, y1 = _pixels(box, picture)
        solid[y0:y1, x0:x1] = ink[y0:y1, x0:x1]
    x0, y0, x1, y1 = bounds
    is_bare = solid[y0:y1, x0:x1].sum() < FEWEST_POINTS * picture.scale**2
    if is_bare or _is_cut(ink, bounds, limits):
        return Drawn(_points(bounds, picture), figure=False)
    bounds = _without_far_words(ink, solid, bounds, sought, picture.scale)
    return Drawn(_padded(_points(bounds, picture), sought.outer))


def part(picture: Picture, box: Box) -> Picture:
    """What stands in ``box``, in points."""
    x0, y0, x1, y1 = _pixels(box, picture)
    rows = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    cut = rows[y0:y1, x0:x1]
    return Picture(cut.shape[1], cut.shape[0], picture.scale, cut.tobytes())


def _ink(picture: Picture) -> Marks:
    """What differs from the paper, which is the colour that most of the page's edge has."""
    rows = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    edge = np.concatenate([rows[0], rows[-1], rows[:, 0], rows[:, -1]])
    paper = np.median(edge, axis=0).astype(np.int16)
    marks: Marks = np.abs(rows.astype(np.int16) - paper).max(axis=2) >= INK
    return marks


def _erase(ink: Marks, boxes: Iterable[Box], picture: Picture, margin: float) -> None:
    for x0, y0, x1, y1 in boxes:
        wider = (x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        left, top, right, bottom = _pixels(wider, picture)
        ink[top:bottom, left:right] = False


def _without_far_words(
    ink: Marks, solid: Marks, found: Pixels, sought: Sought, scale: float
) -> Pixels:
    x0, y0, x1, y1 = found
    bands = _bands(
        np.flatnonzero(ink[y0:y1, x0:x1].any(axis=1)).tolist(), round(PARTED_POINTS * scale)
    )
    bands = bands if sought.far == "above" else bands[::-1]
    while len(bands) > 1:
        top, bottom = y0 + bands[0][0], y0 + bands[0][1]
        columns = np.flatnonzero(ink[top:bottom, x0:x1].any(axis=0))
        at_the_edge = abs((x0 + columns[0]) / scale - sought.left) <= GAP_POINTS
        is_line = (bottom - top) / scale < 1.8 * sought.size
        is_title = sought.titled and is_line and not at_the_edge
        if solid[top:bottom, x0:x1].sum() >= SPECK_POINTS * scale**2 or is_title:
            break
        bands = bands[1:]
    tops, bottoms = zip(*bands, strict=True)
    return _bounds(ink, (x0, y0 + min(tops), x1, y0 + max(bottoms))) or found


def _bands(rows: list[int], gap: int) -> list[tuple[int, int]]:
    """Runs of rows that have ink, parted by ``gap`` rows without any."""
    bands: list[tuple[int, int]] = []
    for row in rows:
        if bands and row - bands[-1][1] < gap:
            bands[-1] = (bands[-1][0], row + 1)
        else:
            bands.append((row, row + 1))
    return bands


def _bounds(ink: Marks, inside: Pixels) -> Pixels | None:
    x0, y0, x1, y1 = inside
    marks = ink[y0:y1, x0:x1]
    rows, columns = np.flatnonzero(marks.any(axis=1)), np.flatnonzero(marks.any(axis=0))
    if not len(rows):
        return None
    left, top = x0 + int(columns[0]), y0 + int(rows[0])
    return left, top, x0 + int(columns[-1]) + 1, y0 + int(rows[-1]) + 1


def _grown(ink: Marks, found: Pixels, limits: Pixels, gap: int) -> Pixels:
    """Out to all sides, while there is ink within ``gap`` pixels of it."""
    while True:
        x0, y0, x1, y1 = found
        left, top = max(limits[0], x0 - gap), max(limits[1], y0 - gap)
        right, bottom = min(limits[2], x1 + gap), min(limits[3], y1 + gap)
        near = _bounds(ink, (left, top, right, bottom)) or found
        grown = (min(x0, near[0]), min(y0, near[1]), max(x1, near[2]), max(y1, near[3]))
        if grown == found:
            return found
        found = grown


def _is_cut(ink: Marks, found: Pixels, limits: Pixels) -> bool:
    """Does what is drawn cross an edge of the room there is?"""
    x0, y0, x1, y1 = found
    left, top, right, bottom = limits
    rows, columns = ink[y0:y1], ink[:, x0:x1]
    across = [
        x0 <= left and left > 1 and (rows[:, left - 2] & rows[:, left]),
        x1 >= right and right + 1 < ink.shape[1] and (rows[:, right + 1] & rows[:, right - 1]),
        y0 <= top and top > 1 and (columns[top - 2] & columns[top]),
        y1 >= bottom and bottom + 1 < ink.shape[0] and (columns[bottom + 1] & columns[bottom - 1]),
    ]
    return any(np.any(marks) for marks in across)


def _padded(box: Box, outer: Box) -> Box:
    """With a little of the paper around it."""
    return (
        max(outer[0], box[0] - PAD_POINTS),
        max(outer[1], box[1] - PAD_POINTS),
        min(outer[2], box[2] + PAD_POINTS),
        min(outer[3], box[3] + PAD_POINTS),
    )


def _pixels(box: Box, picture: Picture) -> Pixels:
    x0, y0, x1, y1 = (round(value * picture.scale) for value in box)
    return (
        min(max(0, x0), picture.width),
        min(max(0, y0), picture.height),
        min(max(0, x1), picture.width),
        min(max(0, y1), picture.height),
    )


def _points(pixels: Pixels, picture: Picture) -> Box:
    x0, y0, x1, y1 = (value / picture.scale for value in pixels)
    return (x0, y0, x1, y1)
