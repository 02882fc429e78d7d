"""The window begins whole on a screen that is there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMargins, QRect, QSize

from desktop.shell.placing import fitted, least

LAPTOP = QRect(0, 0, 1440, 900)
DESK = QRect(1440, 0, 2560, 1400)
FRAME = QMargins(1, 20, 1, 5)


def framed(inner: QRect) -> QRect:
    return inner.marginsAdded(FRAME)


@pytest.mark.parametrize(
    "wanted",
    [
        QRect(0, 0, 1440, 900),
        QRect(0, 0, 4000, 3000),
        QRect(1, 20, 1440, 900),
        QRect(900, 700, 1200, 800),
        QRect(-400, -300, 1200, 800),
        QRect(5000, 4000, 1200, 800),
        QRect(1500, 100, 2000, 1200),
    ],
)
def test_it_stands_whole_on_the_only_screen(wanted: QRect) -> None:
    inner = fitted(wanted, [LAPTOP], FRAME)
    assert LAPTOP.contains(framed(inner))
    assert inner.size() == wanted.size().boundedTo(QSize(1438, 875))


def test_it_stands_where_it_was_left() -> None:
    for left in (QRect(100, 80, 1200, 700), QRect(1600, 100, 2000, 1200)):
        assert fitted(left, [LAPTOP, DESK], FRAME) == left


def test_from_a_screen_that_is_gone_it_comes_back_to_the_middle() -> None:
    inner = fitted(QRect(1600, 100, 1200, 700), [LAPTOP], FRAME)
    assert abs(framed(inner).center().x() - LAPTOP.center().x()) <= 1


def test_the_smallest_window_fits_a_small_screen() -> None:
    assert least(QSize(1024, 680), [LAPTOP]) == QSize(1024, 680)
    assert least(QSize(1024, 680), [LAPTOP, QRect(0, 0, 1024, 600)]).height() < 600
