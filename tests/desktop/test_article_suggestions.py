"""Suggestions for a paragraph: taken change by change, under the paragraph that they change."""

from __future__ import annotations

import time

import pytest
from edited_articles import NIGHT, Until, commented, open_again, said, split_in_two, under
from PySide6.QtWidgets import QLabel, QToolButton

from desktop.house import House
from desktop.pages.write.comments import CommentCard
from desktop.pages.write.page import WritePage
from desktop.pages.write.suggestion import SuggestionCard, TrackedWords
from warehouse.studies.editing.editor import Edited
from warehouse.writing.editing.records import Spot


def test_a_suggestion_is_taken_change_by_change(
    written: WritePage, house: House, until: Until
) -> None:
    written.article.text.choose(2)
    written.editing.here("shorter")
    assert house.jobs.running()
    until(lambda: under(written, SuggestionCard))
    [card] = under(written, SuggestionCard)
    assert "shortened" in card.accessibleName()
    one = next(
        button
        for button in card.findChildren(QToolButton)
        if button.accessibleName().startswith("Accept this change: Nobody")
    )
    one.click()
    until(lambda: "Nobody slept" not in said(written))
    [card] = under(written, SuggestionCard)
    card.rejected.emit(1, None)
    until(lambda: not under(written, SuggestionCard))
    assert "It broke twice" in said(written)


@pytest.mark.parametrize("act", ["accepted", "rejected"])
def test_a_suggestion_that_is_settled_is_so_when_it_is_done_again(
    written: WritePage, house: House, until: Until, act: str
) -> None:
    written.editing.here("shorter", NIGHT)
    until(lambda: under(written, SuggestionCard))
    [card] = under(written, SuggestionCard)
    getattr(card, act).emit(1, None)
    until(lambda: not under(written, SuggestionCard))
    words = said(written)
    for _ in range(2):
        house.undo.undo()
        until(lambda: under(written, SuggestionCard))
        house.undo.redo()
        until(lambda: not under(written, SuggestionCard))
        assert said(written) == words and house.undo.stack.count() == 1


def test_changes_are_made_one_after_another(written: WritePage, house: House, until: Until) -> None:
    written.editing.here("shorter", NIGHT)
    until(lambda: under(written, SuggestionCard))
    editor, heard = written.editing.kept.editor(), list[str]()
    assert editor is not None

    def slow() -> Edited:
        time.sleep(0.2)
        heard.append("first")
        return editor.now()

    written.editing.kept.fetch(slow, written.editing.kept.show)
    written.editing.kept.fetch(editor.now, lambda _: heard.append("second"))
    [card] = under(written, SuggestionCard)
    for button in card.findChildren(QToolButton):
        if button.accessibleName().startswith("Accept this change"):
            button.click()
    until(lambda: not under(written, SuggestionCard))
    assert heard == ["first", "second"] and written.editing.kept.now.head == 3
    assert "It broke twice" not in said(written) and "Nobody slept" not in said(written)


def test_a_suggestion_lies_under_the_paragraph_that_it_changes(
    written: WritePage, until: Until
) -> None:
    split_in_two(written, until)
    written.editing.here("shorter", Spot(1, 1))
    until(lambda: under(written, SuggestionCard))
    written.editing.edit(NIGHT)
    edit = written.editing.pen.edit
    assert edit is not None
    edit.done.emit("First of three.\n\nSecond.")
    until(lambda: "Second." in said(written) and written.editing.pen.edit is None)
    assert list(written.article._under) == [Spot(1, 2)]
    [card] = under(written, SuggestionCard)
    assert len(card.findChildren(TrackedWords)) == 2, "its last two sentences go, no other"
    card.accepted.emit(1, None)
    until(lambda: not under(written, SuggestionCard))
    assert "First of three." in said(written) and "Nobody slept" not in said(written)


def test_a_suggestion_whose_paragraph_is_gone_stays_in_sight(
    written: WritePage, until: Until
) -> None:
    split_in_two(written, until)
    written.editing.here("shorter", Spot(1, 1))
    until(lambda: under(written, SuggestionCard))
    written.editing.edit(Spot(1, 1))
    edit = written.editing.pen.edit
    assert edit is not None
    edit.done.emit("")
    until(lambda: written.editing.pen.edit is None)
    [card] = under(written, SuggestionCard)
    assert "Its paragraph is gone." in [one.text() for one in card.findChildren(QLabel)]
    card.rejected.emit(1, None)
    until(lambda: not under(written, SuggestionCard))


def test_cards_are_there_when_the_article_is_opened_again(written: WritePage, until: Until) -> None:
    commented(written, until)
    written.editing.here("shorter", NIGHT)
    until(lambda: under(written, SuggestionCard))
    written.editing.pen.put_away()
    open_again(written, until)
    until(lambda: under(written, CommentCard) and under(written, SuggestionCard))


def test_what_is_waited_for_is_waited_for_when_it_is_opened_again(
    written: WritePage, until: Until
) -> None:
    written.editing.here("shorter", NIGHT)
    [job] = written.editing._waiting
    row = written._row
    assert row is not None
    written._new()
    written.editing.close()
    assert job in written.editing._waiting
    written.open_study(row)
    until(lambda: under(written, SuggestionCard))
