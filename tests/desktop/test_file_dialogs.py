"""Dialogs for files open in the user's documents, then where the last one chose."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hands import page_of
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

import desktop
from desktop import state as state_file
from desktop.file_dialogs import ChosenFolders
from desktop.shell.window import Window


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Those of the user; the program is started from elsewhere."""
    place = tmp_path / "Documents"
    place.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda where: str(place))
    monkeypatch.chdir(Path(desktop.__file__).parent)
    return place


def test_at_first_in_the_documents_then_where_the_last_one_chose(documents: Path) -> None:
    chosen = ChosenFolders()
    assert chosen.begin("add") == str(documents)
    (documents / "a.pdf").touch()
    inbox = documents / "inbox"
    inbox.mkdir()
    chosen.remember("add", str(inbox))
    assert chosen.begin("add") == str(inbox)
    assert chosen.begin("export") == str(documents)
    chosen.remember("add", documents / "a.pdf")
    assert chosen.begin("add") == str(documents)
    chosen.last["add"] = str(documents / "gone")
    assert chosen.begin("add") == str(documents)
    documents.rename(documents.with_name("elsewhere"))
    assert chosen.begin("add") == str(Path.home())


def test_adding_files_begins_there_and_the_window_remembers(
    opened: Window, documents: Path, qtbot: QtBot
) -> None:
    inbox = documents / "inbox"
    inbox.mkdir()
    (inbox / "a.txt").write_text("The dam broke.", "utf-8")
    page = page_of(opened)
    for begins in (documents, inbox):
        page.adding.choose_files()
        dialog = opened.findChildren(QFileDialog)[-1]
        assert dialog.directory().path() == str(begins)
        line = dialog.findChild(QLineEdit)
        assert line is not None and line.completer().popup().property("kind") == "menu"
        dialog.filesSelected.emit([str(inbox / "a.txt")])
        dialog.close()
        qtbot.waitUntil(lambda: not opened.findChildren(QFileDialog))
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=20_000)
    opened.close()
    assert state_file.load().folders == {"add": str(inbox)}


def test_every_dialog_is_told_where_to_begin() -> None:
    """Its third argument; without one Qt begins where the program was started from."""
    for file in Path(desktop.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _opens_a_dialog(node.func):
                assert len(node.args) >= 3, f"{file.name}:{node.lineno}"


def _opens_a_dialog(called: ast.expr) -> bool:
    if isinstance(called, ast.Attribute):
        is_dialog = isinstance(called.value, ast.Name) and called.value.id == "QFileDialog"
        return is_dialog and called.attr.startswith("get")
    return isinstance(called, ast.Name) and called.id == "QFileDialog"
