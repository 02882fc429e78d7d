"""Tab goes as the window is laid out, whatever was made first."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers

from desktop.theme import Theme
from desktop.widgets.focus_order import bring_into_sight, next_in
from desktop.widgets.focus_ring import FocusRing, ring


def test_the_order_is_that_of_the_layout_and_it_ends_where_it_began(qtbot: QtBot) -> None:
    window, last, first, inner = QWidget(), QPushButton("c"), QPushButton("a"), QLineEdit("b")
    qtbot.addWidget(window)
    whole, line = QVBoxLayout(window), QHBoxLayout()
    line.addWidget(inner)
    whole.addWidget(first)
    whole.addLayout(line)
    whole.addWidget(last)
    window.show()
    assert next_in(window, None, True) is first
    assert next_in(window, first, True) is inner
    assert next_in(window, inner, True) is last
    assert next_in(window, last, True) is first
    assert next_in(window, first, False) is last
    inner.setEnabled(False)
    assert next_in(window, first, True) is last
    late = QPushButton("late")
    whole.insertWidget(0, late)
    late.show()
    assert next_in(window, late, True) is first


def test_it_goes_on_from_what_takes_no_focus_itself(qtbot: QtBot) -> None:
    window, pane, inside, before = QWidget(), QWidget(), QPushButton("in it"), QPushButton("above")
    qtbot.addWidget(window)
    whole = QVBoxLayout(window)
    whole.addWidget(before)
    whole.addWidget(pane)
    QVBoxLayout(pane).addWidget(inside)
    window.show()
    assert next_in(window, pane, True) is inside
    assert next_in(window, pane, False) is before
    empty = QWidget()
    qtbot.addWidget(empty)
    assert next_in(empty, None, True) is None


def test_what_is_scrolled_away_comes_into_sight(qtbot: QtBot) -> None:
    area, inner, low = QScrollArea(), QWidget(), QPushButton("low")
    qtbot.addWidget(area)
    low.setParent(inner)
    low.move(10, 900)
    inner.resize(200, 1000)
    area.setWidget(inner)
    area.resize(240, 200)
    area.show()
    assert low.visibleRegion().isEmpty()
    bring_into_sight(low)
    assert not low.visibleRegion().isEmpty()


def test_a_ring_is_around_a_text_that_tab_came_to_and_goes_with_the_focus(
    theme: Theme, qtbot: QtBot
) -> None:
    window, text, button = QWidget(), QTextBrowser(), QPushButton("b")
    qtbot.addWidget(window)
    whole = QVBoxLayout(window)
    whole.addWidget(text)
    whole.addWidget(button)
    window.show()
    window.activateWindow()
    text.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(text.hasFocus)
    ring(theme, text)
    (made,) = text.findChildren(FocusRing)
    assert made.isVisible() and made.size() == text.size()
    text.resize(80, 50)
    assert made.size() == text.size()
    ring(theme, text)
    assert text.findChildren(FocusRing) == [made]
    button.setFocus()
    qtbot.waitUntil(lambda: text.findChild(FocusRing) is None)
    ring(theme, button)
    assert button.findChild(FocusRing) is None


def test_no_wrapper_is_left_of_what_qt_has_deleted(qtbot: QtBot) -> None:
    """One that is left stands in the way of what comes to lie at its address: a crash."""
    before = getAllValidWrappers()
    window, line = QWidget(), QHBoxLayout()
    qtbot.addWidget(window)
    whole = QVBoxLayout(window)
    whole.addLayout(line)
    buttons = [QPushButton(letter) for letter in "abcd"]
    for at, button in enumerate(buttons):
        (line if at % 2 else whole).addWidget(button)
    window.show()
    assert next_in(window, None, True) is buttons[1]
    for button in buttons[1:]:
        button.deleteLater()
    del button, buttons[1:]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert next_in(window, None, True) is buttons[0]
    left = [one for one in getAllValidWrappers() if not any(one is old for old in before)]
    assert [one for one in left if isinstance(one, QWidgetItem)] == []
