"""Every control in the window, as a screen reader and a keyboard find it.

A screen reader reads Qt's accessibility interface: ``unnamed`` are the controls it has no word for.
The keyboard goes round with Tab: ``tab_round`` is that round, ``unreachable`` what can be acted on
with the mouse and is not on it. One of an exclusive group stands for all of it, as the arrows walk
there; a card that can be clicked needs a button in it that does the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QSplitterHandle,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from desktop.palette.over_window import OverWindow

Role = QAccessible.Role
ACTED_ON = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)
ROLES = {
    Role.Button,
    Role.ButtonMenu,
    Role.ButtonDropDown,
    Role.CheckBox,
    Role.RadioButton,
    Role.ComboBox,
    Role.SpinBox,
    Role.Slider,
    Role.EditableText,
    Role.Link,
    Role.List,
    Role.ListItem,
    Role.Table,
    Role.Tree,
    Role.TreeItem,
    Role.ColumnHeader,
    Role.PageTab,
    Role.MenuItem,
    Role.ProgressBar,
}
REGIONS = ("SideBar", "TitleBar", "NoticeBar")
MOUSE = ("mousePressEvent", "mouseReleaseEvent", "mouseDoubleClickEvent")
ITEMS_LOOKED_AT = 40
MOST_STEPS, STUCK_STEPS = 3000, 100


class Control(Struct, frozen=True):
    """What is said of a control: its name, what it is (``role``), and where it stands."""

    name: str
    role: Role
    where: str

    @property
    def is_named(self) -> bool:
        return bool(self.name.strip()) and self.name not in self.where.split()


def controls(window: QWidget) -> Iterator[Control]:
    """All that are seen, in the order a screen reader finds them."""
    root = QAccessible.queryAccessibleInterface(window)
    if root is not None:
        yield from _walk(root, window.windowTitle())


def unnamed(window: QWidget) -> list[str]:
    """Where the controls without a name stand."""
    return [f"{one.role.name} in {one.where}" for one in controls(window) if not one.is_named]


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


def _walk(found: QAccessibleInterface, where: str) -> Iterator[Control]:
    state, role = found.state(), found.role()
    if state.invisible:
        return
    widget = found.object()
    name = found.text(QAccessible.Text.Name)
    if isinstance(widget, QWidget):
        where = f"{where} {type(widget).__name__}"[-200:]
    is_client = role in (Role.Client, Role.Window, Role.Pane)
    if role in ROLES or (state.focusable and not is_client):
        yield Control(name, role, where)
    for at in range(min(found.childCount(), ITEMS_LOOKED_AT)):
        child = found.child(at)
        if child is not None and child.isValid() and child.role() is not Role.ScrollBar:
            yield from _walk(child, where)


# The keyboard


def tab_round(window: QWidget) -> Iterator[QWidget]:
    """What Tab comes to, each once, as it has the focus. Ends early where Tab is kept."""
    found: set[QWidget] = set()
    at, stood = QApplication.focusWidget(), 0
    spot = _spot(at)
    for _ in range(MOST_STEPS):
        _press_tab(at or window)
        now = QApplication.focusWidget()
        if now is None:
            break
        stood = stood + 1 if now is at and _spot(now) == spot else 0
        spot = _spot(now)
        if stood > STUCK_STEPS or (now in found and now is not at):
            break
        if now not in found:
            found.add(now)
            yield now
        at = now


def _spot(widget: QWidget | None) -> tuple[int, int]:
    """Which words of a text Tab has come to: a long one has more links than any page controls."""
    if not isinstance(widget, QTextEdit):
        return 0, 0
    cursor = widget.textCursor()
    return cursor.selectionStart(), cursor.selectionEnd()


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
            found.append(f"{_named(before)}, then back to {now}: {_named(after)}")
        elif now == was and _is_above(after, before):
            found.append(f"{_named(before)}, then up to {_named(after)}")
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


def _press_tab(widget: QWidget) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, "\t")
        QApplication.sendEvent(widget, event)
    QApplication.processEvents()


def unreachable(window: QWidget, reached: Collection[QWidget]) -> list[str]:
    """What can be acted on with the mouse alone; ``reached`` is the whole round of
    Tab. While something lies over the window that is all there is.
    """
    over = (one for one in window.findChildren(OverWindow) if one.isVisible())
    return [
        _named(one)
        for one in next(over, window).findChildren(QWidget)
        if one.isVisible() and one.isEnabled() and _acts(one) and not _is_reached(one, reached)
    ]


def _acts(widget: QWidget) -> bool:
    if widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents):
        return False
    if type(widget).__name__ == "QTableCornerButton":
        return False
    if isinstance(widget, QLabel):
        return "<a " in widget.text()
    if isinstance(widget, QSplitterHandle) or isinstance(widget.parentWidget(), QLineEdit):
        return False
    return isinstance(widget, ACTED_ON) or _has_mouse_of_its_own(widget)


def _has_mouse_of_its_own(widget: QWidget) -> bool:
    ours = [kind for kind in type(widget).__mro__ if kind.__module__.startswith("desktop.")]
    return any(name in vars(kind) for kind in ours for name in MOUSE)


def _is_reached(widget: QWidget, reached: Collection[QWidget]) -> bool:
    parent = widget.parentWidget()
    if widget in reached or widget.focusProxy() in reached:
        return True
    if isinstance(parent, QComboBox | QAbstractSpinBox | QAbstractItemView):
        return _is_reached(parent, reached)
    if isinstance(parent, QWidget) and parent.property("has_focus") is True:
        return any(one in reached for one in parent.findChildren(QLineEdit))  # its arrows walk here
    if isinstance(widget, QAbstractButton):
        return any(one in reached for one in _group(widget))
    if isinstance(widget, QTextBrowser) and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return False
    if isinstance(widget, ACTED_ON) or not _has_mouse_of_its_own(widget):
        return False
    return any(one in reached for one in widget.findChildren(QAbstractButton))


def _group(button: QAbstractButton) -> list[QAbstractButton]:
    group, parent = button.group(), button.parentWidget()
    if group is not None and group.exclusive():
        return group.buttons()
    if button.autoExclusive() and parent is not None:
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        return [
            one
            for one in parent.findChildren(QAbstractButton, options=direct)
            if one.autoExclusive()
        ]
    return []


def _named(widget: QWidget) -> str:
    kinds: list[str] = []
    above: QWidget | None = widget
    while above is not None and len(kinds) < 4:
        kinds.append(type(above).__name__)
        above = above.parentWidget()
    return f"{' < '.join(kinds)} “{widget.accessibleName()}”"
