"""The evidence pane over a real library, a real PDF and its real reader process."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, cast

import pytest
from hands import words_in
from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from studied import answer, chain, focus

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.reader.content import Content
from desktop.shell.window import Window
from desktop.widgets import evidence
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Claim, Evidence
from warehouse.run import Run

WAIT_MS = 15_000


def test_a_click_on_a_number_lights_the_words(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page._show_question("What happened?", "aware")
    page.answer.tell_answer(answer(library))
    page.pane.bring(chain(library).evidence)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.answer.text.cited.emit(0, 1)
    view = page.pane.view
    assert view.lit is not None and view.lit.boxes
    qtbot.waitUntil(lambda: view.sheets.is_sharp(0, view.devicePixelRatioF()), timeout=WAIT_MS)
    picture = view.viewport().grab().toImage()
    area = view.area_of_light().toRect()
    colours = {
        picture.pixelColor(x, y).name()
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    }
    assert "#ffe9a8" in colours
    assert page.pane.title._title.text() == "floods"
    assert "Supported" in page.pane.foot.proof.text()
    assert ".97" in words_in(page.pane.foot.experts)
    assert "dam broke" in page.pane.foot.found.text()


def test_a_proof_changes_its_ink_with_the_theme(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    theme = page.pane.foot._theme
    page.pane.bring(chain(library).evidence)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.show_evidence(1)
    for choice in ("dark", "light"):
        theme.choose(choice)
        assert f"color:{theme.tokens.ink}" in page.pane.foot.proof.text()


def test_pages_turn_and_come_back(page: AskPage, library: Library, qtbot: QtBot) -> None:
    page.pane.bring(chain(library).evidence)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.show_evidence(1)
    page.pane.turn(1)
    assert page.pane.foot.pages.text() == "Page 2 of 3"
    page.pane.turn(-1)
    assert page.pane.foot.pages.text() == "Page 1 of 3"
    page.pane.turn(-1)
    assert page.pane.foot.pages.text() == "Page 1 of 3"


def test_a_document_that_is_gone_is_a_sentence(
    page: AskPage, library: Library, house: House, qtbot: QtBot
) -> None:
    found = chain(library).evidence
    library.trash.forget([found[0].place.document])
    page.pane.bring(())
    page.pane._evidence = {1: found[0]}
    page.pane.show_evidence(1)
    qtbot.waitUntil(lambda: "not in the library" in page.pane._problem.text(), timeout=WAIT_MS)


def test_what_fails_too_late_is_dropped(
    page: AskPage, library: Library, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    read = evidence.read

    def slow(library: Library, place: Place, *given: Any) -> Content:
        if place.document == "gone":
            assert go_on.wait(WAIT_MS / 1000)
            raise BadInput("It is gone.")
        return read(library, place, *given)

    monkeypatch.setattr(evidence, "read", slow)
    page.pane.bring(chain(library).evidence)
    page.pane.show_place(Place("gone", 0, 0, 1))
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.show_evidence(1)
    go_on.set()
    qtbot.waitUntil(lambda: page.pane._house.jobs.idle, timeout=WAIT_MS)
    assert page.pane.view.isVisibleTo(page.pane)


def test_a_web_page_is_shown_as_text_with_its_words_lit(
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
    view = page.pane.view
    assert view.content is not None and words in view.content.text
    area = view.area_of_light()
    assert not area.isEmpty() and view.viewport().rect().contains(area.toRect())


def test_of_long_evidence_the_sentence_that_bears_the_claim_out_is_lit(
    page: AskPage, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    said = "It turned until the storm of 1740."
    body = f"The mill of Heukelum stood by the river. {said} Nobody remembers its millers."
    source = tmp_path / "mill.html"
    source.write_text(f"<html><title>Mill</title><body><h1>Mill</h1><p>{body}</p></body>")
    document = library.add([source], Run())[0]
    text = library.catalog.text(document.id)
    place = Place(document.id, 0, text.index(body), text.index(body) + len(body))
    page.pane.bring([Evidence(1, place, body, "Mill", "1", "", "mill", 0.9)])
    claim = Claim(0, 36, "The mill turned until 1740 [1].", (1,), "supported", "")
    unsure = structs.replace(claim, state="partly")
    for asked, lit in ((claim, said), (None, body), (claim, said), (unsure, body)):
        with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
            page.pane.show_evidence(1, asked)
        light = page.pane.view.lit
        assert light is not None and text[light.start : light.end] == lit


def test_of_evidence_over_two_pages_that_page_is_shown_that_bears_the_claim_out(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    [document] = [one for one in library.catalog.documents() if one.title == "floods"]
    first, second = library.catalog.pages(document.id)[:2]
    text = library.catalog.text(document.id)
    words = text[first.start : second.end]
    said = "This is page 2 of a short paper about it."
    assert said in words
    place = Place(document.id, first.index, first.start, second.end)
    page.pane.bring([Evidence(1, place, words, "floods", "1", "", "dam", 0.9)])
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.show_evidence(1, Claim(0, len(said), said, (1,), "quoted", ""))
    light = page.pane.view.lit
    assert light is not None and light.sheet == second.index
    assert [at for at, _ in light.boxes] == [second.index]


def test_nothing_is_offered_that_would_do_nothing(page: AskPage, library: Library) -> None:
    pane, title = page.pane, page.pane.title
    pane.clear()
    assert title.back.isHidden() and title.on.isHidden()
    assert not (title.zoom.isEnabled() or title.open.isEnabled() or title.read.isEnabled())
    pane.bring(chain(library).evidence)
    pane.show_evidence(1)
    assert not title.back.isHidden() and title.zoom.isEnabled() and title.ban.isEnabled()
    pane.show_unproven(Claim(0, 5, "Rain.", (), "not found", "nothing says so"))
    assert not title.back.isHidden() and not (title.open.isEnabled() or title.ban.isEnabled())


def test_why_a_sentence_is_not_proven_stands_under_it(page: AskPage, qtbot: QtBot) -> None:
    pane = page.pane
    pane.resize(400, 700)
    pane.show_unproven(Claim(0, 5, "Rain.", (), "not found", "nothing says so"))
    qtbot.waitUntil(lambda: pane.foot.y() < 250, timeout=WAIT_MS)


def test_escape_folds_the_evidence(
    page: AskPage, library: Library, house: House, qtbot: QtBot
) -> None:
    page._show_question("What happened?", "aware")
    page._tell(answer(library))
    page.turns.finish()
    focus(page, qtbot)
    assert page.pane.isVisibleTo(page.window())
    qtbot.keyClick(page.answer.text, Qt.Key.Key_Escape)
    assert not page.pane.isVisibleTo(page.window())


def test_the_evidence_leads_to_its_document(
    page: AskPage, opened: Window, library: Library, house: House, qtbot: QtBot
) -> None:
    document = library.catalog.documents()[0].id
    shelf = cast(LibraryPage, opened.page("library"))
    shelf.title.search.setText("nothing like it")
    house.visit("library", document)
    qtbot.waitUntil(lambda: shelf._current_id() == document, timeout=WAIT_MS)
    assert opened.current == "library"


def is_in_sight(page: AskPage) -> bool:
    view = page.pane.view
    area = view.area_of_light().toRect()
    seen = area & view.viewport().rect()
    return not area.isEmpty() and seen.height() == area.height() and seen.left() == area.left()


def test_the_cited_words_stay_in_sight(page: AskPage, library: Library, qtbot: QtBot) -> None:
    """After a click, a walk, each of the zooms, another size, and scrolling away and back."""
    page._show_question("What happened?", "aware")
    page._tell(answer(library))
    pane = page.pane
    qtbot.waitUntil(lambda: is_in_sight(page), timeout=WAIT_MS)
    for _ in range(4):
        pane.enlarge()
        assert is_in_sight(page)
    for width, height in ((300, 320), (640, 900), (280, 700)):
        pane.view.resize(width, height)
        assert is_in_sight(page)
    pane.view.verticalScrollBar().setValue(pane.view.verticalScrollBar().maximum())
    assert not is_in_sight(page)
    with qtbot.waitSignal(pane.shown, timeout=WAIT_MS):
        pane.show_evidence(pane._number)
    assert is_in_sight(page)


def test_the_evidence_opens_in_the_reader(
    page: AskPage, opened: Window, library: Library, qtbot: QtBot
) -> None:
    page.pane.bring(chain(library).evidence)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        page.pane.show_evidence(1)
    page.pane.title.read.click()
    reader = cast(ReaderPage, opened.page("reader"))
    qtbot.waitUntil(lambda: not reader.view.area_of_light().isEmpty(), timeout=WAIT_MS)
    assert opened.current == "reader" and reader.bar.title.text() == "floods"
    qtbot.keyClick(reader.view, Qt.Key.Key_Escape)
    assert opened.current == "ask"
