"""Comments on words of an article."""

from __future__ import annotations

from edited_articles import Until, commented, opened, said, under
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from studied import TEXT

from desktop.house import House
from desktop.pages.write.comments import CommentCard, SettledComments
from desktop.pages.write.page import WritePage
from desktop.pages.write.paragraph_edit import ParagraphEdit
from desktop.widgets.basics import Button
from warehouse.writing.editing.records import Spot


def test_words_are_commented_and_a_comment_is_settled(
    written: WritePage, house: House, until: Until
) -> None:
    card = commented(written, until)
    assert card.accessibleName() == "Comment: By whom?"
    card.settled.emit(1, True)
    until(lambda: not under(written, CommentCard))
    house.undo.undo()
    until(lambda: under(written, CommentCard))


def test_a_settled_comment_unfolds_and_is_open_again(
    written: WritePage, house: House, until: Until
) -> None:
    press(commented(written, until), "Settled: By whom?")
    until(lambda: under(written, SettledComments))
    [line] = under(written, SettledComments)
    assert line.button.text() == "1 settled" and not line.cards[0].isVisibleTo(line)
    folded_px = line.sizeHint().height()
    line.button.click()
    assert line.cards[0].isVisibleTo(line)
    until(lambda: line.height() > folded_px)
    press(line.cards[0], "Reopen: By whom?")
    until(lambda: under(written, CommentCard) and not under(written, SettledComments))
    house.undo.undo()
    until(lambda: under(written, SettledComments))
    [line] = under(written, SettledComments)
    assert line.cards[0].isVisibleTo(line)
    press(line.cards[0], "Remove the comment: By whom?")
    until(lambda: not under(written, SettledComments))


def press(card: CommentCard, name: str) -> None:
    [button] = [one for one in card.findChildren(Button) if one.accessibleName() == name]
    button.click()


def comment_on(edit: ParagraphEdit, words: str, text: str) -> None:
    edit.text.setTextCursor(edit.text.document().find(words))
    assert edit.text.textCursor().selectedText() == words
    edit.ask("comment")
    edit._say(text)


def test_words_beyond_the_basic_plane_are_counted_as_letters(
    written: WritePage, until: Until
) -> None:
    edit = opened(written)
    text = "The \U0001d4af dam \U0001f30a broke [1]. It broke twice [1]."
    edit.done.emit(text)
    until(lambda: "dam" in said(written) and written.editing.pen.edit is None)
    edit = opened(written)
    underlined = [one.cursor.selectedText() for one in edit.text.extraSelections()]
    assert underlined[0] == "The \U0001d4af dam \U0001f30a broke [1]."
    comment_on(edit, "twice", "Really?")
    until(lambda: under(written, CommentCard))
    assert written.editing.kept.now.comments[0][0].quote.exact == "twice"


def test_a_word_of_a_new_paragraph_is_commented(written: WritePage, until: Until) -> None:
    edit = opened(written)
    edit.text.setPlainText(f"{TEXT}  \n \n\nA second paragraph of mine.")
    comment_on(edit, "second", "The first of it?")
    until(lambda: under(written, CommentCard))
    [(comment, found)] = written.editing.kept.now.comments
    assert comment.quote.exact == "second" and found is not None and found.spot == Spot(1, 1)


def test_a_comment_on_words_that_are_gone_can_be_made_on_others(
    written: WritePage, until: Until
) -> None:
    edit = opened(written)
    edit.commented.emit("", "By whom?", 0, 0)
    until(lambda: "Nobody" not in said(written) and written.editing.pen.edit is not None)
    assert written.editing.pen.edit is not edit
    assert written.editing.pen.edit._line.text() == "By whom?"


def test_a_comment_on_another_paragraph_waits_until_the_one_under_the_pen_is_kept(
    written: WritePage, until: Until
) -> None:
    opened(written)
    written.editing.here("comment", Spot(0, 0))
    pen = written.editing.pen
    until(lambda: pen.spot == Spot(0, 0))
    assert pen.edit is not None and not pen.edit._line.isHidden()
    pen.edit._line.setText("Which dam?")
    QTest.keyClick(pen.edit._line, Qt.Key.Key_Return)
    until(lambda: under(written, CommentCard))
    assert written.editing.kept.now is not None
    [(comment, _)] = written.editing.kept.now.comments
    assert comment.quote.section == 0
