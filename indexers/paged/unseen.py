"""Words of a page that nobody sees: what is painted decides, not what the file says of it.

Most pages are cleared by what was extracted anyway: dark letters of a readable size, on the page,
and nothing large drawn there. A page with a doubt is drawn, and each of its words is looked for in
the picture: its letters must differ from what surrounds them. Invisible words over a picture that
shows something there are a scan's own text layer, and stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from indexers.paged.sheets import Box, Line, PlacedWord

SMALLEST_PT = 2.0
PALE = 0.75
_FAINT = 26  # of 255: a tenth
_LEAST_INK = 24
_SHARE_OF_INK = 0.25
_LARGE_PT = (10.0, 5.0)
_MOST_OPS = 400
OFF = "outside the page"
TINY = "too small to read"
INVISIBLE = "set to be invisible"
CLEAR = "fully transparent"
SAME = "in the colour of its background"
COVERED = "covered by something drawn over it"
BEHIND = "behind a picture"


_PAINTS = frozenset(b"Do sh BI f f* b b* B B* F".split())  # operators that fill an area
_DELIMITERS = bytes.maketrans(b"/%[]<>{}", b" " * 8)  # they end an operator as a space does


class Printed(NamedTuple):
    """How a run of letters is set: size in points, colour 0xRRGGBB, 0..255 of opacity."""

    box: Box
    size: float
    colour: int
    alpha: int
    painted: bool


class Drawn(NamedTuple):
    """One step of drawing the page: what was drawn, and where."""

    what: str
    box: Box


class Photo(NamedTuple):
    """The page as painted, rotation undone; ``x0`` and ``y0`` are the pixel of its first row."""

    width: int
    height: int
    scale: float
    x0: int
    y0: int
    rgb: bytes


def paints(contents: bytes) -> bool:
    """Whether an operator of a content stream may fill an area; words of a string may look so."""
    apart = contents.replace(b"(", b" (").replace(b")", b") ").translate(_DELIMITERS)
    return not _PAINTS.isdisjoint(apart.split())


def large_shapes(drawn: Sequence[Drawn]) -> bool:
    """Whether something is filled that words stand on or under."""
    shapes = [shape.box for shape in drawn if _is_large(shape)][:_MOST_OPS]
    texts = [_centre(step.box) for step in drawn if step.what.endswith("-text")][: 10 * _MOST_OPS]
    return any(_holds(box, x, y) for box in shapes for x, y in texts)


def is_pictured(drawn: Sequence[Drawn], page: Box) -> bool:
    """Whether pictures take more than half of the page; a scan may be made of strips."""
    left, top, right, foot = page
    boxes = [step.box for step in drawn if step.what in ("fill-image", "fill-imgmask")]
    taken = sum(
        max(0.0, min(x1, right) - max(x0, left)) * max(0.0, min(y1, foot) - max(y0, top))
        for x0, y0, x1, y1 in boxes
    )
    return taken > (right - left) * (foot - top) / 2


def part(
    lines: Sequence[Line], reason_of: Callable[[PlacedWord], str]
) -> tuple[list[Line], list[tuple[Line, str]]]:
    """(lines of words that are seen, lines that are not, each with the reason)."""
    seen: list[Line] = []
    hidden: list[tuple[Line, str]] = []
    for line in lines:
        reasons = [reason_of(word) for word in line.words]
        for reason in dict.fromkeys(filter(None, reasons)):
            hidden.append((_of(line, reasons, reason), reason))
        if not any(reasons):
            seen.append(line)
        elif not all(reasons):
            seen.append(_of(line, reasons, ""))
    return seen, hidden


def _of(line: Line, reasons: Sequence[str], wanted: str) -> Line:
    kept = Line([word for word, why in zip(line.words, reasons, strict=True) if why == wanted])
    kept.tone = line.tone
    return kept


class Frame:
    """Judges words by their place alone: enough where nothing else about the page is in doubt."""

    def __init__(self, page: Box) -> None:
        self._page = page

    def reason(self, word: PlacedWord) -> str:
        """Why it is not seen; "" where it is."""
        return "" if _holds(self._page, *_centre(word)) else OFF


class Look(Frame):
    """Judges words by the picture of the page too."""

    def __init__(
        self, printed: Sequence[Printed], drawn: Sequence[Drawn], photo: Photo, page: Box
    ) -> None:
        import numpy as np

        super().__init__(page)
        self._np = np
        self._printed = list(dict.fromkeys(printed))  # a page may print the same a thousand times
        self._boxes = np.array([run.box for run in self._printed], np.float64).reshape(-1, 4).T
        self._drawn = drawn
        self._photo = photo
        shape = (photo.height, photo.width, 3)
        self._pixels = np.frombuffer(photo.rgb, np.uint8).reshape(shape).astype(np.int16)
        self._images = [
            (at, step.box) for at, step in enumerate(drawn) if step.what in ("fill-image",)
        ][:_MOST_OPS]

    def reason(self, word: PlacedWord) -> str:
        if off := super().reason(word):
            return off
        x, y = _centre(word)
        how = self._set(word)
        if how is None or not any(map(str.isalnum, word[4])):
            return ""  # dots and rules are too thin to be judged
        if how.size < SMALLEST_PT and word[3] - word[1] < 1.5 * SMALLEST_PT:
            return TINY
        around, inside = self._around(word)
        if inside is None:
            return ""
        if how.alpha <= _FAINT:
            drawn = int((inside.max(axis=0) - inside.min(axis=0)).max()) > 2 * _LEAST_INK
            own_layer = drawn and not self._over_words(x, y)
            return "" if own_layer else (CLEAR if how.painted else INVISIBLE)
        colour = self._np.array([how.colour >> 16, how.colour >> 8 & 255, how.colour & 255])
        return self._by_ink(word, colour - around, inside - around)

    def _set(self, word: PlacedWord) -> Printed | None:
        """The run of letters that it is part of: the one at its very height."""
        x, y = _centre(word)
        return min(self._at(x, y), key=lambda one: abs(one.box[1] - word[1]), default=None)

    def _by_ink(self, word: PlacedWord, contrast: Any, inside: Any) -> str:
        """``contrast`` and ``inside`` are differences from the colour around the word."""
        if int(abs(contrast).max()) < _LEAST_INK:
            return SAME
        shares = (inside @ contrast) / float(contrast @ contrast)
        if float(shares.max()) < _SHARE_OF_INK:
            return COVERED
        return BEHIND if float(shares.max()) < 0.8 and self._behind(word) else ""

    def _around(self, word: PlacedWord) -> tuple[Any, Any]:
        """(the usual colour at the edge of the word, its pixels as rows); None off the picture."""
        scale, np = self._photo.scale, self._np
        x0, y0, x1, y1 = (value * scale for value in word[:4])
        left, top = int(x0) - self._photo.x0, int(y0) - self._photo.y0
        right, bottom = int(x1) + 1 - self._photo.x0, int(y1) + 1 - self._photo.y0
        part = self._pixels[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        if part.shape[0] < 2 or part.shape[1] < 2:
            return np.zeros(3, np.int16), None
        edge = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
        return np.median(edge, axis=0).astype(np.int16), part.reshape(-1, 3)

    def _over_words(self, x: float, y: float) -> bool:
        """Whether words that can be seen stand at this place."""
        return any(run.alpha > _FAINT for run in self._at(x, y))

    def _at(self, x: float, y: float) -> list[Printed]:
        """The runs of letters at a place."""
        left, top, right, foot = self._boxes
        here = (left <= x) & (x <= right) & (top <= y) & (y <= foot)
        return [self._printed[at] for at in self._np.flatnonzero(here)]

    def _behind(self, word: PlacedWord) -> bool:
        """Whether a picture was painted over it after the last run of letters at its place."""
        if not self._images:
            return False
        x, y = _centre(word)
        texts = (
            at
            for at, step in enumerate(self._drawn)
            if step.what.endswith("-text") and _holds(step.box, x, y)
        )
        last = max(texts, default=len(self._drawn))
        return any(at > last and _covers(box, word) for at, box in self._images)


def _is_large(one: Drawn) -> bool:
    if one.what not in ("fill-path", "fill-image", "fill-shade", "fill-imgmask"):
        return False
    x0, y0, x1, y1 = one.box
    return x1 - x0 >= _LARGE_PT[0] and y1 - y0 >= _LARGE_PT[1]


def _centre(box: Sequence[Any]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _covers(box: Box, word: PlacedWord) -> bool:
    slack = 0.5
    return (
        box[0] <= word[0] + slack
        and box[1] <= word[1] + slack
        and box[2] >= word[2] - slack
        and box[3] >= word[3] - slack
    )
