"""Ask, driven by snapshots over a real library, a real PDF and its real reader process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QPlainTextEdit, QTextBrowser
from pytestqt.qtbot import QtBot
from studied import DAM, TEXT, answer, article, chain

from desktop.house import House
from desktop.pages.ask import AskPage
from desktop.pages.library import LibraryPage
from desktop.pages.write import WritePage
from desktop.window import Window
from warehouse.engine.protocol import Engine
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import ModelMissing
from warehouse.library import Library
from warehouse.records import Place
from warehouse.research.records import Answer, Article, Chain, Draft
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies import Studies

WAIT_MS = 15_000


@pytest.fixture
def library(opened: Window, house: House, make_pdf: Callable[..., Path]) -> Library:
    found = house.library
    assert found is not None
    found.add([make_pdf("floods.pdf", f"Nothing was known before. {DAM}", pages=3)], Run())
    return found


@pytest.fixture
def page(library: Library, opened: Window) -> AskPage:
    opened.visit("ask")
    return cast(AskPage, opened.page("ask"))


@pytest.fixture
def write(library: Library, opened: Window) -> WritePage:
    opened.visit("write")
    return cast(WritePage, opened.page("write"))


def a_method(
    question: str, library: Library, engine: Engine, settings: Settings, run: Run
) -> Answer:
    """A study that shows what a real one shows, in the same order."""
    run.show(chain(library, "open"))
    run.step("answering", 0, 1)
    for end in range(10, len(TEXT), 10):
        run.show(Draft("answer", TEXT[:end]))
    return answer(library)


def an_endless_method(
    question: str, library: Library, engine: Engine, settings: Settings, run: Run
) -> Answer:
    run.show(chain(library, "open"))
    while True:
        run.check()
        threading.Event().wait(0.01)


def a_writing_method(
    question: str, library: Library, engine: Engine, settings: Settings, run: Run
) -> Article:
    assert settings.article_words == 300
    run.show(chain(library))
    run.show(Draft("The night", TEXT[:20]))
    return article(library)


def focus(page: AskPage, qtbot: QtBot) -> None:
    page.window().activateWindow()
    page.answer.text.setFocus()
    qtbot.waitUntil(page.answer.text.hasFocus, timeout=WAIT_MS)


def use(house: House, library: Library, **methods: object) -> None:
    """Studies with these methods and an engine that is never asked."""
    table = {tuple(name.split("_")): method for name, method in methods.items()}
    house.studies = Studies(library, methods=table)  # type: ignore[arg-type]
    house.engine = ScriptedEngine  # type: ignore[method-assign, assignment]


def test_examples_come_from_the_headers(page: AskPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(page.start.examples), timeout=WAIT_MS)
    assert page.start.examples[0].text().endswith("?")
    assert "floods" in " ".join(button.text() for button in page.start.examples)


def test_enter_asks_and_shift_enter_does_not(page: AskPage, qtbot: QtBot) -> None:
    edit = page.start.box.edit
    edit.setPlainText("What broke")
    asked: list[tuple[str, str]] = []
    page.start.asked.disconnect(page.ask)
    page.start.asked.connect(lambda question, method: asked.append((question, method)))
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert asked == []
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    page.start.method.choose("rag")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert asked == [("What broke", "aware"), ("What broke", "rag")]


def test_a_question_is_answered_and_kept(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    assert page.answer.text.toPlainText().startswith("The dam broke1. It broke twice1.")
    assert page.title.text() == "What happened to the dam?"
    assert not page.stop.isVisibleTo(page.window())
    qtbot.waitUntil(lambda: page.start.history.model_rows.rowCount() == 1, timeout=WAIT_MS)
    page._new_question()
    page.open_study(page.start.history.model_rows.at(page.start.history.model_rows.index(0)))
    qtbot.waitUntil(lambda: "Nobody slept" in page.answer.text.toPlainText(), timeout=WAIT_MS)


def test_stop_ends_it_and_it_can_go_on(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    with qtbot.waitSignal(page.work.stopped, timeout=1000):
        page.stop.click()
    assert not page.work.busy
    use(house, library, ask_aware=a_method)
    qtbot.waitUntil(lambda: page.start.history.model_rows.rowCount() == 1, timeout=WAIT_MS)
    row = page.start.history.model_rows.at(page.start.history.model_rows.index(0))
    assert row.state == "stopped"
    assert page.answer.halt.go_on.isVisibleTo(page)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.answer.halt.go_on.click()
    assert "Nobody slept" in page.answer.text.toPlainText()
    assert not page.answer.halt.isVisibleTo(page)
    assert house.studies is not None
    assert len(house.studies.list()) == 1


def test_without_a_model_it_says_where_to_get_one(
    page: AskPage, house: House, qtbot: QtBot
) -> None:
    def missing() -> Engine:
        raise ModelMissing("The model tiny is not installed.")

    house.engine = missing  # type: ignore[method-assign]
    with qtbot.waitSignal(page.work.failed, timeout=WAIT_MS):
        page.ask("What happened?")
    assert "not installed" in page.answer.halt._trouble.text()
    assert page.answer.halt.models.isVisibleTo(page)
    assert not page.answer.halt.go_on.isVisibleTo(page)
    assert house.studies is not None
    assert house.studies.list() == ()


def test_the_chain_grows_with_counts(page: AskPage, library: Library, house: House) -> None:
    page._show_study("What happened?", "AWARE")
    page._shown(chain(library, "open"))
    assert [entry.said for entry in page.chain.entries] == [
        "2 searches · 3 documents seen\n1 screened out by header · 2\u00a0read\n1 sentence kept",
        "2 documents seen\n2 screened out by header",
    ]
    page.chain._toggle_losses()
    assert page.chain.losses_said == "Mills: its header is about wind"


def test_a_click_on_a_number_lights_the_words(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_study("What happened?", "AWARE")
    page.answer.tell_answer(answer(library))
    page.pane.bring(chain(library).evidence)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.answer.text.cited.emit(0, 1)
    view = page.pane.view
    assert len(view.lit) >= 1
    picture = view.grab().toImage()
    area = view.area_of_light().toRect()
    colours = {
        picture.pixelColor(x, y).name()
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    }
    assert "#ffe9a8" in colours
    assert page.pane._title.text() == "floods"
    assert "Supported" in page.pane._proof.text()
    assert "entailment .97" in page.pane._proof.text()
    assert "dam broke" in page.pane._found.text()


def test_pages_turn_and_come_back(page: AskPage, library: Library, qtbot: QtBot) -> None:
    page.pane.bring(chain(library).evidence)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.show_evidence(1)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.turn(1)
    assert page.pane._pages.text() == "Page 2 of 3"
    assert page.pane.view.lit == ()
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.turn(-1)
    assert page.pane.view.lit
    page.pane.turn(-1)
    assert page.pane._pages.text() == "Page 1 of 3"


def test_a_document_that_is_gone_is_a_sentence(
    page: AskPage, library: Library, house: House, qtbot: QtBot
) -> None:
    found = chain(library).evidence
    library.remove(found[0].place.document)
    page.pane.bring(())
    page.pane._evidence = {1: found[0]}
    page.pane.show_evidence(1)
    qtbot.waitUntil(lambda: "not in the library" in page.pane._problem.text(), timeout=WAIT_MS)


def test_a_web_page_is_shown_as_words_in_context(
    page: AskPage, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    words = "The mill of Heukelum turned for three hundred years without a pause."
    body = "".join(f"<p>Paragraph {at} about mills and their millers.</p>" for at in range(40))
    source = tmp_path / "mills.html"
    source.write_text(f"<html><title>Mills</title><body><h1>Mills</h1><p>{words}</p>{body}</body>")
    document = library.add([source], Run())[0]
    start = library.catalog.text(document.id).index(words)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.show_place(Place(document.id, 0, start, start + len(words)))
    assert words in page.pane._context.toPlainText()
    assert page.pane._stack.currentWidget() is page.pane._in_words


def test_proof_mode_by_key_and_only_proven(page: AskPage, library: Library, qtbot: QtBot) -> None:
    page._show_study("What happened?", "AWARE")
    page._tell_answer(answer(library))
    focus(page, qtbot)
    qtbot.keyClick(page.answer.text, Qt.Key.Key_P)
    assert page.answer.text.proof
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Right)
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Right)
    assert page.answer.text.current() == 1
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Left)
    assert page.answer.text.current() == 0
    page.answer._toggle_proven()
    assert page.answer.text.toPlainText() == "The dam broke1."
    assert len(page.answer.claims) == 1
    page.answer._toggle_proven()
    assert "Nobody slept" in page.answer.text.toPlainText()
    assert page.answer._states.said == "1 supported, 1 partly, 1 not found"


def test_an_absence_shows_searches_and_what_came_near(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_study("What happened?", "AWARE")
    page._tell_answer(answer(library, absent=True))
    assert page.answer.absence_shown
    assert page.answer._tried.text() == "“dam broke”\n“storm night”"
    qtbot.waitUntil(lambda: page.answer._nearest.count() == 2, timeout=WAIT_MS)
    item = page.answer._nearest.itemAt(0)
    assert item is not None
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        cast(QAbstractButton, item.widget()).click()
    assert page.pane.view.lit


def test_escape_folds_the_evidence(
    page: AskPage, library: Library, house: House, qtbot: QtBot
) -> None:
    page._show_study("What happened?", "AWARE")
    page._tell_answer(answer(library))
    focus(page, qtbot)
    assert page.pane.isVisibleTo(page.window())
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Escape)
    assert not page.pane.isVisibleTo(page.window())


def test_streaming_draws_no_oftener_than_it_can(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_study("What happened?", "AWARE")
    drawn: list[str] = []
    page.answer.text.textChanged.connect(lambda: drawn.append(""))
    for end in range(400):
        page.answer.tell_draft(Draft("answer", "word " * end))
    qtbot.waitUntil(lambda: page.answer.text.toPlainText().count("word") == 399, timeout=WAIT_MS)
    assert len(drawn) < 40


def test_an_article_is_written_with_outline_and_ledger(
    write: WritePage, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    said = write.article.text.toPlainText()
    assert "The night" in said
    assert "Partly: the words do not say so" in said
    assert "This section was not written: the model wrote nothing" in said
    assert write.article._title.text() == "The night of the dam"
    assert "5 claims: 3 supported, 1 partly, 1 not found" in write.article._facts.text()
    assert write.outline.headings.rowCount() == 3
    write.claims.setChecked(True)
    write.article.ledger.choose_state("partly")
    assert write.article.ledger.model.rowCount() == 1
    with qtbot.waitSignal(write.export.saved, timeout=WAIT_MS) as heard:
        write.export.export("html", tmp_path / "out")
    saved: Path = heard.args[0]
    assert saved.name == "article.html"
    assert saved.parent.parent == tmp_path / "out"


def test_the_ledger_leads_to_the_evidence(write: WritePage, library: Library, qtbot: QtBot) -> None:
    write._show_study("AWARE", 300)
    write._tell_article(article(library))
    with qtbot.waitSignal(write.pane.shown, timeout=WAIT_MS):
        write.article.ledger.chosen.emit(1)
    assert "Partly" in write.pane._proof.text() or "Supported" in write.pane._proof.text()
    assert write.pane._number == 1


def test_a_topic_is_handed_over_from_ask(
    page: AskPage, opened: Window, library: Library, house: House
) -> None:
    house.visit("write", "The dam")
    handed = cast(WritePage, opened.page("write"))
    assert handed.start.box.text() == "The dam"


def test_an_article_is_written_from_an_answer(
    page: AskPage, opened: Window, library: Library, house: House, qtbot: QtBot
) -> None:
    given: list[Chain] = []

    def from_chain(*arguments: object, chain: Chain) -> Article:
        given.append(chain)
        return article(library)

    use(house, library, ask_aware=a_method, write_aware=from_chain)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    page.answer.write_wanted.emit()
    write = cast(WritePage, opened.page("write"))
    assert write.start.box.text() == "What happened to the dam?"
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.start.box.button.click()
    assert given == [answer(library).chain]
    write.accept("Something else")
    assert write.start.origin is None


def test_what_is_missing_is_said_with_a_way_to_it(
    page: AskPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: page.start.need.isVisibleTo(page), timeout=WAIT_MS)
    assert "No model is installed" in page.start.need.said
    assert "no documents" not in page.start.need.said
    page.start.need.to_models.click()
    assert opened.current == "models"
    page.start.tell_library(0, (), True)
    assert "There are no documents yet" in page.start.need.said
    page.start.tell_library(3, (), True)
    assert not page.start.need.isVisibleTo(page)


def test_the_evidence_leads_to_its_document(
    page: AskPage, opened: Window, library: Library, house: House, qtbot: QtBot
) -> None:
    document = library.catalog.documents()[0].id
    shelf = cast(LibraryPage, opened.page("library"))
    shelf.title.search.setText("nothing like it")
    house.visit("library", document)
    qtbot.waitUntil(lambda: shelf._current_id() == document, timeout=WAIT_MS)
    assert opened.current == "library"


def test_the_length_of_an_article_can_be_read(write: WritePage) -> None:
    edit = write.start.length.lineEdit()
    assert edit.text().endswith(" words")
    assert edit.width() > edit.fontMetrics().horizontalAdvance(edit.text())


def test_every_control_has_a_name(page: AskPage, write: WritePage, library: Library) -> None:
    page._show_study("What happened?", "AWARE")
    page._tell_answer(answer(library))
    kinds = (QAbstractButton, QPlainTextEdit, QTextBrowser, QAbstractItemView)
    nameless = [
        (type(one).__name__, one.parentWidget())
        for place in (page, page.pane, write, write.pane)
        for kind in kinds
        for one in place.findChildren(kind)
        if not one.accessibleName() and one.objectName() != "qt_tableview_cornerbutton"
    ]
    assert [pair for pair in nameless if pair[0] != "QTableCornerButton"] == []
