"""A walk through every page and pane with a screen reader's ears, a keyboard and eyes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import heard
import pytest
import sight
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from shiboken6 import isValid

from desktop.bench import controls
from desktop.bench.tour import tour
from desktop.house import House
from desktop.shell.window import Window
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, IconButton

LEAST_OF_RING = 0.25
WORDS = "Nothing was known of the bridge. The dam of Brielle broke in the night of the storm."


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Widgets that were shown before they had a parent: each flashes up as a window."""
    opened: list[str] = []
    set_visible = QWidget.setVisible

    def watched(self: QWidget, wanted: bool) -> None:
        if wanted and self.isWindow() and not isinstance(self, QMenu | Window):
            opened.append(f"{type(self).__name__} {self.accessibleName()}")
        set_visible(self, wanted)

    monkeypatch.setattr(QWidget, "setVisible", watched)
    return opened


def test_every_page_can_be_heard_reached_and_seen(
    opened: Window, house: House, make_pdf: Callable[..., Path], windows: list[str]
) -> None:
    """In one tone; on a real screen it is done in both."""
    walk(opened, house, make_pdf, windows, "light")


def walk(
    opened: Window, house: House, make_pdf: Callable[..., Path], windows: list[str], tone: str
) -> None:
    house.theme.choose(tone)
    QApplication.setCursorFlashTime(0)
    papers = [make_pdf("floods.pdf", WORDS, pages=3), make_pdf("mills.pdf", "A mill, a bridge.")]
    wrong: list[str] = []
    known: set[object] = set()
    for scene in tour(opened, house, papers):
        found = controls.unnamed(opened) if tone == "light" else []
        found += heard.misstated(opened)
        pixels = sight.seen(opened)
        found += sight.faint_words(opened, pixels) + sight.faint_edges(opened, pixels)
        reached = []
        for widget in controls.tab_round(opened):
            reached.append(widget)
            found += _unseen(opened, widget, known)
        reached = [widget for widget in reached if isValid(widget)]
        found += controls.unreachable(opened, reached) + heard.out_of_order(reached)
        wrong += [f"{scene}: {one}" for one in dict.fromkeys(found)]
    assert not wrong, "\n".join(wrong)
    assert windows == []


def _unseen(window: Window, widget: QWidget, known: set[object]) -> list[str]:
    """The focus of each kind of control is looked at once."""
    is_checked = widget.property("checked")
    kind = (type(widget), widget.property("kind"), widget.property("tight"), is_checked)
    if kind in known or sight.is_in_an_edge(widget):
        return []
    known.add(kind)
    told, whole = sight.focus_mark(window, widget)
    is_seen = told >= LEAST_OF_RING * whole
    return [] if is_seen else [f"focus of {type(widget).__name__}: {told} of {whole} pixels"]


STATES = ("rests", "under the mouse", "pressed", "has the focus")


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_every_state_of_a_button_can_be_read_and_one_out_of_use_is_told_apart(
    theme: Theme, tone: str
) -> None:
    theme.choose(tone)
    wrong = []
    for make in (
        *(lambda k=kind: Button(theme, "Words", kind=k) for kind in KINDS),
        lambda: Button(theme, "Words", "search", kind="primary"),
        lambda: IconButton(theme, "search", "Search"),
        lambda: Chip("Words", checkable=True),
        lambda: Chip("Words", "amber", checkable=True),
    ):
        for ground in ("background", "side"):
            wrong += _states(theme, make(), ground)
    assert not wrong, "\n".join(wrong)


KINDS = ("plain", "primary", "quiet", "link", "danger")


def _states(theme: Theme, button: Button | IconButton | Chip, ground: str) -> list[str]:
    home = QWidget()
    home.resize(160, 60)
    home.setProperty("kind", "side" if ground == "side" else "page")
    home.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    button.setParent(home)
    button.move(20, 14)
    home.show()
    button.adjustSize()
    least = 3.0 if isinstance(button, IconButton) else 4.5
    wrong = []
    for checked in (False, True) if button.isCheckable() else (False,):
        button.setChecked(checked)
        for state in STATES:
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, state == "under the mouse")
            button.setDown(state == "pressed")
            (button.setFocus if state == "has the focus" else button.clearFocus)()
            QApplication.processEvents()
            area = button.geometry().adjusted(6, 3, -6, -3)
            measured = sight.text_contrast(sight.part(sight.seen(home), area))
            if measured < least:
                wrong.append(f"{button.property('kind')} {state} on {ground}: {measured:.1f}")
        button.clearFocus()
        usable = sight.text_contrast(sight.part(sight.seen(home), button.geometry()))
        button.setEnabled(False)
        QApplication.processEvents()
        out_of_use = sight.text_contrast(sight.part(sight.seen(home), button.geometry()))
        if out_of_use > 0.75 * usable:
            wrong.append(f"{button.property('kind')} out of use on {ground} looks usable")
        button.setEnabled(True)
    home.deleteLater()
    return wrong
