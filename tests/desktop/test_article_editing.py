"""An article edited in its place: checked as it is typed, suggested for, commented, led back."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import pytest
from bridge_article import weighs
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from studied import TEXT, WAIT_MS, a_writing_method, use

from desktop.house import House
from desktop.pages.write import article
from desktop.pages.write.comments import CommentCard
from desktop.pages.write.drafts import DraftCard
from desktop.pages.write.page import WritePage
from desktop.pages.write.paragraph_edit import ParagraphEdit
from desktop.pages.write.suggestion import SuggestionCard, TrackedWords
from warehouse.app import Engines
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.studies.editing.editor import Edited
from warehouse.studies.revisions import Revisions
from warehouse.writing.editing.records import Spot

NIGHT = Spot(1, 0)
SHORT = "The dam of Brielle broke in the night [1]."
W = TypeVar("W", bound=QWidget)


@pytest.fixture
def written(write: WritePage, house: House, library: Library, qtbot: QtBot) -> WritePage:
    """A finished article in front, and a model that calls a festival false."""
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    lines = [Line("shorter", "", SHORT, repeat=True), *weighs("festival")]
    assert house.warehouse is not None
    house.warehouse.engines = Engines(house.settings, ScriptedEngine(lines))
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    return write


@pytest.fixture
def until(house: House, qtbot: QtBot) -> Callable[[Callable[[], object]], None]:
    def wait(is_so: Callable[[], object]) -> None:
        qtbot.waitUntil(lambda: bool(is_so()) and house.jobs.idle, timeout=WAIT_MS)

    return wait


def opened(page: WritePage) -> ParagraphEdit:
    page.editing.edit(NIGHT)
    assert page.editing.pen.edit is not None
    return page.editing.pen.edit


def under(page: WritePage, kind: type[W]) -> list[W]:
    return [one for one in page.article.text.insets if isinstance(one, kind)]


def said(page: WritePage) -> str:
    return page.article.text.toPlainText()


def test_what_is_typed_is_checked_kept_and_undone(
    written: WritePage, house: House, until: Callable[..., None]
) -> None:
    edit = opened(written)
    assert edit.words() == TEXT and edit.text.hasFocus() and "It broke twice" not in said(written)
    assert edit.states.said == "1 supported, 1 partly, 1 not found"
    QTest.keyClicks(edit.text, " A festival was held [1].")
    until(lambda: "2 not found" in edit.states.said)
    until(lambda: "Checking" not in edit._wrong.text())
    QTest.keyClick(edit.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(lambda: "festival" in said(written))
    assert written.editors.version.text() == "Version 2" and not written.editors.version.isHidden()
    assert "6 sentences" in written.article._facts.text()
    house.undo.undo()
    until(lambda: "festival" not in said(written))
    house.undo.redo()
    until(lambda: "festival" in said(written))


def test_a_sentence_among_the_proven_leads_to_its_paragraph(
    written: WritePage, until: Callable[..., None]
) -> None:
    written.resize(1400, 900)
    written.show()
    written.proven.setChecked(True)
    found = []
    for number in range(3):
        written.article.text.choose(number)
        found.append(written.article.spot_here())
    assert found == [Spot(0, 0), NIGHT, Spot(2, 0)]
    written.editing.edit()
    edit = written.editing.pen.edit
    assert edit is not None and written.editing.pen.spot == Spot(2, 0)
    assert edit in written.article.text.insets and not written.proven.isChecked()
    edit.leave()
    until(lambda: written.editing.pen.edit is None)
    written.proven.setChecked(True)
    written.editing.here("shorter", NIGHT)
    assert not written.proven.isChecked(), "what is suggested can be seen"
    until(lambda: under(written, SuggestionCard))


def test_escape_leaves_it_as_it_was_and_a_draft_is_taken_up(
    written: WritePage, house: House, until: Callable[..., None]
) -> None:
    edit = opened(written)
    QTest.keyClick(edit.text, Qt.Key.Key_X)
    QTest.keyClick(edit.text, Qt.Key.Key_Escape)
    until(lambda: written.editing.pen.edit is None)
    assert "It broke twice" in said(written)
    edit = opened(written)
    QTest.keyClicks(edit.text, " And then")
    row = written._row
    assert row is not None
    written._new()
    written.editing.close()
    until(lambda: house.jobs.idle)
    written.open_study(row)
    until(lambda: written.editing.pen.edit is not None)
    again = written.editing.pen.edit
    assert again is not None and again.words().endswith("And then")
    assert "typing this before" in again._note.text()


@pytest.mark.parametrize("end", ["closed", "typing"])
def test_what_is_typed_without_a_pause_is_kept(
    written: WritePage, house: House, until: Callable[..., None], end: str
) -> None:
    edit = opened(written)
    QTest.keyClicks(edit.text, " Without a pause.")
    assert house.warehouse is not None and written._row is not None
    folder = house.warehouse.studies.folder(written._row.id)
    if end == "closed":
        house.close()
    else:
        edit._resting.typing.emit()
        until(lambda: True)
    with Revisions(folder) as kept:
        assert [one.text for one in kept.drafts()] == [f"{TEXT} Without a pause."]


def open_again(page: WritePage, until: Callable[..., None]) -> None:
    row = page._row
    assert row is not None
    page._new()
    page.editing.close()
    until(lambda: True)
    page.open_study(row)


@pytest.mark.parametrize("by_card", [True, False])
def test_a_draft_is_taken_up_where_its_paragraph_is_by_now(
    written: WritePage, until: Callable[..., None], by_card: bool
) -> None:
    split_in_two(written, until)
    editor = written.editing.kept.editor()
    assert editor is not None
    editor.draft(Spot(1, 1), TEXT, f"{TEXT} My words.")
    editor.draft(Spot(2, 0), "The dam broke [1].", "The dam broke [1], they say.")
    editor.edit(NIGHT, "First of two.", "First of three.\n\nDear to somebody.")
    open_again(written, until)
    until(lambda: written.editing.pen.edit is not None and under(written, DraftCard))
    pen = written.editing.pen
    assert pen.spot == Spot(1, 2) and pen.edit is not None
    pen.edit.finish()
    until(lambda: pen.edit is None)
    assert "Dear to somebody." in said(written) and "My words." in said(written)
    [card] = under(written, DraftCard)
    if by_card:
        card.wanted.emit(card._placed)
    else:
        written.editing.edit(Spot(2, 0))
    until(lambda: pen.edit is not None and not under(written, DraftCard))
    assert pen.edit is not None and pen.edit.words().endswith("they say.")
    assert [one.spot for one in editor.now().drafts] == [Spot(2, 0)]
    pen.edit.leave()
    until(lambda: not editor.now().drafts and not under(written, DraftCard))


def test_a_draft_goes_with_its_paragraph_when_those_before_it_move(
    written: WritePage, until: Callable[..., None]
) -> None:
    opened(written).done.emit("One.\n\nTwo.\n\nThree.")
    until(lambda: "Three." in said(written) and written.editing.pen.edit is None)
    editor, pen = written.editing.kept.editor(), written.editing.pen
    assert editor is not None
    editor.draft(Spot(1, 2), "Three.", "Three. Mine.")
    written.editing.kept.fetch(editor.now, written.editing.kept.show)
    until(lambda: under(written, DraftCard))
    opened(written).replace("One.\n\nOne and a half.")
    [card] = under(written, DraftCard)
    card.wanted.emit(card._placed)
    until(lambda: pen.spot == Spot(1, 3))
    assert pen.edit is not None and pen.edit.words() == "Three. Mine."
    pen.put_away()
    until(lambda: pen.edit is None)
    written.editing.edit(Spot(1, 0))
    assert pen.edit is not None
    pen.edit.done.emit("")
    until(lambda: pen.edit is None)
    assert [one.spot for one in editor.now().drafts] == [Spot(1, 2)]
    written.editing.edit(Spot(1, 2))
    assert pen.edit is not None and pen.edit.words() == "Three. Mine."


def test_a_draft_whose_paragraph_is_gone_replaces_nothing(
    written: WritePage, until: Callable[..., None]
) -> None:
    editor = written.editing.kept.editor()
    assert editor is not None
    editor.edit(NIGHT, TEXT, "Dear to somebody.")
    editor.draft(NIGHT, TEXT, "Mine.")
    open_again(written, until)
    until(lambda: written.editing.pen.edit is not None)
    edit = written.editing.pen.edit
    assert edit is not None and edit.words() == "Dear to somebody.\n\nMine."
    assert "one of its own" in edit._note.text()
    edit.finish()
    until(lambda: written.editing.pen.edit is None)
    assert written.editing.kept.part(NIGHT).text == "Dear to somebody."
    assert written.editing.kept.part(Spot(1, 1)).text == "Mine."


def test_a_draft_can_be_let_go_and_had_back(
    written: WritePage, house: House, until: Callable[..., None]
) -> None:
    opened(written)
    editor = written.editing.kept.editor()
    assert editor is not None
    editor.draft(Spot(2, 0), "The dam broke [1].", "They say it did.")
    written.editing.kept.fetch(editor.now, written.editing.kept.show)
    until(lambda: under(written, DraftCard))
    [card] = under(written, DraftCard)
    card.unwanted.emit(card._placed)
    until(lambda: not under(written, DraftCard))
    house.undo.undo()
    until(lambda: under(written, DraftCard))


def tops(page: WritePage) -> list[int]:
    """Of every line of the text, as they lie on the page; the foot at the end."""
    document = page.article.text.document()
    layout, block, found = document.documentLayout(), document.begin(), []
    while block.isValid():
        top, lines = layout.blockBoundingRect(block).top(), block.layout()
        found += [round(top + lines.lineAt(at).y()) for at in range(lines.lineCount())]
        block = block.next()
    return [*found, page.article.text.height()]


def test_a_paragraph_that_was_under_the_pen_lies_as_before(
    written: WritePage, until: Callable[..., None]
) -> None:
    written.resize(1400, 900)
    written.show()
    before = tops(written)
    for spot in (NIGHT, Spot(0, 0), Spot(2, 0)):
        written.editing.edit(spot)
        edit = written.editing.pen.edit
        assert edit is not None and tops(written)[-1] > before[-1] + 100
        QTest.keyClick(edit.text, Qt.Key.Key_Escape)
        until(lambda: written.editing.pen.edit is None)
        assert tops(written) == before
    opened(written).finish()
    until(lambda: written.editing.pen.edit is None)
    assert tops(written) == before


def test_a_card_that_leaves_a_long_article_holds_its_place_until_it_is_drawn(
    written: WritePage, until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = written.article
    edit = opened(written)
    monkeypatch.setattr(article, "AT_ONCE_CHARACTERS", 0)
    view._set = {}
    written.editing.pen.put_away()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert edit in view.text.insets
    view.text._place_insets()
    until(lambda: edit not in view.text.insets and "It broke twice" in said(written))


def test_the_pencil_beside_a_paragraph_opens_it(written: WritePage) -> None:
    written.resize(1400, 900)
    written.show()
    view = written.article
    pencil = view._pencil
    view.text.hovered.emit(view._spots.index(None))
    assert not pencil.isVisible()
    view.text.hovered.emit(view._spots.index(NIGHT))
    assert pencil.isVisible()
    pencil.click()
    assert written.editing.pen.spot == NIGHT


def test_tab_leads_out_of_the_pen(written: WritePage) -> None:
    edit = opened(written)
    written.window().activateWindow()
    edit.text.setFocus()
    QTest.keyClick(edit.text, Qt.Key.Key_Tab)
    assert not edit.text.hasFocus(), "and not from link to link of the text it lies in"


def test_what_was_typed_and_left_can_be_had_back(
    written: WritePage, house: House, until: Callable[..., None]
) -> None:
    edit = opened(written)
    QTest.keyClick(edit.text, Qt.Key.Key_Escape)
    assert not house.undo.stack.canUndo()
    edit = opened(written)
    QTest.keyClicks(edit.text, " Kept after all.")
    QTest.keyClick(edit.text, Qt.Key.Key_Escape)
    until(lambda: written.editing.pen.edit is None)
    house.undo.undo()
    until(lambda: written.editing.pen.edit is not None)
    again = written.editing.pen.edit
    assert again is not None and again.words() == f"{TEXT} Kept after all."
    assert "put this away" in again._note.text()
    house.undo.redo()
    until(lambda: written.editing.pen.edit is None)
    edit = opened(written)
    house.undo.undo()
    until(lambda: edit.words() == f"{TEXT} Kept after all.")
    edit.finish()
    until(lambda: "Kept after all" in said(written))


def test_a_suggestion_is_taken_change_by_change(
    written: WritePage, house: House, until: Callable[..., None]
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
    written: WritePage, house: House, until: Callable[..., None], act: str
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


def test_changes_are_made_one_after_another(
    written: WritePage, house: House, until: Callable[..., None]
) -> None:
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


def split_in_two(page: WritePage, until: Callable[..., None]) -> None:
    """The paragraph of before is the second of its section."""
    opened(page).done.emit(f"First of two.\n\n{TEXT}")
    until(lambda: "First of two" in said(page) and page.editing.pen.edit is None)


def test_a_suggestion_lies_under_the_paragraph_that_it_changes(
    written: WritePage, until: Callable[..., None]
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
    written: WritePage, until: Callable[..., None]
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


def test_cards_are_there_when_the_article_is_opened_again(
    written: WritePage, until: Callable[..., None]
) -> None:
    edit = opened(written)
    edit.commented.emit(edit.words(), "By whom?", 0, 12)
    until(lambda: under(written, CommentCard))
    written.editing.here("shorter", NIGHT)
    until(lambda: under(written, SuggestionCard))
    written.editing.pen.put_away()
    open_again(written, until)
    until(lambda: under(written, CommentCard) and under(written, SuggestionCard))


def test_what_is_waited_for_is_waited_for_when_it_is_opened_again(
    written: WritePage, until: Callable[..., None]
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


def test_words_are_commented_and_a_comment_is_settled(
    written: WritePage, house: House, until: Callable[..., None]
) -> None:
    edit = opened(written)
    edit.commented.emit(edit.words(), "By whom?", 0, 12)
    until(lambda: under(written, CommentCard))
    [card] = under(written, CommentCard)
    assert card.accessibleName() == "Comment: By whom?"
    card.resolved.emit(1)
    until(lambda: not under(written, CommentCard))
    house.undo.undo()
    until(lambda: under(written, CommentCard))


def choose(edit: ParagraphEdit, words: str) -> None:
    edit.text.setTextCursor(edit.text.document().find(words))
    assert edit.text.textCursor().selectedText() == words


def test_words_beyond_the_basic_plane_are_counted_as_letters(
    written: WritePage, until: Callable[..., None]
) -> None:
    edit = opened(written)
    text = "The \U0001d4af dam \U0001f30a broke [1]. It broke twice [1]."
    edit.done.emit(text)
    until(lambda: "dam" in said(written) and written.editing.pen.edit is None)
    edit = opened(written)
    underlined = [one.cursor.selectedText() for one in edit.text.extraSelections()]
    assert underlined[0] == "The \U0001d4af dam \U0001f30a broke [1]."
    choose(edit, "twice")
    edit.ask("comment")
    edit._say("Really?")
    until(lambda: under(written, CommentCard))
    assert written.editing.kept.now.comments[0][0].quote.exact == "twice"


def test_a_word_of_a_new_paragraph_is_commented(
    written: WritePage, until: Callable[..., None]
) -> None:
    edit = opened(written)
    edit.text.setPlainText(f"{TEXT}  \n \n\nA second paragraph of mine.")
    choose(edit, "second")
    edit.ask("comment")
    edit._say("The first of it?")
    until(lambda: under(written, CommentCard))
    [(comment, found)] = written.editing.kept.now.comments
    assert comment.quote.exact == "second" and found is not None and found.spot == Spot(1, 1)


def test_a_comment_on_words_that_are_gone_can_be_made_on_others(
    written: WritePage, until: Callable[..., None]
) -> None:
    edit = opened(written)
    edit.commented.emit("", "By whom?", 0, 0)
    until(lambda: "Nobody" not in said(written) and written.editing.pen.edit is not None)
    assert written.editing.pen.edit is not edit
    assert written.editing.pen.edit._line.text() == "By whom?"


def test_versions_are_compared_and_gone_back_to(
    written: WritePage, house: House, until: Callable[..., None]
) -> None:
    edit = opened(written)
    edit.done.emit("One sentence [1].")
    until(lambda: "One sentence" in said(written))
    written.editors.show_versions()
    until(lambda: written.editors.versions.said == "From version 1 to now")
    assert written._middle.currentWidget() is written.editors.versions
    written.editors.versions.go_back.click()
    until(lambda: "Nobody slept" in said(written))
    assert written.escape() and written._middle.currentWidget() is written.article


def test_an_edit_while_it_is_written_again_is_not_lost(
    written: WritePage, until: Callable[..., None]
) -> None:
    edit = opened(written)
    QTest.keyClicks(edit.text, " Not lost.")
    assert written._row is not None
    written.steer.wanted_again.emit()
    assert written.editing.pen.edit is None and written.editing.why_not
    until(lambda: written.editing.pen.edit is not None)
    again = written.editing.pen.edit
    assert again is not None and again.words().endswith("Not lost.")
