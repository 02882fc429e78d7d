"""The text cursor keeps its place while the text around it is set anew."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.theme import Theme
from desktop.widgets.growing_text import PORTION_CHARACTERS
from desktop.widgets.prose import INSET, ProseView

WORDS = ("The dam broke.", "It broke twice.", "Nobody slept.", "The mill stood.")
FAR = 40  # paragraphs: more than one portion


@pytest.fixture
def text(theme: Theme, qtbot: QtBot) -> ProseView:
    made = ProseView(theme, "Article")
    qtbot.addWidget(made)
    made.show_prose(said(*WORDS))
    return made


def said(*paragraphs: str) -> str:
    return "".join(f"<p>{one}</p>" for one in paragraphs)


def put(text: ProseView, words: str, offset: int = 0, selected: int = 0) -> None:
    cursor = text.textCursor()
    cursor.setPosition(text.toPlainText().index(words) + offset)
    cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, selected)
    text.setTextCursor(cursor)


def behind(text: ProseView) -> str:
    """What stands behind the cursor in its paragraph."""
    cursor = text.textCursor()
    return cursor.block().text()[cursor.positionInBlock() :]


def test_in_its_paragraph_where_one_before_it_changes(text: ProseView) -> None:
    put(text, "Nobody slept.", 7)
    text.show_prose(said("The dam broke at night.", *WORDS[1:]))
    assert behind(text) == "slept." and not text.textCursor().hasSelection()


def test_in_its_paragraph_where_others_come_and_go_before_it(text: ProseView) -> None:
    put(text, "Nobody slept.", 7)
    text.show_prose(said("First.", "Second.", *WORDS))
    assert behind(text) == "slept."
    text.show_prose(said(*WORDS[2:]))
    assert behind(text) == "slept."


def test_in_what_has_the_place_of_a_paragraph_that_is_gone(text: ProseView) -> None:
    put(text, "It broke twice.", 3)
    text.show_prose(said(WORDS[0], "It broke once.", *WORDS[2:]))
    assert behind(text) == "It broke once."
    text.show_prose(said(WORDS[0]))
    assert behind(text) == WORDS[0]


def test_beside_a_paragraph_over_which_an_editor_lay(text: ProseView, theme: Theme) -> None:
    put(text, "It broke twice.")
    before, after = said(WORDS[0]), said(*WORDS[2:])
    text.show_prose(before + INSET + after, insets={1: QLabel("an editor")})
    text.show_prose(before + said("It broke once.") + INSET + after, insets={2: QLabel("a card")})
    assert behind(text) == "It broke once."


def test_a_selection_before_the_change_stays(text: ProseView) -> None:
    put(text, "The dam", selected=7)
    text.show_prose(said(*WORDS[:2], "Nobody slept that night."))
    assert text.textCursor().selectedText() == "The dam"


def test_a_selection_over_what_changed_is_gone(text: ProseView) -> None:
    put(text, "The dam", selected=24)
    text.show_prose(said(WORDS[0], "It broke once.", *WORDS[2:]))
    assert not text.textCursor().hasSelection()


def test_far_down_where_the_text_comes_in_portions(text: ProseView, qtbot: QtBot) -> None:
    filler = "x" * (PORTION_CHARACTERS // 10)
    many = [f"{at}. {filler}" for at in range(FAR)]
    text.show_prose(said(*many, *WORDS))
    qtbot.waitUntil(lambda: WORDS[-1] in text.toPlainText())
    put(text, "Nobody slept.", 7)
    text.show_prose(said("First.", *many, *WORDS))
    qtbot.waitUntil(lambda: WORDS[-1] in text.toPlainText())
    assert behind(text) == "slept."


def test_in_the_colours_of_another_theme(text: ProseView, theme: Theme) -> None:
    put(text, "Nobody slept.", 7)
    theme.choose("dark")
    theme.choose("light")
    assert behind(text) == "slept."
