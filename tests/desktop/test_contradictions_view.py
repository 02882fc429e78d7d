"""Disagreements in the window, from the text to the page and back; articles of what is proven."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from studied import DAM, answer, article, evidence

from desktop.pages.ask.page import AskPage
from desktop.pages.write.page import WritePage
from warehouse.library import Library
from warehouse.results.records import Answer, Disagreement, Side

WAIT_MS = 15_000


def side(library: Library, number: int) -> Side:
    item = evidence(library, number)
    return Side(number, DAM, item.place, f"Report {number}", "1", f"{1990 + number}")


def opposed(library: Library) -> Answer:
    made = answer(library)
    both = (evidence(library, 1), evidence(library, 2))
    found = Disagreement("the date: 1953 and 1954", 0.91, side(library, 1), side(library, 2))
    return structs.replace(
        made, research=structs.replace(made.research, evidence=both, disagreements=(found,))
    )


def test_both_sides_stand_under_the_answer_and_lead_to_their_page(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_question("What happened?", "aware")
    assert not page.answer.sides.isVisibleTo(page)
    page._tell(opposed(library))
    page.turns.finish()
    assert page.answer.sides.isVisibleTo(page)
    buttons = page.answer.sides.findChildren(QPushButton)
    assert [one.text() for one in buttons] == ["Show 1 on its page", "Show 2 on its page"]
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        buttons[1].click()
    assert page.pane._number == 2
    foot = page.pane.foot
    assert foot.against.isVisibleTo(foot)
    assert foot.against.text().startswith("Contradicted by 1: Report 1")
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        foot.against.click()
    assert page.pane._number == 1
    page._tell(answer(library))
    page.turns.finish()
    assert not page.answer.sides.isVisibleTo(page)
    assert not foot.against.isVisibleTo(foot)


def test_an_article_of_what_is_proven(write: WritePage, library: Library) -> None:
    write._show_article("The dam", "aware", 300)
    assert not write.proven.isVisibleTo(write)
    write._tell(article(library))
    write.turns.finish()
    assert write.proven.isVisibleTo(write)
    assert "Nobody slept" in write.article.text.toPlainText()
    write.proven.setChecked(True)
    said = write.article.text.toPlainText()
    assert "The dam broke" in said
    assert "Nobody slept" not in said and "It broke twice" not in said
    write.table.chosen.emit(1)
    assert not write.proven.isChecked()
    assert "Nobody slept" in write.article.text.toPlainText()
