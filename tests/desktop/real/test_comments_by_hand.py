"""Comments in a long article by a real hand: the eye stays where they are made."""

from __future__ import annotations

import pytest
from hand import WAIT_MS, Hand, focused
from msgspec import structs
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import TEXT, article, claims, use

from desktop.house import House
from desktop.pages.write.comments import CommentCard
from desktop.pages.write.page import WritePage
from warehouse.context import Context
from warehouse.library import Library
from warehouse.results.records import Article, Block
from warehouse.writing.editing.records import Spot

SECTIONS = 12


def a_long_article(question: str, context: Context, **_: object) -> Article:
    """That lacks an end: there is something to press far below what is being read."""
    blocks = tuple(Block(2, f"Night {at}", TEXT, claims()) for at in range(SECTIONS))
    return structs.replace(article(context.library), blocks=blocks)


@pytest.fixture
def written(
    write: WritePage, house: House, library: Library, hand: Hand, qtbot: QtBot
) -> WritePage:
    use(house, library, write_aware=a_long_article)
    hand.key("ctrl+3")
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    hand.wait_until(lambda: house.jobs.idle and write.outline.tree.rows.can_change)
    assert write.article.verticalScrollBar().maximum() > write.article.height()
    return write


def card(page: WritePage) -> CommentCard | None:
    return next((one for one in page.article.text.insets if isinstance(one, CommentCard)), None)


def is_seen(page: WritePage, widget: QWidget | None) -> bool:
    if widget is None or not widget.isVisible():
        return False
    sheet = page.article.viewport()
    return sheet.rect().contains(QRect(widget.mapTo(sheet, QPoint(0, 0)), widget.size()))


def test_a_comment_is_made_and_reworded_where_it_is_read(
    written: WritePage, house: House, hand: Hand
) -> None:
    text = written.article.text
    place = text.place_of(2)
    assert place is not None
    hand.click(text, place.center().toPoint())
    hand.key("alt+n")
    hand.wait_until(lambda: focused() is not None and written.editing.pen.edit is not None)
    hand.type("Who says so?")
    hand.key("Return")
    hand.wait_until(lambda: card(written) is not None and house.jobs.idle)
    assert is_seen(written, card(written)), "it is where its reader was"
    assert text.hasFocus() and not text.textCursor().hasSelection()
    made = card(written)
    assert made is not None
    hand.click(made.reword)
    hand.wait_until(made.line.hasFocus)
    assert is_seen(written, made)
    hand.key("End")
    hand.type(" And when?")
    hand.key("Return")
    hand.wait_until(lambda: card(written) is not made and house.jobs.idle)
    changed = card(written)
    assert is_seen(written, changed) and text.hasFocus()
    hand.wait_until(lambda: changed is not None and "And when?" in changed.accessibleName())


def test_a_click_in_a_card_leaves_the_eye_where_it_is(
    written: WritePage, house: House, hand: Hand
) -> None:
    """However far from there the text was clicked last."""
    kept, text = written.editing.kept, written.article.text
    kept.ask(lambda editor: editor.comment(Spot(1, 0), 0, 7, "Which dam?"), kept.show)
    hand.wait_until(lambda: card(written) is not None and house.jobs.idle)
    last = text.place_of(3 * SECTIONS - 1)
    assert last is not None
    written.article.verticalScrollBar().setValue(written.article.verticalScrollBar().maximum())
    hand.click(text, last.center().toPoint())
    hand.wheel(written.article, -60)
    hand.wait_until(lambda: is_seen(written, card(written)))
    made = card(written)
    assert made is not None
    hand.click(made.reword)
    hand.wait_until(made.line.hasFocus)
    assert is_seen(written, made)
    hand.key("Escape")
    assert is_seen(written, made)
