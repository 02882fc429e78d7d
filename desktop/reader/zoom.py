"""How large a document is shown: fitted to the width, the page or some words, or as chosen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from desktop.reader.sheets import GAP_PX

if TYPE_CHECKING:
    from desktop.reader.content import Content, Lit

Fit = Literal["comfort", "width", "page", "words", "chosen"]
PIXELS_TO_POINT = 4 / 3  # at 100 %
STEP, WHEEL_STEP = 1.2, 1.1
LEAST, MOST = 0.15, 6.0
LEAST_TEXT, MOST_TEXT = 0.6, 3.0
_COMFORT = 1.7  # wider than this a line is long to read and a page long to scroll
_LEGIBLE = 1.3  # less is small print: margins are left out before that
_NARROW_MOST = 1.55  # the column of a paper with two columns is not blown up beyond this
_SIDE_PX = 12
_READABLE_PX = 8.0  # high are the lines of small print that can still be read
_SEEN_PX = 6.0  # and of that which can only just be made out


class Room(Struct, frozen=True):
    width: int
    height: int


class Zoom(Struct, frozen=True):
    """``chosen`` is pixels to the point, of text that flows a factor; it counts where ``fit`` says
    so. ``larger`` is what "words" is enlarged by.
    """

    fit: Fit = "comfort"
    chosen: float = 1.0
    larger: float = 1.0

    def scale(self, content: Content, lit: Lit | None, room: Room) -> float:
        if not content.paged:
            wanted = self.chosen if self.fit == "chosen" else self.larger
            return max(LEAST_TEXT, min(wanted, MOST_TEXT))
        width, height = usual_size(content)
        whole = max(LEAST, (room.width - 2 * GAP_PX) / width)
        scales: dict[Fit, float] = {
            "comfort": _for_reading(content, whole, room),
            "width": whole,
            "page": min(whole, (room.height - 2 * GAP_PX) / height),
            "words": _for_words(lit, whole, room) * self.larger,
            "chosen": self.chosen,
        }
        return max(LEAST, min(scales[self.fit], MOST))

    @property
    def cuts_margins(self) -> bool:
        """What is beyond the sides is empty paper: no bar is needed to get there."""
        return self.fit == "comfort" or (self.fit == "words" and self.larger <= 1)

    def column(self, content: Content) -> tuple[float, float]:
        """From where to where a page is fitted to the width, in points; (0, 0) for all of it."""
        lit = content.lit
        if self.fit == "words" and lit is not None and lit.column[1]:
            return lit.column
        return content.column if self.cuts_margins else (0.0, 0.0)

    def shows_whole_lines(self, content: Content, scale: float, width_px: int) -> bool:
        """Nothing but margins is beyond the sides."""
        left, right = self.column(content)
        return self.cuts_margins and (right - left) * scale <= width_px

    def stepped(self, scale: float, by: float) -> Zoom:
        """Larger or smaller than ``scale``, which it is now."""
        if self.fit == "words":
            return Zoom("words", 1.0, max(0.4, min(self.larger * by, 4.0)))
        return Zoom("chosen", max(LEAST, min(scale * by, MOST)))


def _for_reading(content: Content, whole: float, room: Room) -> float:
    """The page as wide as the room; of a narrow room the text without its margins."""
    left, right = content.column
    if right <= left or whole >= _LEGIBLE:
        return min(whole, _COMFORT)
    return max(whole, min((room.width - 2 * _SIDE_PX) / (right - left), _LEGIBLE))


def _for_words(lit: Lit | None, whole: float, room: Room) -> float:
    """The column of the words as wide as the room, so that each of its lines is seen whole. Where
    they could not be read so they are larger, as long as the words themselves are in sight.
    """
    if lit is None or lit.column[1] <= lit.column[0]:
        return whole
    wide_px = room.width - 2 * _SIDE_PX
    left, right = lit.column
    fitted = min(wide_px / (right - left), _NARROW_MOST)
    left, right = _reach(lit)
    in_sight = max(wide_px / (right - left), _SEEN_PX / lit.line_pt)
    return max(whole, fitted, min(_READABLE_PX / lit.line_pt, in_sight, _NARROW_MOST))


def _reach(lit: Lit) -> tuple[float, float]:
    """From the left of the words to their right; their column where that is not known."""
    boxes = [box for _, page_boxes in lit.boxes for box in page_boxes]
    left = min((box[0] for box in boxes), default=lit.column[0])
    right = max((box[2] for box in boxes), default=lit.column[1])
    return (left, right) if right > left else lit.column


def usual_size(content: Content) -> tuple[float, float]:
    """That of most of the first pages."""
    sizes = [content.size(page) for page in range(min(len(content.pages), 60))]
    return Counter(sizes).most_common(1)[0][0]


def percent(content: Content, scale: float) -> int:
    return round(100 * (scale / PIXELS_TO_POINT if content.paged else scale))
