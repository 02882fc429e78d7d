"""Every control in the window, as a screen reader and a keyboard find it.

A screen reader reads Qt's accessibility interface: ``unnamed`` are the controls it has no word for.
The keyboard goes round with Tab: ``tab_round`` is that round, ``unreachable`` what can be acted on
with the mouse and is not on it. One of an exclusive group stands for all of it, as the arrows walk
there; a card that can be clicked needs a button in it that does the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct
from PySide6.QtCore import QEvent, Qt
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
    return [
        f"{control.role.name} in {control.where}"
        for control in controls(window)
        if not control.is_named
    ]


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
    reached: set[QWidget] = set()
    at, stood = QApplication.focusWidget(), 0
    spot = _spot(at)
    for _ in range(MOST_STEPS):
        _press_tab(at or window)
        now = QApplication.focusWidget()
        if now is None:
            break
        stood = stood + 1 if now is at and _spot(now) == spot else 0
        spot = _spot(now)
        if stood > STUCK_STEPS or (now in reached and now is not at):
            break
        if now not in reached:
            reached.add(now)
            yield now
        at = now


def _spot(widget: QWidget | None) -> tuple[int, int]:
    """Which words of a text Tab has come to: a long one has more links than any page controls."""
    if not isinstance(widget, QTextEdit):
        return 0, 0
    cursor = widget.textCursor()
    return cursor.selectionStart(), cursor.selectionEnd()


def _press_tab(widget: QWidget) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, "\t")
        QApplication.sendEvent(widget, event)
    QApplication.processEvents()


def unreachable(window: QWidget, reached: Collection[QWidget]) -> list[str]:
    """What can be acted on with the mouse alone; ``reached`` is the whole round of
    Tab. While something lies over the window that is all there is.
    """
    over = (overlay for overlay in window.findChildren(OverWindow) if overlay.isVisible())
    return [
        named(widget)
        for widget in next(over, window).findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and _acts(widget)
        and not _is_reached(widget, reached)
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
        return any(box in reached for box in parent.findChildren(QLineEdit))  # its arrows walk here
    if isinstance(widget, QAbstractButton):
        return any(button in reached for button in _group(widget))
    if isinstance(widget, QTextBrowser) and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return False
    if isinstance(widget, ACTED_ON) or not _has_mouse_of_its_own(widget):
        return False
    return any(button in reached for button in widget.findChildren(QAbstractButton))


def _group(button: QAbstractButton) -> list[QAbstractButton]:
    group, parent = button.group(), button.parentWidget()
    if group is not None and group.exclusive():
        return group.buttons()
    if button.autoExclusive() and parent is not None:
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        return [
            sibling
            for sibling in parent.findChildren(QAbstractButton, options=direct)
            if sibling.autoExclusive()
        ]
    return []


def named(widget: QWidget) -> str:
    kinds: list[str] = []
    above: QWidget | None = widget
    while above is not None and len(kinds) < 4:
        kinds.append(type(above).__name__)
        above = above.parentWidget()
    return f"{' < '.join(kinds)} “{widget.accessibleName()}”"
