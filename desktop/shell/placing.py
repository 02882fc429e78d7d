"""Where the window stands: as it was left, whole on a screen that is there, never larger than it.

Sizes are those of the window without its frame; screens are what the system leaves free of them,
the first one where a new window belongs. How wide the frame is, only the window manager knows, and
only once the window is shown: until then it is guessed, then looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop.state import WindowState

GUESSED_FRAME = QMargins(4, 36, 4, 4)
FRAMED_MS = 200  # until the window manager has put its frame around a window


def screens() -> list[QRect]:
    """What is free of each, the main one first."""
    main = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not main]
    return [screen.availableGeometry() for screen in (main, *others) if screen is not None]


def fitted(wanted: QRect, there: Sequence[QRect], frame: QMargins = GUESSED_FRAME) -> QRect:
    """``wanted`` cut to the screen it is on most, and moved to stand whole on it; in the middle of
    the first where it is on none, or where its place is not known (an empty top left of 0, 0).
    """
    if not there:
        return wanted
    on = max(there, key=lambda screen: _area(screen.intersected(wanted)))
    is_there = _area(on.intersected(wanted)) > 0 and not wanted.topLeft().isNull()
    room = (on if is_there else there[0]).marginsRemoved(frame)
    size = wanted.size().boundedTo(room.size())
    if not is_there:
        spare = (room.size() - size) / 2
        return QRect(room.topLeft() + QPoint(spare.width(), spare.height()), size)
    left = max(room.left(), min(wanted.left(), room.right() + 1 - size.width()))
    top = max(room.top(), min(wanted.top(), room.bottom() + 1 - size.height()))
    return QRect(QPoint(left, top), size)


def least(wanted: QSize, there: Sequence[QRect]) -> QSize:
    """The smallest size of the window, where the smallest screen is smaller still."""
    for screen in there:
        wanted = wanted.boundedTo(screen.marginsRemoved(GUESSED_FRAME).size())
    return wanted


def place(window: QWidget, state: WindowState, smallest: QSize) -> None:
    """Before it is shown: where it was left, as far as the screens that are there let it."""
    areas = screens()
    window.setMinimumSize(least(smallest, areas))
    fits = fitted(QRect(state.left, state.top, state.width, state.height), areas)
    state.width, state.height = fits.width(), fits.height()
    window.setGeometry(fits)


def keep_on_screen(window: QWidget) -> None:
    """The frame is there by now, and may be wider than was guessed."""
    handle = window.windowHandle()
    if handle is None or window.isMaximized() or window.isFullScreen():
        return
    fits = fitted(window.geometry(), screens(), handle.frameMargins())
    if fits != window.geometry():
        window.setGeometry(fits)


def _area(one: QRect) -> int:
    return one.width() * one.height() if one.isValid() else 0
