"""What is known of a document, in the Library's pane: shown with its source, corrected, cited;
and its other versions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from hands import choose, press, titles, words_in
from msgspec import structs
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from shelf import prose, write_html

from desktop.drop import count_readable
from desktop.house import House
from desktop.pages.library.details.pane import Details, Facts
from desktop.pages.library.details.several import Several
from desktop.pages.library.details.similar_documents import TwinsSection
from desktop.pages.library.details.work import NEVER, UNREAD, objection
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from desktop.widgets.number_field import NumberField
from desktop.widgets.studylist import outcome
from warehouse.documents.inspecting.quality import Quality
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.run import Run
from warehouse.studies.keeper import Studies

HEAD = '<meta name="citation_author" content="Weber, Anna">'


@pytest.fixture
def shelf(opened: Window, house: House, tmp_path: Path, qtbot: QtBot) -> LibraryPage:
    """Two versions of one page and a stranger; the first is selected."""
    library = cast(Library, house.library)
    text = prose(1, 60)
    files = [
        write_html(tmp_path / "tides.html", "The Tides", text),
        write_html(tmp_path / "preprint.html", "Tides, a preprint", text.replace("1520", "1525")),
        write_html(tmp_path / "other.html", "A Mill", prose(40, 60)),
    ]
    files[0].write_text(files[0].read_text().replace("<title>", HEAD + "<title>"))
    documents = library.add(files, Run())
    page = cast(LibraryPage, opened.page("library"))
    qtbot.waitUntil(lambda: page.model.row_of(documents[0].id) >= 0, timeout=20_000)
    page.show_document(documents[0].id)
    qtbot.waitUntil(lambda: "Also here as" in words_in(page.details), timeout=20_000)
    return page


@pytest.fixture
def pane(shelf: LibraryPage, house: House, qtbot: QtBot) -> tuple[Details, Facts]:
    """A pane that no list fills behind the test's back, and what to show in it."""
    facts = shelf.details._facts
    assert isinstance(facts, Facts)
    details = Details(house)
    qtbot.addWidget(details)
    with qtbot.waitExposed(details):
        details.show()
    return details, facts


def test_values_stand_with_their_source(shelf: LibraryPage) -> None:
    shown = words_in(shelf.details).splitlines()
    assert shown[shown.index("Authors") + 1 :][:2] == ["Anna Weber", "from the file"]


def test_correcting(shelf: LibraryPage, house: House, qtbot: QtBot) -> None:
    press(shelf.details, "Correct", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.editing)
    shelf.side.editing.write("title", "The Tides of the Sea")
    shelf.side.editing.write("type", "report")
    shelf.side.editing.save()
    qtbot.waitUntil(lambda: "The Tides of the Sea" in words_in(shelf.details), timeout=20_000)
    assert shelf.side.currentWidget() is shelf.details
    assert "yours" in words_in(shelf.details)
    library = cast(Library, house.library)
    document = shelf._current_id()
    assert library.catalog.known(document)["type"].text == "report"
    press(shelf.details, "Correct", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.editing)
    shelf.side.editing.take_back("title")
    shelf.side.editing.save()
    qtbot.waitUntil(lambda: library.catalog.document(document).title == "The Tides")


def test_what_is_typed_stays_while_rows_change(shelf: LibraryPage, qtbot: QtBot) -> None:
    press(shelf.details, "Correct", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.editing)
    shelf.side.editing.write("title", "Half a thought")
    shelf._change(tuple(shelf.model.documents()))
    qtbot.wait(100)
    assert shelf.side.currentWidget() is shelf.side.editing
    shelf.side.editing.leave()
    assert shelf.side.currentWidget() is shelf.details


def test_what_is_typed_into_the_details_stays_while_they_are_filled_anew(
    pane: tuple[Details, Facts], qtbot: QtBot
) -> None:
    details, facts = pane
    document = structs.replace(facts.document, state="locked", pages=9)
    facts = structs.replace(facts, document=document, quality=Quality(0.9, (), 0))
    details.show_facts(facts)
    assert details.order is not None
    qtbot.keyClicks(details.order.field, "dik")
    qtbot.keyClicks(details._password, "tide")
    number = details.findChild(NumberField)
    assert number is not None
    number.selectAll()
    qtbot.keyClicks(number, "7")
    details.order.field.setCursorPosition(1)
    details.show_facts(structs.replace(facts, document=structs.replace(document, passages=99)))
    field, number = details.order.field, details.findChild(NumberField)
    assert (field.text(), field.cursorPosition(), field.isUndoAvailable()) == ("dik", 1, True)
    assert number is not None and number.can_be() and number.value() == 7
    assert details._password.text() == "tide"
    number.stepUp()
    details.show_facts(facts)
    number = details.findChild(NumberField)
    assert number is not None and number.can_be() and number.value() == 8

    details.show_facts(structs.replace(facts, document=structs.replace(document, id="other")))
    assert details.order.field.text() == details._password.text() == ""
    several = Several((document, facts.document), facts.kept)
    details.show_several(several)
    qtbot.keyClicks(details.order.field, "sea")
    details.show_several(structs.replace(several, stopped=1))
    assert details.order.field.text() == "sea"
    details.show_several(structs.replace(several, documents=(document,) * 3))
    assert details.order.field.text() == ""


