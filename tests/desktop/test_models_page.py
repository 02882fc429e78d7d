from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import cast

import psutil  # type: ignore[import-untyped]
import pytest
from hands import wait_until_quiet, words_in
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "warehouse" / "engine"))

from test_gguf import gguf

from desktop.house import House
from desktop.pages.models.card import ModelCard
from desktop.pages.models.free_memory import FreeMemory
from desktop.pages.models.offers import offers
from desktop.pages.models.page import ModelsPage
from desktop.shell.window import Window
from warehouse.engine import probe
from warehouse.engine.model_file import hashes
from warehouse.engine.probe import Probe
from warehouse.settings import Settings

WAIT_MS = 20_000


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without other programs, and a folder with a model, its copy, and a wreck."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "user")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "cache"))
    made = tmp_path / "mine"
    made.mkdir()
    (made / "tiny.gguf").write_bytes(gguf())
    (made / "twin.gguf").write_bytes(gguf())
    (made / "wreck.gguf").write_bytes(gguf()[:200])
    return made


def found(window: Window, house: House, folder: Path, qtbot: QtBot) -> dict[str, ModelCard]:
    page = cast(ModelsPage, window.page("models"))
    house.change(found_folder=str(folder))
    page._found.search()
    qtbot.waitUntil(lambda: bool(page._found._cards), timeout=WAIT_MS)
    return {card.offer.title: card for card in page._found._cards}


def test_a_found_model_is_used_where_it_lies(
    window: Window, house: House, folder: Path, qtbot: QtBot
) -> None:
    cards = found(window, house, folder, qtbot)
    assert set(cards) == {"tiny", "wreck"}
    assert "2 places" in cards["tiny"].offer.note
    assert "needs about" in cards["tiny"].offer.outlook
    assert not cards["wreck"]._button.isVisibleTo(cards["wreck"])
    assert "cut short" in cards["wreck"].offer.note
    cards["tiny"]._button.click()
    path = str(folder / "tiny.gguf")
    qtbot.waitUntil(lambda: house.settings.model == path, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: cards["tiny"]._state.text() == "in use", timeout=WAIT_MS)
    assert sorted(one.name for one in folder.iterdir()) == ["tiny.gguf", "twin.gguf", "wreck.gguf"]


def test_another_model_may_write_the_headers(
    window: Window, house: House, folder: Path, qtbot: QtBot
) -> None:
    card = found(window, house, folder, qtbot)["tiny"]
    before = house.settings.model
    card._headers_button.click()
    assert house.settings.processing_model == str(folder / "tiny.gguf")
    assert house.settings.model == before
    qtbot.waitUntil(lambda: card._state.text() == "works on the side", timeout=WAIT_MS)
    assert not card._headers_button.isVisibleTo(card)


def test_the_speed_is_measured_or_called_an_estimate(folder: Path, home: Path) -> None:
    chosen = folder / "tiny.gguf"

    def outlooks() -> dict[str, str]:
        return {one.id: one.outlook for one in offers(Settings(model=str(chosen)), FreeMemory())}

    assert "words a second" not in outlooks()["qwen3-4b"]
    about = probe.conditions(hashes.fingerprint(chosen), 2, 0)
    probe.keep(Probe(about, "Tiny", 500_000_000, 100.0, {1: 20.0, 4: 50.0}, "2026-01-01 00:00"))
    said = outlooks()
    assert (
        "writes 15 words a second, 38 with 4 texts side by side (measured here)"
        in said[str(chosen)]
    )
    assert "about 3.0 words a second (an estimate)" in said["qwen3-4b"]
    assert said["all-minilm-l6-v2"] == ""


def test_the_page_tells_one_amount_of_free_memory(
    window: Window, house: House, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is another meanwhile."""
    gigabytes = iter(range(20, 10_000))
    memory = psutil.virtual_memory()
    monkeypatch.setattr(
        psutil, "virtual_memory", lambda: memory._replace(available=next(gigabytes) * 10**9)
    )
    card = found(window, house, folder, qtbot)["tiny"]
    page = cast(ModelsPage, window.page("models"))

    def told() -> set[str]:
        labels = [one.text() for one in page.findChildren(QLabel) + page.facts.findChildren(QLabel)]
        return {found[1] for one in labels if (found := re.search(r"([\d.]+ GB) (are )?free", one))}

    card._facts_button.click()
    qtbot.waitUntil(lambda: "are free" in words_in(page.facts), timeout=WAIT_MS)
    wait_until_quiet(house, qtbot)
    before = told()
    assert len(before) == 1
    window.visit("library")
    window.visit("models")
    wait_until_quiet(house, qtbot)
    assert len(told()) == 1 and told() != before
