"""A comment says something else: in its card, with a way back."""

from __future__ import annotations

import pytest
from edited_articles import NIGHT, Until, under
from hands import press, words_in
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.write.comments import CommentCard
from desktop.pages.write.page import WritePage


@pytest.fixture
def noted(written: WritePage, until: Until) -> WritePage:
    """With a comment on the first words of the night."""
    written.editing.kept.ask(
        lambda editor: editor.comment(NIGHT, 0, 7, "Which dam?"), written.editing.kept.show
    )
    until(lambda: under(written, CommentCard))
    return written


def card(page: WritePage) -> CommentCard:
    [one] = under(page, CommentCard)
    return one


def test_its_words_are_changed_and_had_back(
    noted: WritePage, house: House, until: Until, qtbot: QtBot
) -> None:
    press(card(noted), "Change", qtbot)
    assert card(noted).line.text() == "Which dam?"
    card(noted).line.said.emit("Which of the dams?")
    until(lambda: "Which of the dams?" in words_in(card(noted)))
    house.undo.undo()
    until(lambda: "Which dam?" in words_in(card(noted)))
    house.undo.redo()
    until(lambda: "Which of the dams?" in words_in(card(noted)))


def test_what_is_being_written_stays_where_other_cards_come(noted: WritePage, qtbot: QtBot) -> None:
    press(card(noted), "Change", qtbot)
    card(noted).line.setText("Which of")
    card(noted).line.textEdited.emit("Which of")
    noted.editing._cards()
    assert card(noted).line.text() == "Which of" and not card(noted).line.isHidden()
