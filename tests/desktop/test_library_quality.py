"""How well a document was read, in the details pane, and reading a page of it again."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from hands import first_chosen, wait_until_quiet, words_in
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library.details.quality import QualityPart
from desktop.shell.window import Window
from desktop.theme import Theme
from desktop.unattended.background import Background
from desktop.unattended.ocr_comparison import Comparing
from indexers.errors import Stopped
from indexers.records import OcrPage, OcrWord, Page
from warehouse.documents.inspecting.quality import judged
from warehouse.records import Document

MakePdf = Callable[..., Path]
ROW = Document("d" * 64, "A", "pdf", "a.pdf", 1, 0.0, "verified", pages=9)


def pages() -> list[Page]:
    return [
        Page(0, "i", 0, 5, 100, 100, quality=0.98),
        Page(1, "ii", 5, 9, 100, 100, quality=0.2, flaw="letters of no alphabet"),
        Page(2, "iii", 9, 20, 100, 100, quality=0.5, ocr=0.5, flaw="OCR is not sure of it"),
        Page(3, "iv", 20, 20, 100, 100),
    ]


def test_the_worst_pages_are_named_and_read_again(theme: Theme, qtbot: QtBot) -> None:
    part = QualityPart(theme, ROW, judged(pages()))
    qtbot.addWidget(part)
    said = words_in(part)
    assert "56% over all pages · 2 read badly · 1 read by OCR" in said
    assert "Page ii: 20%, letters of no alphabet" in said
    assert part.number.value() == 2
    asked: list[tuple[str, object]] = []
    part.reread_wanted.connect(lambda id, wanted: asked.append((id, wanted)))
    part.again.click()
    part.worst.click()
    part.all.click()
    assert [wanted for _, wanted in asked] == [(1,), (1, 2), tuple(range(9))]
    compared: list[str] = []
    part.compare_wanted.connect(compared.append)
    part.compare.click()
    assert compared == [ROW.id]


def test_a_page_that_is_not_there_is_not_read_again(theme: Theme, qtbot: QtBot) -> None:
    part = QualityPart(theme, ROW, judged(pages()))
    qtbot.addWidget(part)
    asked: list[object] = []
    part.reread_wanted.connect(lambda id, wanted: asked.append(wanted))
    part.number.lineEdit().setText("12")
    part.again.click()
    assert asked == []
    assert part.number.said.isVisibleTo(part) and part.number.text() == "12"
    assert part.number.said.text() == "This document has 9 pages."
    part.number.lineEdit().setText("9")
    part.again.click()
    assert asked == [(8,)] and not part.number.said.isVisibleTo(part)


def test_a_page_with_an_order_to_ocr_is_read_again(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    path = make_pdf("one.pdf", "The first of May was a Monday.")
    page = first_chosen(opened, house, qtbot, path)
    qtbot.waitUntil(lambda: page.details.findChild(QualityPart) is not None, timeout=5000)
    library = house.library
    assert library is not None
    asked: list[tuple[str, tuple[int, ...]]] = []
    library.read_again = lambda id, wanted, run: (  # type: ignore[method-assign]
        asked.append((id, tuple(wanted))),
        library.catalog.document(id),
    )[1]
    part = cast(QualityPart, cast(QWidget, page.details).findChild(QualityPart))
    part.again.click()
    qtbot.waitUntil(lambda: len(asked) == 1, timeout=5000)
    [document] = library.catalog.documents()
    assert asked == [(document.id, (0,))]
    wait_until_quiet(house, qtbot)


OTHER = "Sheep graze quietly beyond wooden fences while several painters mixed colours before \
breakfast others preferred sketching boats beside distant shoreline musicians rehearsed slowly"
OWN = "The ferry crosses the river at noon and takes the mail along with every passenger. " * 3


def seeing_other_words(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader sees ``OTHER`` on every page."""
    line = tuple(OcrWord(50, 300, 76, 312, word) for word in OTHER.split())

    def recognise(path: Path, page: int, password: str, cancelled: Callable[[], bool]) -> OcrPage:
        if cancelled():
            raise Stopped
        return OcrPage(page, 0.95, 10.0, (line,), sures=(0.95,))

    assert house.library is not None
    monkeypatch.setattr(house.library.readers, "recognise", recognise)


def test_comparing_says_and_shows_that_the_text_is_not_what_is_printed(
    opened: Window,
    house: House,
    qtbot: QtBot,
    make_pdf: MakePdf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = first_chosen(opened, house, qtbot, make_pdf("one.pdf", OWN))
    details = cast(QWidget, page.details)
    qtbot.waitUntil(lambda: details.findChild(QualityPart) is not None, timeout=5000)
    seeing_other_words(house, monkeypatch)
    cast(QualityPart, details.findChild(QualityPart)).compare.click()
    doubtful = "The whole document is doubtful: OCR agrees with 0% of 1 page of it"
    qtbot.waitUntil(lambda: doubtful in words_in(details), timeout=5000)
    assert "its text is not what is printed: OCR agrees with 0%" in str(words_in(details))
    assert "0% of its words agree with OCR" in house.notices.recent[-1].sentence
    wait_until_quiet(house, qtbot)


def test_a_doubtful_document_is_compared_when_all_is_quiet(
    opened: Window,
    house: House,
    qtbot: QtBot,
    make_pdf: MakePdf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first_chosen(opened, house, qtbot, make_pdf("one.pdf", OWN))
    wait_until_quiet(house, qtbot)
    seeing_other_words(house, monkeypatch)
    library = house.library
    assert library is not None
    with library.catalog.write() as connection:
        connection.execute("UPDATE pages SET quality = 0.6")
    background = Background(house, quiet_ms=20)
    house.jobs.changed.emit()
    qtbot.waitUntil(lambda: bool(house.notices.recent), timeout=10_000)
    assert "is not what is printed on its pages" in house.notices.recent[-1].sentence
    [document] = library.catalog.documents()
    [compared] = library.catalog.pages(document.id)
    assert compared.quality == 0
    wait_until_quiet(house, qtbot)
    background.stop()


def test_stopped_it_waits_for_go_on_and_it_gives_way_without_a_word(
    opened: Window,
    house: House,
    qtbot: QtBot,
    make_pdf: MakePdf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first_chosen(opened, house, qtbot, make_pdf("one.pdf", OWN))
    wait_until_quiet(house, qtbot)
    library = house.library
    assert library is not None
    with library.catalog.write() as connection:
        connection.execute("UPDATE pages SET quality = 0.6")

    def waits(path: Path, page: int, password: str, cancelled: Callable[[], bool]) -> OcrPage:
        while not cancelled():
            time.sleep(0.01)
        raise Stopped

    monkeypatch.setattr(library.readers, "recognise", waits)
    work = Comparing(house, house)
    work.consider()
    qtbot.waitUntil(lambda: work.job is not None and work.job.visible, timeout=5000)
    work.give_way()
    qtbot.waitUntil(lambda: work.job is None, timeout=5000)
    assert house.notices.recent == []
    work.consider()
    qtbot.waitUntil(lambda: work.job is not None and work.job.visible, timeout=5000)
    assert work.job is not None
    work.job.cancel()
    qtbot.waitUntil(lambda: work.job is None, timeout=5000)
    assert "paused until the next start" in house.notices.recent[-1].sentence
    work.consider()
    qtbot.wait(100)
    assert work.job is None
    go_on = house.notices.recent[-1].act
    assert go_on is not None
    go_on()
    qtbot.waitUntil(lambda: work.job is not None, timeout=5000)
    work.give_way()
    wait_until_quiet(house, qtbot)
