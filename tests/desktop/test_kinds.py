"""The kind of a question in the window: said before, shown after with its lists, and changed."""

from __future__ import annotations

from msgspec import structs
from pytestqt.qtbot import QtBot
from studied import answer

from desktop.house import House
from desktop.pages.ask.page import AskPage
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.results.provenance import Item, Roll, Route, Way
from warehouse.results.records import Answer

WAIT_MS = 15_000


def found_so(library: Library) -> Answer:
    document = library.catalog.documents()[0]
    many = tuple(Item("", f"file {at}", "cannot be opened") for at in range(130))
    rolls = (
        Roll("Documents dated 1953", (Item(document.id, "A <b>dam</b>", "1953", (1,)),)),
        Roll("Could not be read", many),
    )
    way = Way(Route("count", "words", "how many"), "Counted in the catalog.", rolls)
    return structs.replace(answer(library), way=way)


def test_a_kind_can_be_said_before(page: AskPage) -> None:
    asked: list[tuple[str, str, str]] = []
    page.start.asked.disconnect(page.ask)
    page.start.asked.connect(lambda *told: asked.append(told))
    page.start.box.edit.setPlainText("What broke")
    page.start.kind.choose("list")
    assert page.start.kind.text() == "Kind of answer: List all"
    page.start.box.button.click()
    page.start.method.choose("rag")
    assert page.start.kind.isHidden()
    page.start.box.button.click()
    page.start.method.choose("aware")
    page.start.kind.choose("")
    page.start.box.button.click()
    assert [told[1:] for told in asked] == [("aware", "list"), ("rag", ""), ("aware", "")]
    names = [action.text() for action in page.start.kind.menu().actions()]
    assert names[0] == "Automatic"
    assert len(names) == 8


def test_how_it_was_found_stands_under_the_answer(
    page: AskPage, library: Library, house: House, qtbot: QtBot
) -> None:
    page._show_question("How many dams broke?", "aware", "")
    page._tell(found_so(library))
    page.turns.finish()
    way = page.answer.body.way
    assert "Understood as a question for a number, by its words “how many”." in way.said
    assert "Read 2 of 3 documents, 1 could not be read; 1 passage used." in way.said
    assert page.method.text() == "How many"
    first, second = way.rolls
    assert first.button.text() == "List 1: Documents dated 1953 (1)"
    assert first.said == ""
    first.button.click()
    assert first.said == "A <b>dam</b> (1953) [1]"
    assert "<b>dam" not in first._lines.text()
    second.button.click()
    assert len(second.said.splitlines()) == 100
    assert second._more.text() == "30 more"
    second._more.click()
    assert len(second.said.splitlines()) == 130
    visited: list[object] = []
    house.visited.connect(lambda where, wish: visited.append((where, wish)))
    document = library.catalog.documents()[0].id
    first.followed.emit(f"document:{document}")
    assert visited == [("library", document)]


def test_another_kind_is_a_click_away(page: AskPage, library: Library) -> None:
    page._show_question("How many dams broke?", "aware", "")
    page._tell(found_so(library))
    page.turns.finish()
    asked: list[tuple[str, str, str, StudyRow | None]] = []
    page.ask = lambda question, method, taken_as, anyway=False, like=None: asked.append(  # type: ignore[method-assign]
        (question, method, taken_as, like)
    )
    page._row = row = StudyRow("x", "ask", "How many dams broke?", "aware", "done", 1, 1)
    page.answer.body.way.kind_wanted.emit("list")
    assert asked == [("How many dams broke?", "aware", "list", row)]


def test_an_absence_can_be_answered_all_the_same(page: AskPage, library: Library) -> None:
    page._show_question("What happened?", "aware", "")
    page._tell(answer(library, absent=True))
    page.turns.finish()
    assert not page.answer.body.acts.buttons["anyway"].isHidden()
    assert page.answer.body.acts.buttons["proven"].isHidden()
    asked: list[bool] = []
    page.ask = lambda question, method, taken_as, anyway=False, like=None: asked.append(  # type: ignore[method-assign]
        anyway
    )
    page._row = StudyRow("x", "ask", "What happened?", "aware", "done", 1, 1)
    page.answer.body.acts.buttons["anyway"].click()
    assert asked == [True]
    page._tell(answer(library))
    page.turns.finish()
    assert page.answer.body.acts.buttons["anyway"].isHidden()
    assert page.answer.body.way.isHidden()


def test_a_checked_text_says_how_and_what_was_read(page: AskPage, library: Library) -> None:
    page._show_question("The dam broke.", "check", "")
    page._tell(structs.replace(answer(library), method="check"))
    page.turns.finish()
    assert "Each sentence was looked for" in page.answer.body.way.said
    assert "Read 2 of 3 documents" in page.answer.body.way.said
    assert page.answer.body.way.other.isHidden()


def test_what_is_surely_foreign_can_be_answered_all_the_same(
    page: AskPage, library: Library
) -> None:
    page._show_question("Who painted it?", "aware", "")
    absent = answer(library, absent=True)
    chain = structs.replace(absent.research, evidence=(), foreign="it has 0 of the 2 telling words")
    page._tell(structs.replace(absent, research=chain))
    page.turns.finish()
    assert not page.answer.body.acts.buttons["anyway"].isHidden()
