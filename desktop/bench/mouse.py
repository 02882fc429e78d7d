"""A mouse that clicks as the system's does: through XTEST on an X server, else through Qt."""

from __future__ import annotations

import ctypes
import ctypes.util

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

CURRENT_SCREEN, AT_ONCE, LEFT = -1, 0, 1


class Mouse:
    """``click`` returns before the window has had the click: its loop has to run."""

    def __init__(self) -> None:
        self._display: int | None = None
        if QGuiApplication.platformName() == "xcb":
            self._open()

    def click(self, widget: QWidget, at: QPoint) -> None:
        """With the left button, ``at`` in the widget's coordinates."""
        if self._display is None:
            QTest.mouseMove(widget, at)
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)
            return
        spot = widget.mapToGlobal(at) * widget.devicePixelRatioF()
        display, test = self._display, self._test
        test.XTestFakeMotionEvent(display, CURRENT_SCREEN, spot.x(), spot.y(), AT_ONCE)
        test.XTestFakeButtonEvent(display, LEFT, 1, AT_ONCE)
        test.XTestFakeButtonEvent(display, LEFT, 0, AT_ONCE)
        self._x11.XFlush(display)

    def _open(self) -> None:
        names = ctypes.util.find_library("X11"), ctypes.util.find_library("Xtst")
        if not all(names):
            return
        self._x11, self._test = (ctypes.CDLL(name) for name in names)
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
        self._x11.XFlush.argtypes = [ctypes.c_void_p]
        shown, number, moment = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
        self._test.XTestFakeMotionEvent.argtypes = (shown, number, number, number, moment)
        self._test.XTestFakeButtonEvent.argtypes = (shown, ctypes.c_uint, number, moment)
        self._display = self._x11.XOpenDisplay(None)
