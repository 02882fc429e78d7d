"""How well a document was read, in the details pane, and reading a page of it again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from test_library_page import first_chosen, wait_until_quiet, words_in

from desktop.house import House
from desktop.pages.library_quality import QualityPart
from desktop.theme import Theme
from desktop.window import Window
from indexers.records import Page
from warehouse.inspecting.quality import judged
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