def test_half_a_tag_that_stays_offers_none_by_itself(
    pane: tuple[Details, Facts], qtbot: QtBot
) -> None:
    """A list that comes up unasked takes the next letters; a number that is looked at only is none
    that was typed.
    """
    details, facts = pane
    document = structs.replace(facts.document, pages=9)
    kept = structs.replace(facts.kept, known=("dikes",))
    facts = structs.replace(facts, document=document, kept=kept, quality=Quality(0.9, (), 0))
    details.show_facts(facts)
    assert details.order is not None
    qtbot.keyClicks(details.order.field, "dik")
    details.order.field.completer().popup().hide()

    def looks_at_the_number() -> bool:
        details.activateWindow()  # the list that went had the keys
        number = details.findChild(NumberField)
        assert number is not None
        number.setFocus()
        return number.hasFocus()

    qtbot.waitUntil(looks_at_the_number)
    details.show_facts(structs.replace(facts, document=structs.replace(document, passages=99)))
    assert details.order.field.text() == "dik"
    assert details.order.field.completer().popup().isHidden()
    number = details.findChild(NumberField)
    assert number is not None and not number.lineEdit().isModified()
    qtbot.keyClicks(details.order.field, "e")
    assert details.order.field.completer().popup().isVisible()


def test_a_form_that_was_left_stands_beside_its_row_again(shelf: LibraryPage, qtbot: QtBot) -> None:
    """Never the details of another document, which would be tagged and removed in its stead."""
    edited = shelf._current_id()
    press(shelf.details, "Correct", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.editing)
    shelf.side.editing.write("title", "Half a thought")
    choose(shelf, "A Mill")
    qtbot.waitUntil(lambda: words_in(shelf.details).startswith("A Mill"), timeout=20_000)
    assert shelf.side.currentWidget() is shelf.details
    choose(shelf, "The Tides")
    assert shelf.selected_ids() == [edited]
    assert shelf.side.currentWidget() is shelf.side.editing
    assert shelf.side.editing._text("title") == "Half a thought"


def test_a_day_that_never_was_is_refused_and_the_form_stays(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    press(shelf.details, "Correct", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.editing)
    shelf.side.editing.write("date", "31 February 2019")
    shelf.side.editing.save()
    said = opened.notice_bar._sentence.text()
    assert said == "“31 February 2019” is no day of the calendar."
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=20_000)
    assert shelf.side.currentWidget() is shelf.side.editing
    assert shelf.side.editing._text("date") == "31 February 2019"


def test_what_is_a_day_of_the_calendar() -> None:
    for written in ("29 February 2020", "2019-03-12T10:00", "March 2019", "2019", "2019-02", ""):
        assert objection(written) == "", written
    for written in ("2019-02-31", "2019-13-01", "32 May 2019", "February 30, 2020"):
        assert objection(written) == NEVER, written
    for written in ("12/03/2019", "12.3.2019", "5 maja 2019"):
        assert objection(written) == UNREAD, written


def test_citing(shelf: LibraryPage, house: House, qtbot: QtBot, tmp_path: Path) -> None:
    shelf.side.citing.cite("copy")
    qtbot.waitUntil(lambda: "author = {Weber, Anna}," in QApplication.clipboard().text())
    shelf.side.citing.save("csl", shelf.selected_ids(), str(tmp_path / "a.json"))
    qtbot.waitUntil((tmp_path / "a.json").exists)


def test_another_version(shelf: LibraryPage, house: House, qtbot: QtBot) -> None:
    assert "Tides, a preprint" in [one.text() for one in shelf.details.findChildren(QPushButton)]
    (twins,) = shelf.details.findChildren(TwinsSection)
    assert "A Mill" not in [one.text() for one in twins.findChildren(QPushButton)]
    press(shelf.details, "What differs", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.differs, timeout=20_000)
    assert "2 sentences gone, 2 new" in words_in(shelf.side.differs)
    press(shelf.side.differs, "Back", qtbot)
    press(shelf.details, "Let this one speak for all", qtbot)
    said = "answers use the one shown here"
    qtbot.waitUntil(lambda: said in words_in(shelf.details), timeout=20_000)
    press(shelf.details, "Not the same work", qtbot)
    qtbot.waitUntil(lambda: "a different work, as you said" in words_in(shelf.details))


