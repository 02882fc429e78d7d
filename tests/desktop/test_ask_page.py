"""Ask, driven by snapshots over a real library and a real PDF."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from studied import a_method, answer, chain, focus, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from warehouse.context import Context
from warehouse.library import Library
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Answer, Draft
from warehouse.studies.report import loss_ledger

WAIT_MS = 15_000


def test_examples_come_from_the_headers(page: AskPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(page.start.examples), timeout=WAIT_MS)
    assert page.start.examples[0].text().endswith("?")
    assert "floods" in " ".join(button.text() for button in page.start.examples)


def test_enter_asks_and_shift_enter_does_not(page: AskPage, qtbot: QtBot) -> None:
    edit = page.start.box.edit
    edit.setPlainText("What broke")
    asked: list[tuple[str, str, str]] = []
    page.start.asked.disconnect(page.ask)
    page.start.asked.connect(lambda *told: asked.append(told))
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert asked == []
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    page.start.method.choose("rag")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert asked == [("What broke", "aware", ""), ("What broke", "rag", "")]


def test_a_question_can_be_asked_thoroughly(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    efforts: list[str] = []

    def method(question: str, context: Context, **_: object) -> Answer:
        efforts.append(context.settings.effort)
        return a_method(question, context)

    use(house, library, ask_aware=method)
    for thorough in (False, True):
        page.start.thorough.setChecked(thorough)
        with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
            page.ask("What happened to the dam?")
    assert efforts == ["quick", "thorough"]
    page.start.method.choose("rag")
    assert page.start.thorough.isHidden(), "one search knows no steps"


def test_a_question_is_answered_and_kept(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    assert page.answer.text.toPlainText().startswith("The dam broke1. It broke twice1.")
    assert page.title.text() == "What happened to the dam?"
    assert not page.stop.isVisibleTo(page.window())
    qtbot.waitUntil(lambda: page.start.history.rows.rowCount() == 1, timeout=WAIT_MS)
    page._new()
    row = page.start.history.rows.at(page.start.history.rows.index(0))
    page.open_study(row)
    qtbot.waitUntil(lambda: "Nobody slept" in page.answer.text.toPlainText(), timeout=WAIT_MS)
    page._open_front(structs.replace(row, within="id:3f2a,5b1c"))
    assert page.documents.text() == "In “2 chosen documents”"


def test_the_chain_grows_with_counts(page: AskPage, library: Library, house: House) -> None:
    page._show_question("What happened?", "aware")
    page._shown(chain(library, "open"))
    page.turns.finish()
    assert [entry.accessibleDescription() for entry in page.chain.entries] == [
        "2 searches · 3 documents seen\n1 set aside by what they are about\n"
        "2 read · 1 sentence kept",
        "2 documents seen\n2 set aside by what they are about",
    ]
    page.chain._toggle_losses()
    said = [(one.what, one.why) for one in page.chain.ledger.dropped]
    assert ("Mills", "its header is about wind") in said


def test_proof_mode_by_key_and_only_proven(page: AskPage, library: Library, qtbot: QtBot) -> None:
    page._show_question("What happened?", "aware")
    page._tell(answer(library))
    page.turns.finish()
    focus(page, qtbot)
    qtbot.keyClick(page.answer.text, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    assert page.answer.text.proof
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Right)
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Right)
    assert page.answer.text.current() == 1
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Left)
    assert page.answer.text.current() == 0
    page.answer.body.toggle_proven()
    assert page.answer.text.toPlainText() == "The dam broke1."
    assert len(page.answer.body.claims) == 1
    page.answer.body.toggle_proven()
    assert "Nobody slept" in page.answer.text.toPlainText()
    assert page.answer.body.acts.states.said == "1 supported, 1 partly, 1 not found"


def test_an_absence_shows_searches_and_what_came_near(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_question("What happened?", "aware")
    page._tell(answer(library, absent=True))
    page.turns.finish()
    assert page.answer.body.absence.isVisibleTo(page)
    assert page.answer.body.absence.tried.text() == "“dam broke”\n“storm night”"
    qtbot.waitUntil(lambda: len(page.answer.body.absence.nearest.links) == 1, timeout=WAIT_MS)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.answer.body.absence.nearest.links[0].click()
    assert page.pane.view.lit


def test_what_came_nearest_has_the_height_it_wants(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_question("What happened?", "aware")
    page._tell(answer(library, absent=True))
    page.turns.finish()
    absence = page.answer.body.absence
    qtbot.waitUntil(lambda: len(absence.nearest.links) == 1, timeout=WAIT_MS)
    page.answer.setParent(None)  # type: ignore[call-overload]
    page.answer.resize(1600, 300)
    page.answer.show()
    words = " ".join(["a long passage that takes several lines at the width of the text"] * 9)
    for _, shown in absence.nearest._parts:
        shown.setText(words)
    qtbot.wait(300)
    assert absence.height() >= absence.heightForWidth(absence.width())


def test_streaming_draws_no_oftener_than_it_can(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_question("What happened?", "aware")
    drawn: list[str] = []
    page.answer.text.textChanged.connect(lambda: drawn.append(""))
    for end in range(400):
        page.answer.tell_draft(Draft("answer", "word " * end))
    qtbot.waitUntil(lambda: page.answer.text.toPlainText().count("word") == 399, timeout=WAIT_MS)
    assert len(drawn) < 40


def test_the_figures_for_experts_stand_in_one_place(page: AskPage, library: Library) -> None:
    """Those of the answer under it; those of one proof are called otherwise."""
    page._show_question("What happened?", "aware")
    way = Way(Route("fact", "model"), "One search.")
    page._tell(structs.replace(answer(library), way=way))
    page.turns.finish()
    assert page.answer.body.way.experts.isVisibleTo(page.answer)
    assert page.chain.experts.isHidden()
    assert "Read 2 of 3 documents" in page.chain._account.accessibleName()
    page.chain.tell(answer(library).research)
    assert "Read 2 of 3 documents" in page.chain._account.accessibleName(), "it is over"
    assert page.pane.foot.experts.button.text() != page.answer.body.way.experts.button.text()


def test_what_was_left_out_is_one_number(page: AskPage, library: Library) -> None:
    page._show_question("What happened?", "aware")
    way = Way(Route("fact", "model"), "One search.")
    made = structs.replace(answer(library), way=way)
    page._tell(made)
    page.turns.finish()
    assert loss_ledger.lines(made) == len(page.chain.ledger.dropped) == 3
    assert page.chain._left_out.accessibleName() == "Left out: 3 entries ·"
    assert page.answer.body.way.left_out.text() == "See what was left out (3 entries)"
