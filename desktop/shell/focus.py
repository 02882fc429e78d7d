"""Where the keys go when what had them is gone: to the page's own place.

Qt hands the focus of a widget that is hidden or switched off to the next in its chain. That may be
the cross beside a running job, where the space bar would stop the work. Here it goes where each
page says that its keys belong (``Page.focus_place``), unless the act that took the widget away has
given the focus to another by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

SHOWN_MS, LOOKS = 10, 10  # what was given the focus as it was made may be shown a little later


class FocusReturn(QObject):
    """``place`` says where the keys belong now; None while there is no page."""

    def __init__(self, window: QWidget, place: Callable[[], QWidget | None]) -> None:
        super().__init__(window)
        self._window, self._place = window, place
        self._last: QWidget | None = None
        self._heir: QWidget | None = None
        self._looks = 0
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._settle)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._changed)

    def _changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if not isValid(self._window):
            return  # the program ends
        if now is not None and now.window() is not self._window:
            return  # a dialog or a menu: it gives the focus back
        lost, self._last = self._last, now or self._last
        if lost is not None and lost is not now and _is_gone(lost) and self._window.isVisible():
            self._take_from_heir()

    def _take_from_heir(self) -> None:
        """At once, before a key can reach it; where the place is not shown yet, to the window."""
        place = self._place()
        self._heir = place if place is not None and place.isVisible() else self._window
        self._settling.start(0)
        self._looks = LOOKS
        self._heir.setFocus()

    def _settle(self) -> None:
        """The act is over: is the focus where nobody wished it?"""
        place, now = self._place(), self._window.focusWidget()
        self._looks -= 1
        if now is not None and now is not self._heir and _may_be_shown(now) and self._looks:
            self._settling.start(SHOWN_MS)
            return
        if place is not None and (now is None or now is self._heir or _is_gone(now)):
            place.setFocus()


def _may_be_shown(widget: QWidget) -> bool:
    return isValid(widget) and widget.isEnabled() and not widget.isVisible()


def _is_gone(widget: QWidget) -> bool:
    return not isValid(widget) or not widget.isVisible() or not widget.isEnabled()
