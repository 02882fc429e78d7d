"""Where the keys go: to the page's own place when what had them is gone, by Tab to what stands next.

Qt hands the focus of a widget that is hidden or switched off to the next in its chain. That may be
the cross beside a running job, where the space bar would stop the work. Here it goes where each
page says that its keys belong (``Page.focus_place``), unless the act that took the widget away has
given the focus to another by itself. And Qt's chain is in the order in which widgets were made, so
that a step of the knowledge chain would come after all else; ``step`` goes as one reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLayout, QScrollArea, QSplitter, QWidget
from shiboken6 import isValid


class FocusReturn(QObject):
    """``place`` says where the keys belong now; None while there is no page."""

    def __init__(self, window: QWidget, place: Callable[[], QWidget | None]) -> None:
        super().__init__(window)
        self._window, self._place = window, place
        self._last: QWidget | None = None
        self._heir: QWidget | None = None
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._settle)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._changed)

    def _changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and now.window() is not self._window:
            return  # a dialog or a menu: it gives the focus back
        lost, self._last = self._last, now or self._last
        if lost is not None and lost is not now and _is_gone(lost) and self._window.isVisible():
            self._take_from_heir()

    def _take_from_heir(self) -> None:
        """At once, before a key can reach it; where the place is not shown yet, to the window."""
        place = self._place()
        self._heir = place if place is not None and place.isVisible() else self._window
        self._settling.start()
        self._heir.setFocus()

    def _settle(self) -> None:
        """The act is over: is the focus where nobody wished it?"""
        place, now = self._place(), self._window.focusWidget()
        if place is not None and (now is None or now is self._heir or _is_gone(now)):
            place.setFocus()


def step(window: QWidget, forward: bool) -> bool:
    """Tab, or Shift+Tab: to the next control in the order in which one reads; whether there is."""
    now = window.focusWidget() or window
    order = [one for one in in_reading_order(window) if one is now or _takes_tab(one)]
    if now not in order or len(order) == 1:
        return False
    wanted = order[(order.index(now) + (1 if forward else -1)) % len(order)]
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    wanted.setFocus(reason)
    _scroll_to(wanted)
    return True


def in_reading_order(widget: QWidget) -> Iterator[QWidget]:
    """The widget and all in it that is shown, as their layouts order them."""
    yield widget
    for child in _children(widget):
        if child.isVisible() and not child.isWindow():
            yield from in_reading_order(child)


def _children(widget: QWidget) -> list[QWidget]:
    layout = widget.layout()
    if isinstance(widget, QSplitter):
        placed = [widget.widget(at) for at in range(widget.count())]
    else:
        placed = list(_laid_out(layout)) if layout is not None else []
    others = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return placed + [one for one in others if one not in placed]


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for at in range(layout.count()):
        item = layout.itemAt(at)
        inner, widget = (item.layout(), item.widget()) if item is not None else (None, None)
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _laid_out(inner)


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and widget.focusProxy() is None and widget.isEnabled()


def _scroll_to(widget: QWidget) -> None:
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()


def _is_gone(widget: QWidget) -> bool:
    return not isValid(widget) or not widget.isVisible() or not widget.isEnabled()
