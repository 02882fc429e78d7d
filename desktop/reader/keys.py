"""What the keys do in a view: scroll, turn pages, enlarge, select by words and lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from desktop.reader.zoom import STEP, Zoom

if TYPE_CHECKING:
    from desktop.reader.view import ReaderView

_OVERLAP_PX = 48  # of what was read last stays in sight
_KEY = Qt.Key
Act = Callable[[], object]


def press(view: ReaderView, event: QKeyEvent) -> bool:
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


def _scrolling(view: ReaderView) -> dict[Qt.Key, Act]:
    down = view.verticalScrollBar()
    line = down.singleStep()
    return {
        _KEY.Key_Down: partial(_by, view, line),
        _KEY.Key_Up: partial(_by, view, -line),
        _KEY.Key_PageDown: partial(_by_page, view, 1),
        _KEY.Key_PageUp: partial(_by_page, view, -1),
        _KEY.Key_Space: partial(_by_page, view, 1),
        _KEY.Key_Home: partial(down.setValue, 0),
        _KEY.Key_End: partial(down.setValue, down.maximum()),
        **(_across(view) if view.horizontalScrollBar().maximum() else _turning(view)),
    }


def _across(view: ReaderView) -> dict[Qt.Key, Act]:
    bar = view.horizontalScrollBar()
    return {
        _KEY.Key_Left: lambda: bar.setValue(bar.value() - bar.singleStep()),
        _KEY.Key_Right: lambda: bar.setValue(bar.value() + bar.singleStep()),
    }


def _turning(view: ReaderView) -> dict[Qt.Key, Act]:
    if not view.turns_pages:
        return {}
    return {
        _KEY.Key_Left: partial(view.turn, -1),
        _KEY.Key_Right: partial(view.turn, 1),
    }


def _zooming(view: ReaderView) -> dict[Qt.Key, Act]:
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


def fits(view: ReaderView) -> dict[str, Act]:
    """By name: how a document is fitted."""
    return {
        "width": partial(view.set_zoom, Zoom("width")),
        "page": partial(view.set_zoom, Zoom("page")),
    }


def _selecting(view: ReaderView) -> dict[Qt.Key, Act]:
    selecting = view.selecting
    return {
        _KEY.Key_Space: partial(_by_page, view, -1),
        _KEY.Key_Right: partial(selecting.extend_word, 1),
        _KEY.Key_Left: partial(selecting.extend_word, -1),
        _KEY.Key_Down: partial(selecting.extend_line, 1),
        _KEY.Key_Up: partial(selecting.extend_line, -1),
    }


def _by(view: ReaderView, px: int) -> None:
    bar = view.verticalScrollBar()
    bar.setValue(bar.value() + px)


def _by_page(view: ReaderView, pages: int) -> None:
    _by(view, pages * max(40, view.viewport().height() - _OVERLAP_PX))
