"""Whatever a study found and dropped can be seen: in a small window, while it works, and after."""

from __future__ import annotations

from hands import words_in
from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from studied import DAM, answer, article, chain, focus

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from desktop.theme import Theme
from desktop.widgets.chain import ChainView
from desktop.widgets.passages import Passage, Passages
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Draft, Spend
from warehouse.studies.report import nearest_passages
from warehouse.studies.steering.steerable import useful

WAIT_MS = 15_000


def answered(page: AskPage, library: Library, width: int = 1024) -> None:
    """An answer beside its page, in a window of this width."""
    page.window().resize(width, 800)
    page.window().page("ask")  # type: ignore[attr-defined]
    page._show_question("What happened?", "aware")
    page._house.show_side(True, "ask")
    way = Way(Route("fact", "words"), "AWARE: 2 steps, 2 searches.")
    page._tell(structs.replace(answer(library), way=way))
    page.turns.finish()


def test_where_the_chain_has_no_room_a_rail_brings_it(
    page: AskPage, library: Library, opened: Window, qtbot: QtBot
) -> None:
    answered(page, library)
    qtbot.waitUntil(page.beside.rail.isVisible, timeout=WAIT_MS)
    assert not page.chain.isVisible()
    assert page.beside.button.accessibleName() == "Steps of the search"
    page.beside.button.click()
    assert page.chain.isVisible()
    assert not page.answer.isVisible()
    assert page.beside.button.accessibleName() == "Back from: Steps of the search"
    page.beside.button.click()
    assert page.answer.isVisible()
    focus(page, qtbot)
    qtbot.keyClick(page.answer.text, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    assert page.chain.isVisible()
    qtbot.waitUntil(page._column.hasFocus, timeout=WAIT_MS)
    page._house.show_side(False, "ask")
    qtbot.waitUntil(page.answer.isVisible, timeout=WAIT_MS)
    assert page.chain.isVisible()
    assert not page.beside.rail.isVisible()


def test_what_was_left_out_is_a_click_away_from_the_answer(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    answered(page, library)
    way = page.answer.body.way
    assert "Density 0.10 → 0.50" in words_in(way.experts)
    assert way.left_out.text() == "See what was left out (3 entries)"
    qtbot.waitUntil(page.beside.rail.isVisible, timeout=WAIT_MS)
    page.turns.finish()
    way.left_out.click()
    assert page.chain.ledger.isVisible()
    assert len(page.chain.ledger.dropped) == 3


def test_the_first_evidence_is_seen_while_the_rest_is_looked_for(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    page._show_question("What happened?", "aware")
    page._shown(chain(library, "open"))
    page.turns.finish()
    [link] = page.answer.found.links
    assert link.text().startswith("1 · floods")
    assert link.isVisibleTo(page)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        link.click()
    assert page.pane.view.lit
    page._shown(Draft("answer", "The dam broke"))
    assert page.answer.found.isHidden()
    page._shown(chain(library))  # a change that leaves the text its ground
    page.turns.finish()
    assert page.answer.found.isHidden()
    page._shown(chain(library, "open"))  # it is looked for anew
    page.turns.finish()
    assert not page.answer.found.isHidden()
    assert page.answer.text.isHidden()
    page._tell(answer(library))
    assert page.answer.found.isHidden()
    assert not page.answer.text.isHidden()


def test_an_article_shows_its_first_evidence_too(write: WritePage, library: Library) -> None:
    write._show_article("The dam", "aware", 300)
    write._shown(chain(library, "open"))
    write.turns.finish()
    assert len(write.article.found.links) == 1
    write._shown(Draft("The night", "The dam"))
    assert write.article.found.isHidden()


def test_a_section_that_is_written_in_part_goes_on_as_a_draft(
    write: WritePage, library: Library
) -> None:
    write._show_article("The dam", "aware", 300)
    begun = article(library)
    first = begun.blocks[0]
    rest = structs.replace(begun.blocks[-1], text="", claims=(), title="Later")
    part = structs.replace(begun, blocks=(first, rest))
    write._shown(part)
    write._shown(Draft(first.title, f"{first.text}\n\nAnd then the"))
    write.article._draw((part, False))
    shown = write.article.text.toPlainText()
    assert "And then the" in shown
    write._shown(part)
    write.article._draw((part, False))
    shown = write.article.text.toPlainText()
    assert "And then the" not in shown, "what is told takes the place of its draft"


def test_what_stands_stays_when_more_is_found(theme: Theme, qtbot: QtBot) -> None:
    shown = Passages(theme, "Found so far")
    qtbot.addWidget(shown)
    first, second = Passage("1 · Mills", DAM, 1), Passage("2 · Weirs", DAM, 2)
    shown.tell([first])
    [before] = shown.links
    shown.tell([first, second], "Found so far: 2 of 9")
    assert shown.links[0] is before
    assert shown.accessibleName() == "Found so far: 2 of 9"
    shown.tell([second])
    assert [link.text() for link in shown.links] == ["2 · Weirs"]


def test_a_sentence_that_cites_nothing_says_why(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    """The page of another sentence would be taken for its proof."""
    answered(page, library)
    page.answer.text.chosen.emit(2)
    assert "Not found" in page.pane.foot.proof.text()
    assert "the words do not say so" in page.pane.foot.proof.text()
    assert page.pane._problem.isVisible()
    assert "Nobody slept." in page.pane._problem.text()
    assert page.pane.foot.found.text() == ""


def test_tokens_of_reasoning_and_of_processing_are_told_apart(
    theme: Theme, library: Library, qtbot: QtBot
) -> None:
    view = ChainView(theme)
    qtbot.addWidget(view)
    spend = Spend(8_900, 227_000, 34, 12, 71.4)
    view.tell_result(structs.replace(answer(library), spend=spend))
    assert "8,900 tokens of reasoning, 227,000 of processing" in words_in(view.experts)
    assert "34 model calls, 12 of them replayed, 71 s" in words_in(view.experts)


def test_what_was_clicked_before_an_answer_settled_stays_in_sight(
    page: AskPage, library: Library
) -> None:
    page._show_question("What happened?", "aware")
    page._tell(answer(library))
    page.to_proof.choose(2)
    page.turns.finish()
    assert page.pane._number == 0, "the sentence that cites nothing"
    page._tell(answer(library))
    page.turns.finish()
    assert page.pane._number == 1, "nothing was clicked since it came"


def test_the_steps_of_the_next_study_stand_in_those_of_the_last(
    theme: Theme, library: Library, qtbot: QtBot
) -> None:
    view = ChainView(theme)
    qtbot.addWidget(view)
    view.show()
    view.tell(chain(library))
    before = list(view.entries)
    before[0].searches.click()
    view.clear()
    assert not view.entries and not any(one.isVisible() for one in before)
    view.tell(chain(library))
    assert list(view.entries) == before and all(one.isVisible() for one in before)
    assert not before[0].steer.isVisible(), "what was folded out of another study is folded"


def test_searches_are_seen_where_nothing_can_be_changed(
    theme: Theme, library: Library, qtbot: QtBot
) -> None:
    view = ChainView(theme)
    qtbot.addWidget(view)
    view.tell(chain(library))
    view.show()
    first = view.entries[0]
    assert first.searches.text() == "2 searches"
    assert not first.steer.button.isVisibleTo(view)
    first.searches.click()
    assert first.steer.isVisibleTo(view)
    assert not first.steer.choices.reword.isVisibleTo(view)
    view.let_steer(("edit", "search", "stop"))
    assert first.steer.button.isVisibleTo(view) and first.steer.choices.reword.isVisibleTo(view)


def test_only_what_would_do_something_is_offered(page: AskPage) -> None:
    def offered(method: str, taken_as: str = "") -> list[str]:
        row = StudyRow("x", "ask", "What broke?", method, "running", 0, 0, taken_as=taken_as)
        page.steer.tell(row)
        buttons = page.chain.wishes._actions.values()
        return [one.text() for one in buttons if not one.isHidden()]

    assert offered("aware") == ["Look for more", "Must read", "Leave out"]
    assert offered("rag") == ["Must read", "Leave out"]
    assert offered("check") == ["Leave out"]
    assert offered("aware", "list") == ["Must read", "Leave out"]
    assert offered("aware", "library") == []
    assert not page.pane.title.ban.isVisibleTo(page.pane)


def test_a_finished_study_says_what_it_can_take(library: Library) -> None:
    """The model may have decided what the words left open."""
    row = StudyRow("x", "ask", "Which mills burned down?", "aware", "done", 0, 0)
    assert "add" in useful(row)
    listed = structs.replace(answer(library), way=Way(Route("list", "model"), ""))
    assert "add" not in useful(row, listed) and "pin" in useful(row, listed)
    article = structs.replace(row, kind="write")
    assert useful(article) == useful(structs.replace(row, question="Why?"))


def test_searches_tried_are_told_once(page: AskPage, library: Library) -> None:
    absent = answer(library, absent=True)
    text = "Your library does not answer this.\n\nSearches tried: dam.\n\nWhat came nearest: x."
    page._show_question("What happened?", "aware")
    page._tell(structs.replace(absent, text=text))
    assert "Searches tried" not in page.answer.text.toPlainText()
    assert "What came nearest" in page.answer.text.toPlainText()
    assert nearest_passages.without_searches("One paragraph.") == "One paragraph."
