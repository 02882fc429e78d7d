"""A large drop is asked about; what stays in place can be copied in later."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hands import DONE_MS, page_of, states, wait_until_quiet, words_in
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop.drop import count_readable
from desktop.house import House
from desktop.pages.library import large_drop as library_large
from desktop.pages.library.large_drop import Weight, size, weigh
from desktop.shell.window import Window

MakePdf = Callable[..., Path]


def test_sizes_are_weighed_and_said(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes(b"x" * 1000)
    (tmp_path / "in" / "b.xyz").write_bytes(b"x" * 1000)
    weight = weigh([tmp_path / "in", tmp_path / "gone.pdf"], tmp_path)
    assert (weight.files, weight.size_bytes) == (1, 1000)
    assert not weight.is_large
    assert weight.fits
    assert Weight(1, 3 * 2**30, 2**40).is_large
    assert Weight(1, 2**30, 2**30).is_large
    assert not Weight(1, 2**30, 2**30).fits
    assert [size(n) for n in (38_200_000_000, 1_500_000_000, 640_000_000)] == [
        "38 GB",
        "1.5 GB",
        "640 MB",
    ]


def test_what_cannot_be_asked_is_weighed_as_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 1000)
    paths = [tmp_path / f"{'long' * 99}.pdf", tmp_path / "a.txt"]
    assert weigh(paths, tmp_path).files == 1
    assert count_readable(paths) == 2


def button(box: QMessageBox, words: str) -> QPushButton:
    return next(one for one in box.findChildren(QPushButton) if one.text() == words)


def test_a_large_drop_may_stay_where_it_is(
    opened: Window,
    house: House,
    qtbot: QtBot,
    make_pdf: MakePdf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(library_large, "LARGE_BYTES", 10)
    page, library = page_of(opened), house.library
    assert library is not None
    path = make_pdf("large.pdf", "So many words.")
    folder = path.parent / "papers"
    folder.mkdir()
    path.rename(folder / path.name)
    (folder / "all.bib").write_text("@misc{a, note = {An entry of it.}, file = {large.pdf}}")
    page.add([folder])
    qtbot.waitUntil(lambda: page.adding.question is not None, timeout=DONE_MS)
    assert page.adding.question is not None
    assert "are free on the disk" in page.adding.question.text()
    leave = button(page.adding.question, "Leave them there")
    qtbot.mouseClick(leave, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: states(page) == {"large": "verified"}, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert library.objects.names() == {}
    assert "1 document came in" in words_in(page.side.imports)
    assert page.side.currentWidget() is page.side.imports
    page.table.selectRow(0)
    qtbot.waitUntil(lambda: "stays where it is" in words_in(page.details), timeout=DONE_MS)
    copy = next(one for one in page.details.findChildren(QPushButton) if "Copy into" in one.text())
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(library.objects.names()) == 1, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
