"""What is said of a control and is not so, and where the round of Tab goes back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QLineEdit,
    QSplitter,
    QWidget,
)

from desktop.bench.controls import Role, named

REGIONS = ("SideBar", "TitleBar", "NoticeBar")


def misstated(window: QWidget) -> list[str]:
    """Where what is said of a button or field is not so: whether it can be worked, is checked, can
    be written in; or where it says nothing of what it is.
    """
    wrong = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, QAbstractButton | QLineEdit):
            continue
        if isinstance(widget.parent(), QAbstractSpinBox):  # the box speaks for its field
            continue
        found = QAccessible.queryAccessibleInterface(widget)
        if found is None or found.role() in (Role.NoRole, Role.Client):
            wrong.append(f"no role: {type(widget).__name__} {widget.accessibleName()}")
            continue
        state = found.state()
        said = {"disabled": (bool(state.disabled), not widget.isEnabled())}
        if isinstance(widget, QAbstractButton):
            said["checkable"] = (bool(state.checkable), widget.isCheckable())
            said["checked"] = (bool(state.checked), widget.isChecked())
        else:
            said["read only"] = (bool(state.readOnly), widget.isReadOnly())
        wrong += [
            f"{name}: {type(widget).__name__} {widget.accessibleName()}"
            for name, (told, is_so) in said.items()
            if told != is_so
        ]
    return wrong


def out_of_order(reached: Sequence[QWidget]) -> list[str]:
    """Where Tab goes back: to a region that it had left, or up in the same column of one."""
    regions = [_region(one) for one in reached]
    begin = next((at for at, name in enumerate(regions) if name != regions[0]), 0)
    order = [*reached[begin:], *reached[:begin]]
    names = [*regions[begin:], *regions[:begin]]
    left: set[str] = set()
    found: list[str] = []
    for before, after, was, now in zip(order, order[1:], names, names[1:], strict=False):
        if now != was:
            left.add(was)
        if now in left and now != was:
            found.append(f"{named(before)}, then back to {now}: {named(after)}")
        elif now == was and _is_above(after, before):
            found.append(f"{named(before)}, then up to {named(after)}")
    return found


def _region(widget: QWidget) -> str:
    """The part of the window it stands in."""
    at: QWidget | None = widget
    while at is not None:
        name, above = type(at).__name__, at.parentWidget()
        if name in REGIONS or isinstance(above, QSplitter) or type(above).__name__ == "SideColumn":
            return f"{name} {at.accessibleName()}"
        at = above
    return "the window"


def _is_above(one: QWidget, other: QWidget) -> bool:
    """Wholly above, and not in a column further right. What a column has scrolled away is not."""
    if other.isAncestorOf(one):
        return False
    upper, lower = _on_screen(one), _on_screen(other)
    return upper.bottom() <= lower.top() and upper.left() < lower.right()


def _on_screen(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
