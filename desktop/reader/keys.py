"""What the keys do in a view: scroll, turn pages, enlarge, select by words and lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QScrollBar, QWidget

from desktop.reader.selecting import Selecting
from desktop.reader.zoom import STEP, Zoom

_OVERLAP_PX = 48  # of what was read last stays in sight
_KEY = Qt.Key
Act = Callable[[], object]


class Keyed(Protocol):
    """What the keys move: the view."""

    selecting: Selecting
    usual_zoom: Zoom
    zoom: Zoom
    walks_with_arrows: bool

    def verticalScrollBar(self) -> QScrollBar: ...

    def horizontalScrollBar(self) -> QScrollBar: ...

    def viewport(self) -> QWidget: ...

    def turn(self, by: int) -> None: ...

    def set_zoom(self, zoom: Zoom, around: QPointF | None = None) -> None: ...

    def step_zoom(self, by: float, around: QPointF | None = None) -> None: ...


def press(view: Keyed, event: QKeyEvent) -> bool:
    """Whether the view had a use for the key."""
    if event.matches(QKeySequence.StandardKey.Copy):
        return view.selecting.copy()
    control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    if event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return False
    acts = _zooming(view) if control else _selecting(view) if shift else _scrolling(view)
    act = acts.get(_KEY(event.key()))
    if act is None:
        return False
    act()
    return True


def _scrolling(view: Keyed) -> dict[Qt.Key, Act]:
    down = view.verticalScrollBar()
    line = down.singleStep()
    is_wide = view.horizontalScrollBar().maximum() and not view.zoom.cuts_margins
    sideways = _across(view) if is_wide else _turning(view)
    sideways = sideways if view.walks_with_arrows else {}
    return {
        _KEY.Key_Down: partial(_by, view, line),
        _KEY.Key_Up: partial(_by, view, -line),
        _KEY.Key_PageDown: partial(_by_page, view, 1),
        _KEY.Key_PageUp: partial(_by_page, view, -1),
        _KEY.Key_Space: partial(_by_page, view, 1),
        _KEY.Key_Home: partial(down.setValue, 0),
        _KEY.Key_End: partial(down.setValue, down.maximum()),
        **sideways,
    }


def _across(view: Keyed) -> dict[Qt.Key, Act]:
    bar = view.horizontalScrollBar()
    return {
        _KEY.Key_Left: lambda: bar.setValue(bar.value() - bar.singleStep()),
        _KEY.Key_Right: lambda: bar.setValue(bar.value() + bar.singleStep()),
    }


def _turning(view: Keyed) -> dict[Qt.Key, Act]:
    return {
        _KEY.Key_Left: partial(view.turn, -1),
        _KEY.Key_Right: partial(view.turn, 1),
    }


def _zooming(view: Keyed) -> dict[Qt.Key, Act]:
    down = view.verticalScrollBar()
    larger = partial(view.step_zoom, STEP)
    return {
        _KEY.Key_Plus: larger,
        _KEY.Key_Equal: larger,
        _KEY.Key_Minus: partial(view.step_zoom, 1 / STEP),
        _KEY.Key_0: partial(view.set_zoom, view.usual_zoom),
        _KEY.Key_Home: partial(down.setValue, 0),
        _KEY.Key_End: partial(down.setValue, down.maximum()),
        _KEY.Key_A: view.selecting.take_page,
    }


def _selecting(view: Keyed) -> dict[Qt.Key, Act]:
    selecting = view.selecting
    return {
        _KEY.Key_Space: partial(_by_page, view, -1),
        _KEY.Key_Right: partial(selecting.extend_word, 1),
        _KEY.Key_Left: partial(selecting.extend_word, -1),
        _KEY.Key_Down: partial(selecting.extend_line, 1),
        _KEY.Key_Up: partial(selecting.extend_line, -1),
    }


def _by(view: Keyed, px: int) -> None:
    bar = view.verticalScrollBar()
    bar.setValue(bar.value() + px)


def _by_page(view: Keyed, pages: int) -> None:
    _by(view, pages * max(40, view.viewport().height() - _OVERLAP_PX))
