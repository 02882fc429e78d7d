"""The Settings page: found by words, chosen in words, folders by a dialog, back to the start."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.settings.editors import MORE, Folder, ModelChoice, Number
from desktop.pages.settings.fields import TAKES, fields, found
from desktop.pages.settings.page import SettingsPage
from desktop.shell.window import Window
from warehouse.settings import Settings


@pytest.fixture
def page(window: Window) -> SettingsPage:
    return cast(SettingsPage, window.page("settings"))


def test_every_setting_says_in_words_what_it_does() -> None:
    for field in fields():
        assert field.description.endswith("."), field.name
        assert field.title[:1].isupper() and "_" not in field.title
        assert set(field.words) == (set(field.choices) if field.choices else set())
        assert field.takes == "at once" or field.takes in TAKES


def test_no_number_stands_for_something_else(page: SettingsPage, house: House) -> None:
    editor = page.lines["gpu_layers"].editor
    assert isinstance(editor, Number) and editor.combo is not None
    assert editor.combo.currentText() == "As many as fit"
    assert not editor.spin.isVisibleTo(editor)
    assert editor.spin.minimum() == 0
    editor.combo.activated.emit(1)
    assert house.settings.gpu_layers == 0 and editor.spin.isVisibleTo(editor)
    editor.spin.setValue(20)
    assert house.settings.gpu_layers == 20
    editor.combo.activated.emit(0)
    assert house.settings.gpu_layers == -1


def test_the_way_back_stands_where_a_value_was_changed(page: SettingsPage, house: House) -> None:
    line = page.lines["retrieve"]
    assert not line.back.isVisibleTo(line)
    house.change(retrieve=33)
    assert line.back.isVisibleTo(line)
    line.back.click()
    assert house.settings.retrieve == Settings().retrieve
    assert not line.back.isVisibleTo(line)


def test_numbers_for_experts_are_folded_until_they_are_wanted(page: SettingsPage) -> None:
    assert not page.lines["rrf_k"].isVisibleTo(page)
    assert page.lines["theme"].isVisibleTo(page)
    page.experts.click()
    assert page.lines["rrf_k"].isVisibleTo(page)
    page.experts.click()
    page.words.setText("fusion")
    assert page.lines["rrf_k"].isVisibleTo(page)
    assert not page.lines["seed"].isVisibleTo(page)
    assert not page.keeping.isVisibleTo(page)
    page.words.setText("byte")
    assert page.keeping.isVisibleTo(page)
    page.words.setText("nothing of the kind")
    assert page._none.isVisibleTo(page)
    page.words.clear()
    assert page.lines["theme"].isVisibleTo(page) and not page.lines["rrf_k"].isVisibleTo(page)


def test_a_setting_is_found_by_its_title_before_its_description() -> None:
    assert found("seed")[0].name == "seed"
    assert {one.name for one in found("next start")} >= {"warehouse", "readers", "ocr"}


def test_a_folder_is_chosen_where_the_present_one_is(
    page: SettingsPage, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    there = tmp_path / "models" / "large"
    there.mkdir(parents=True)
    house.change(found_folder=str(tmp_path / "models" / "gone"))
    editor = page.lines["found_folder"].editor
    assert isinstance(editor, Folder)
    editor.choose.click()
    assert editor.dialog is not None
    assert editor.dialog.directory().absolutePath() == str(tmp_path / "models")
    assert editor.dialog.fileMode() == QFileDialog.FileMode.Directory
    editor.dialog.fileSelected.emit(str(there))
    assert house.settings.found_folder == str(there)
    editor.dialog.close()
    editor.text.setText("papers")
    editor.text.editingFinished.emit()
    assert house.settings.found_folder == str(Path.home() / "papers"), "wherever it was started"


def test_another_library_is_opened_at_the_next_start_or_now(
    page: SettingsPage, house: House, tmp_path: Path
) -> None:
    editor = page.lines["warehouse"].editor
    assert isinstance(editor, Folder)
    editor._chosen(str(tmp_path / "other"))
    assert house.settings.warehouse == str(tmp_path / "other")
    assert house.notices.recent[-1].action == "Open it now"


def test_models_are_chosen_from_those_that_are_here(
    page: SettingsPage, window: Window, house: House, home: Path
) -> None:
    editor = page.lines["processing_model"].editor
    assert isinstance(editor, ModelChoice)
    editor._look((("tiny", "Tiny"),))
    assert [editor.combo.itemText(at) for at in range(editor.combo.count())] == [
        "The model that answers",
        "Tiny",
        MORE,
    ]
    editor.combo.activated.emit(1)
    assert house.settings.processing_model == "tiny"
    editor.combo.activated.emit(2)
    assert house.settings.processing_model == "tiny"
    assert window.current == "models"


def test_a_setting_is_found_by_the_words_of_others_and_escape_puts_them_away(
    page: SettingsPage, window: Window, house: House, qtbot: QtBot
) -> None:
    house.visit("settings")
    page.words.setText("gpu")
    assert page.lines["gpu_layers"].isVisible()
    assert not page.lines["seed"].isVisible()
    assert "gpu_layers" in [one.name for one in found("gpu")]
    window.activateWindow()
    page.words.setFocus()
    qtbot.waitUntil(page.words.hasFocus, timeout=5000)
    qtbot.keyClick(page.words, Qt.Key.Key_Escape)
    assert page.words.text() == ""
    assert not page.escape()


@pytest.mark.parametrize("typed", ["5", "99999"])
def test_why_a_number_was_not_kept_is_said(
    page: SettingsPage, house: House, qtbot: QtBot, typed: str
) -> None:
    line = page.lines["passage_tokens"]
    editor = line.editor
    assert isinstance(editor, Number)
    before = house.settings.passage_tokens
    editor.spin.selectAll()
    qtbot.keyClicks(editor.spin, typed)
    qtbot.keyClick(editor.spin, Qt.Key.Key_Return)
    assert house.settings.passage_tokens == before == editor.spin.value()
    least, most = editor.spin.minimum(), editor.spin.maximum()
    assert line._refused.text() == f"{typed} was not kept: it can be {least:,} to {most:,}."
    assert not line._refused.isHidden()


def test_the_folder_that_is_open_is_told_whatever_is_set(
    house: House, page: SettingsPage, tmp_path: Path, qtbot: QtBot
) -> None:
    line = page.lines["warehouse"]
    assert line.now is None
    with qtbot.waitSignal(house.opened, timeout=20_000):
        house.open(tmp_path / "named at the start")
    assert line.now is not None
    assert line.now.whole == f"Open now: {tmp_path / 'named at the start'}"
