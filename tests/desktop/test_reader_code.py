"""Code in the reader: letters of one width, its lines and columns as they stand in the text."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, cast

import pytest
from hands import DONE_MS
from msgspec import structs
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.reader import content as contents
from desktop.reader import leaves
from desktop.reader.content import Content, ready
from desktop.reader.leaf import Laid, Type
from desktop.reader.leaves import LEAF_LETTERS, Block
from desktop.shell.window import Window
from desktop.theme import Theme
from indexers.records import Code, Page, Section
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run

WORDS = "The tool has a few commands:"
TABLE = "start   opens the gate\nstop    closes it\n  wait  🌾 is\tnothing"
TEXT = f"Gate\n\n{WORDS}\n{TABLE}\n\nThen the water runs.\tOr not."
START = TEXT.index(TABLE)
CODE = Code(START, START + len(TABLE))


def content(text: str, *code: Code, sections: tuple[Section, ...] = ()) -> Content:
    document = Document("a", "Gate", "web", "/in/a.html", 10, 1.0, "verified")
    page = Page(0, "1", 0, len(text), 0, 0)
    return Content(document, (page,), sections, text, code=code)


def blocks(of: Content) -> list[Block]:
    return [block for leaf in ready(of).leaves for block in leaf.blocks]


def test_a_text_that_is_shown_is_not_cut_again() -> None:
    shown = ready(content(TEXT, CODE))
    assert ready(content(TEXT, CODE), shown).leaves is shown.leaves
    assert ready(content(TEXT), shown) == ready(content(TEXT))


def test_code_is_parted_from_the_words_before_it() -> None:
    found = blocks(content(TEXT, CODE, sections=(Section(1, "Gate", 0, len(TEXT)),)))
    assert [one.kind for one in found] == ["heading", "paragraph", "code", "table"]
    assert [one.text for one in found[1:3]] == [WORDS, TABLE]
    assert all(TEXT[one.start :].startswith(one.text) for one in found)


def test_a_range_over_blank_lines_is_code_on_both_sides() -> None:
    text = "One.\n\na\n\nb\n\nTwo."
    found = blocks(content(text, Code(6, 10)))
    assert [(one.text, one.kind) for one in found[1:3]] == [("a", "code"), ("b", "code")]
    assert found[0].kind == found[3].kind == "paragraph"


def test_code_without_end_is_broken_between_lines() -> None:
    text = "call(this)\n" * LEAF_LETTERS
    found = blocks(content(text, Code(0, len(text))))
    assert len(found) > 2 and all(one.text.endswith("call(this)") for one in found)
    assert sum(one.text.count("call") for one in found) == LEAF_LETTERS


@pytest.mark.parametrize("letter_px", [15, 17])
def test_columns_stand_under_each_other(theme: Theme, letter_px: int) -> None:
    laid = Laid(ready(content(TEXT, CODE)).leaves[0], Type(letter_px, 600, "#000000", "#777777"))

    def left(words: str) -> float:
        at = TEXT.index(words)
        (box,) = laid.rects(at, at + len(words))
        return box.left()

    assert left("opens") == left("closes") == pytest.approx(left("🌾"))
    assert left("wait") > left("stop") == left("start")
    assert laid.offset_at(laid.rects(START + 8, START + 9)[0].center()) in (START + 8, START + 9)


def test_what_is_read_again_shows_its_code(
    library: Library, opened: Window, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    source = tmp_path / "gate.html"
    prose = "<p>The keeper wrote all of it down, and nobody read it for years.</p>" * 3
    source.write_text(f"<html><title>Gate</title><body>{prose}<pre>{TABLE}</pre>{prose}")
    document = library.add([source], Run())[0]
    with library.catalog.write() as connection:
        connection.execute("UPDATE structures SET code = x''")
    reader = cast(ReaderPage, opened.page("reader"))
    house.visit("reader", document.id)
    qtbot.waitUntil(lambda: reader.bar.title.text() == "Gate", timeout=DONE_MS)
    assert kinds(reader) == {"paragraph"}
    again = library.read_again(document.id, [], Run())
    house.documents_changed.emit((structs.replace(again, state="copied"),))
    house.documents_changed.emit((again,))
    qtbot.waitUntil(lambda: kinds(reader) == {"paragraph", "code"}, timeout=DONE_MS)


def test_a_text_is_cut_in_a_worker(
    library: Library,
    opened: Window,
    house: House,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places: list[threading.Thread] = []

    def cut(*of: Any) -> list[leaves.Leaf]:
        places.append(threading.current_thread())
        return leaves.cut(*of)

    monkeypatch.setattr(contents, "cut", cut)
    source = tmp_path / "gate.txt"
    source.write_text(f"{WORDS}\n\nThen the water runs.\n")
    document = library.add([source], Run())[0]
    reader = cast(ReaderPage, opened.page("reader"))
    house.visit("reader", document.id)
    qtbot.waitUntil(lambda: reader.view.sheets is not None, timeout=DONE_MS)
    assert places and threading.main_thread() not in places


def kinds(reader: ReaderPage) -> set[str]:
    assert reader.view.content is not None
    return {one.kind for one in blocks(reader.view.content)}


@pytest.mark.parametrize("sign", ["\n", "\r", "\u2028", "\u2029", "\ufdd0", "\ufdd1"])
def test_a_sign_at_which_qt_would_part_paragraphs_moves_no_words(theme: Theme, sign: str) -> None:
    text = f"One{sign}two.\n\nThree four."
    [leaf] = ready(content(text)).leaves
    laid = Laid(leaf, Type(16, 600, "#000000", "#666666"))
    at = text.index("Three")
    [box] = laid.rects(at, at + 5)
    assert text[laid.offset_at(box.center()) :].startswith(("ree", "hree"))
    assert laid.document.blockCount() == 2