def test_what_is_said_of_a_version_holds_in_the_order_in_which_it_was_said(
    shelf: LibraryPage, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.library is not None
    catalog, [here] = house.library.catalog, shelf.selected_ids()
    (twins,) = shelf.details.findChildren(TwinsSection)
    (other,) = (one.document for one in catalog.twins(here))
    set_apart = catalog.set_apart

    def slowly(document: str, other: str, apart: bool) -> None:
        time.sleep(0.5 if apart else 0)
        set_apart(document, other, apart)

    monkeypatch.setattr(catalog, "set_apart", slowly)
    for apart in (True, False):
        twins._set_apart(other, apart)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=20_000)
    assert [one.apart for one in catalog.twins(here)] == [False]


def test_importing(
    opened: Window, house: House, qtbot: QtBot, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    make_pdf("tides.pdf", "The tide rises twice a day.")
    path = tmp_path / "a.bib"
    entries = "@book{a, title = {The Tides}, file = {tides.pdf}} @book{b, title = {No File}}"
    path.write_text(entries, encoding="utf-8")
    page = cast(LibraryPage, opened.page("library"))
    page.side.imports.take([path])
    qtbot.waitUntil(lambda: page.side.currentWidget() is page.side.imports, timeout=40_000)
    shown = words_in(page.side.imports)
    assert "2 entries, 2 of them new" in shown and "1 document came in" in shown
    assert "No File" in shown and "It names no file." in shown
    titles = [one.title for one in page.model.documents()]
    qtbot.waitUntil(lambda: "The Tides" in [one.title for one in page.model.documents()])
    assert "No File" not in titles
    press(page.side.imports, "Back", qtbot)
    assert page.side.currentWidget() is page.details


def test_a_library_that_is_dropped_is_imported(
    opened: Window, house: House, qtbot: QtBot, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    """Beside documents, and one that is no library after all."""
    make_pdf("tides.pdf", "The tide rises twice a day.")
    (tmp_path / "a.bib").write_text("@book{a, title = {The Tides}, file = {tides.pdf}}")
    (tmp_path / "b.json").write_text("7")
    page = cast(LibraryPage, opened.page("library"))
    page.add([tmp_path / "a.bib", make_pdf("mill.pdf", "A mill."), tmp_path / "b.json"])
    qtbot.waitUntil(lambda: page.side.currentWidget() is page.side.imports, timeout=40_000)
    shown = words_in(page.side.imports)
    assert "1 entry, 1 of them new" in shown and "b.json is no list of entries" in shown
    qtbot.waitUntil(lambda: titles(page) == {"The Tides", "mill"}, timeout=40_000)
    assert count_readable([tmp_path / "a.bib"]) == 1


def test_versions_of_an_address(shelf: LibraryPage, house: House, qtbot: QtBot) -> None:
    library = cast(Library, house.library)
    here = shelf._current_id()
    other = library.catalog.twins(here)[0].document
    library.catalog.note_version("https://example.org/tides", here, 1_000_000_000.0)
    library.catalog.note_version("https://example.org/tides", other, 1_200_000_000.0)
    own = next(
        one.source
        for one in library.catalog.versions(here)
        if one.document == here and not one.source.startswith("https")
    )
    library.catalog.note_version(own, other)  # a document that stands somewhere is not outdated
    study = StudyRow("20260101-000000-0123abcd", "ask", "What of tides?", "aware", "done", 1, 1)
    library.catalog.save_study(study)
    library.catalog.note_cited(study.id, [here])
    shelf._look()
    newer = "There is a newer version than this one."
    qtbot.waitUntil(lambda: newer in words_in(shelf.details), timeout=20_000)
    assert "What of tides?" in words_in(shelf.details)
    assert here[:12] in words_in(shelf.details)
    marked = Studies(library).list()[0]
    assert "1 source changed or gone since" in outcome(marked)
    press(shelf.details, "What changed then", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.differs, timeout=20_000)
    assert "2 sentences gone, 2 new" in words_in(shelf.side.differs)


def test_what_a_version_took_over(
    shelf: LibraryPage, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    library = cast(Library, house.library)
    library.shelves.tag([shelf._current_id()], "river")
    write_html(tmp_path / "tides.html", "The Tides", prose(80, 60))
    (new,) = library.add([tmp_path / "tides.html"], Run())
    qtbot.waitUntil(lambda: shelf.model.row_of(new.id) >= 0, timeout=20_000)
    shelf.show_document(new.id)
    told = "Taken over from the version before: tag river."
    qtbot.waitUntil(lambda: told in words_in(shelf.details), timeout=20_000)
    press(shelf.details, "Take it back", qtbot)
    qtbot.waitUntil(lambda: told not in words_in(shelf.details), timeout=20_000)
    assert library.shelves.tags_of(new.id) == []
