"""Documents that an older reader has read, in the Library: told, found, read again."""

from __future__ import annotations

from pathlib import Path

from hands import DONE_MS, page_of, wait_until_quiet, words_in
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library.details.several import SeveralPart
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.run import Run


def test_they_are_counted_shown_alone_and_read_again(
    opened: Window, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "second.txt").write_text("A second text that the present reader has read.")
    (tmp_path / "third.txt").write_text("A third text, which an older reader has read.")
    second, third = library.add([tmp_path / "second.txt", tmp_path / "third.txt"], Run())
    first = next(one for one in library.catalog.documents() if one.title == "floods")
    library.catalog.change([first.id, third.id], reader=0)
    library.ingest.changed([first.id, third.id])
    page = page_of(opened)
    page._reload()
    qtbot.waitUntil(lambda: page.filters.older.text() == "2 older readings", timeout=DONE_MS)
    assert page.filters.older.isVisible()
    page.filters.older.setChecked(True)
    assert page.model.rowCount() == 2
    assert page.model.row_of(second.id) < 0
    page.show_document(first.id)
    qtbot.waitUntil(lambda: "Read by an older version" in words_in(page.details), timeout=DONE_MS)
    page.table.selectAll()
    qtbot.waitUntil(lambda: bool(page.details.findChildren(SeveralPart)), timeout=DONE_MS)
    part = page.details.findChildren(SeveralPart)[0]
    assert "2 read by an older reader" in [one.text() for one in part.findChildren(QLabel)]
    next(b for b in part.findChildren(QPushButton) if b.text() == "Read again").click()

    def said() -> bool:
        return any("2 documents read again" in one.sentence for one in house.notices.recent)

    qtbot.waitUntil(said, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    page.filters.older.setChecked(False)
    qtbot.waitUntil(lambda: not page.filters.older.isVisible(), timeout=DONE_MS)
