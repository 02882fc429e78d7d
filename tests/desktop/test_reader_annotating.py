"""Highlights, and an earlier reading in front: it is cited from, but no place for them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from hands import DONE_MS
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.reader.opening import Opening
from desktop.shell.window import Window
from warehouse.documents import notes
from warehouse.library import Library
from warehouse.records import Place
from warehouse.run import Run
from warehouse.store.catalog import compressed_text


def test_an_earlier_reading_shows_no_highlight_and_takes_none(
    library: Library, opened: Window, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    source = tmp_path / "gate.txt"
    source.write_text("The keeper wrote all of it down, and the gate was closed for years.\n")
    document = library.add([source], Run())[0].id
    before = "An older reader told this first. " + library.catalog.text(document)
    with library.catalog.write() as connection:
        connection.execute("DELETE FROM texts WHERE document = ?", (document,))
        compressed_text.insert(connection, document, before)
    library.read_again(document, [], Run())
    at = library.catalog.text(document).index("the gate")
    kept = notes.make(library.catalog, document, at, at + 8)
    reader = cast(ReaderPage, opened.page("reader"))
    start = before.index("the gate")
    house.visit(
        "reader", Opening(document, Place(document, 0, start, start + 8), before[start : start + 8])
    )
    view = reader.view
    qtbot.waitUntil(lambda: reader.marking.annotating.all == (kept,), timeout=DONE_MS)
    assert view.content is not None and view.content.text == before
    assert view.marks("notes") == []
    view.selecting.take(start, start + 8)
    reader.marking.highlight()
    assert house.notices.recent[-1].sentence == "This is an earlier reading of the document."
    reader._to_note(kept)
    qtbot.waitUntil(lambda: bool(view.marks("notes")), timeout=DONE_MS)
    assert view.content is not None and view.content.text != before
    assert library.catalog.annotations(document) == [kept]
