"""Where Tab goes next: through the window as it is laid out, whatever was made first.

Qt goes from control to control in the order they were made, and what is filled in later comes
last of all. Here layouts, splitters and scrolled columns say the order, each time anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedLayout,
    QStackedWidget,
    QWidget,
)

from desktop.widgets.laid_out import parts_of

AIR_PX = 24


def next_in(window: QWidget, now: QWidget | None, forward: bool) -> QWidget | None:
    """What Tab (or Shift+Tab) leads to from ``now``, which need not take the focus itself; None
    where nothing does.
    """
    seen = list(_seen(window))
    at = seen.index(now) if now in seen else (-1 if forward else 0)
    after, before = seen[at + 1 :], seen[: max(0, at)]
    round_trip = after + before if forward else [*reversed(before), *reversed(after)]
    return next((widget for widget in round_trip if _stops_at(widget)), None)


def give_keys(widget: QWidget, forward: bool) -> bool:
    """As Tab does, and it is brought into sight. Another may take them at once, where they are free
    because what had them is gone: then nothing is scrolled, and False.
    """
    reasons = Qt.FocusReason
    widget.setFocus(reasons.TabFocusReason if forward else reasons.BacktabFocusReason)
    now = widget.window().focusWidget()
    has_them = now is not None and (now is widget or widget.isAncestorOf(now))
    if has_them:
        bring_into_sight(widget)
    return has_them


def bring_into_sight(widget: QWidget) -> None:
    """Scroll to it; what is larger than its room only where nothing of it is seen."""
    area = widget.parentWidget()
    while area is not None:
        if isinstance(area, QScrollArea) and area.widget() is not None:
            fits = widget.height() < area.viewport().height()
            if fits or widget.visibleRegion().isEmpty():
                area.ensureWidgetVisible(widget, AIR_PX, AIR_PX)
        area = area.parentWidget()


def _seen(widget: QWidget) -> Iterator[QWidget]:
    """It and everything in it that is seen, as it is laid out."""
    yield widget
    if isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea):
        for inset in getattr(widget, "insets", ()):
            if inset.isVisible():
                yield from _seen(inset)
        return
    for child in _laid_out(widget):
        if child.isVisible() and not child.isWindow():
            yield from _seen(child)


def _stops_at(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and widget.isEnabled() and widget.focusProxy() is None


def _laid_out(widget: QWidget) -> list[QWidget]:
    """Its children in the order of its layout; at the end those that lie over it."""
    if isinstance(widget, QScrollArea):
        return _there(widget.widget())
    if isinstance(widget, QStackedWidget):
        return _there(widget.currentWidget())
    if isinstance(widget, QSplitter):
        return _there(*(widget.widget(at) for at in range(widget.count())))
    layout = widget.layout()
    first = list(_of(layout)) if layout is not None else []
    known = set(first)
    children = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return first + [child for child in children if child not in known]


def _of(layout: QLayout) -> Iterator[QWidget]:
    if isinstance(layout, QStackedLayout):
        yield from _there(layout.currentWidget())
        return
    for part in parts_of(layout):
        if isinstance(part, QLayout):
            yield from _of(part)
        else:
            yield part


def _there(*widgets: QWidget | None) -> list[QWidget]:
    return [widget for widget in widgets if widget is not None]
