"""Words marked in a line of text, whichever way it is read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from desktop.theme import LIGHT, Theme, interface_font
from desktop.widgets.marked import draw_marked

WIDTH, HEIGHT = 400, 24
GROUND = QColor(LIGHT.background)
FROM_RIGHT = "\u05d1\u05d2\u05d3 " + "\u05de\u05e9 " * 6


def drawn(text: str, marks: Sequence[tuple[int, int]], width: int = WIDTH) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(GROUND)
    painter = QPainter(image)
    painter.setFont(interface_font(13))
    painter.setPen(QColor(LIGHT.ink))
    draw_marked(painter, QRectF(4, 0, width - 8, HEIGHT), text, marks, LIGHT)
    painter.end()
    return image


def columns(image: QImage, other: QColor | QImage) -> list[int]:
    """Those that are not all like the other."""

    def beside(x: int, y: int) -> QColor:
        return other.pixelColor(x, y) if isinstance(other, QImage) else other

    return [
        x
        for x in range(WIDTH)
        if any(image.pixelColor(x, y) != beside(x, y) for y in range(HEIGHT))
    ]


@pytest.mark.parametrize(
    ("text", "words", "from_right"),
    [(FROM_RIGHT, (0, 3), True), ("The bridge at Alder", (0, 3), False)],
)
def test_the_words_are_marked_where_they_stand(
    theme: Theme, text: str, words: tuple[int, int], from_right: bool
) -> None:
    plain = drawn(text, ())
    ink, lit = columns(plain, GROUND), columns(drawn(text, [words]), plain)
    assert lit == list(range(lit[0], lit[-1] + 1)), "in one piece, and nothing else is otherwise"
    assert len(lit) < len(range(ink[0], ink[-1])) / 2
    near = ink[-1] - lit[-1] if from_right else ink[0] - lit[0]
    assert abs(near) <= 3


def test_what_is_cut_off_is_not_marked(theme: Theme) -> None:
    text = "The bridge at Alder was built of oak"
    plain = drawn(text, (), 120)
    assert columns(drawn(text, [(len(text) - 3, len(text))], 120), plain) == []


def test_letters_of_two_units_do_not_shift_the_mark(theme: Theme) -> None:
    plain = drawn("\U0001d518\U0001d518 oak", ())
    lit = columns(drawn("\U0001d518\U0001d518 oak", [(3, 6)]), plain)
    assert lit and lit[-1] >= columns(plain, GROUND)[-1]
