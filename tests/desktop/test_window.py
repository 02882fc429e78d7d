from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop import state
from desktop.app import page_makers
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.pages.models.card import human_bytes
from desktop.pages.models.page import ModelsPage
from desktop.pages.settings.editors import Choices, Number, Words
from desktop.pages.settings.fields import fields
from desktop.pages.settings.page import SettingsPage
from desktop.pages.write.page import WritePage
from desktop.receipt import model_line, network_words
from desktop.shell.frame import PageFrame
from desktop.shell.window import SELDOM, Window
from desktop.state import WindowState
from desktop.widgets.basics import ElidedLabel
from warehouse import settings as settings_file
from warehouse.engine import receipt
from warehouse.engine.endpoint import EndpointEngine
from warehouse.engine.protocol import EngineInfo
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.store.catalog import Catalog

CONTROLS = (QAbstractButton, QLineEdit, QAbstractSpinBox, QComboBox, QAbstractItemView)
MINE = ("library", "models", "settings")


def test_pages_are_made_when_first_visited(window: Window) -> None:
    assert list(window._frames) == ["library"]
    window.page("settings")
    assert list(window._frames) == ["library", "settings"]
    assert window.current == "settings"


def test_a_page_comes_when_it_is_made_and_its_wish_with_it(window: Window, qtbot: QtBot) -> None:
    window.visit("ask", "What broke?")
    assert window._front() is window._frames["library"]
    qtbot.waitUntil(lambda: "ask" in window._frames, timeout=5000)
    assert window._front() is window._frames["ask"]
    assert cast(AskPage, window.page("ask")).start.box.text() == "What broke?"


def test_what_is_read_for_a_page_half_made_may_come_when_the_window_is_closed(
    house: House, window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has given its title to a frame that is not filled yet, and has to tell it."""
    framed: list[str] = []

    def frame(house: House, name: str, page: QWidget, kept: WindowState) -> PageFrame:
        framed.append(name)
        return PageFrame(house, name, page, kept)

    monkeypatch.setattr("desktop.shell.window.PageFrame", frame)
    window.visit("ask")
    while not framed:
        window._pieces._step("ask")
    house.open()
    window.close()
    qtbot.waitUntil(lambda: house.library is not None and house.jobs.idle, timeout=20_000)
    window.show()
    window.visit("ask")
    qtbot.waitUntil(lambda: "ask" in window._frames, timeout=5000)


def test_pages_made_ahead_stay_behind(window: Window, qtbot: QtBot) -> None:
    window.prepare()
    qtbot.waitUntil(lambda: window.prepared, timeout=10_000)
    assert set(window._frames) == {name for name in page_makers() if name != SELDOM}
    assert window._front() is window._frames["library"]


def test_who_leaves_before_a_page_is_made_is_not_called_back(window: Window, qtbot: QtBot) -> None:
    window.visit("write", "The dam")
    window.visit("library")
    qtbot.waitUntil(lambda: window.prepared, timeout=5000)
    assert window._front() is window._frames["library"]
    window.visit("write")
    assert cast(WritePage, window.page("write")).start.box.text() == "The dam"


def test_every_control_has_a_name(window: Window, qtbot: QtBot) -> None:
    for name in MINE:
        window.page(name)
    models = cast(ModelsPage, window.page("models"))
    qtbot.waitUntil(lambda: bool(models._cards), timeout=5000)
    nameless = [one for one in _controls(window) if not one.accessibleName()]
    assert [(one, one.parentWidget()) for one in nameless] == []


def _controls(window: Window) -> list[QWidget]:
    found: list[QWidget] = []
    for kind in CONTROLS:
        found += window.findChildren(kind)
    inner = ("qt_spinbox_lineedit", "qt_tableview_cornerbutton")
    return [
        one
        for one in found
        if one.objectName() not in inner
        and not one.isHidden()
        and not isinstance(one.parent(), QComboBox | QAbstractItemView | QScrollArea)
        and type(one.parent()).__name__ not in ("QComboBoxPrivateContainer", "SearchField")
    ]


def test_right_pane_folds_and_is_remembered(window: Window, house: House, home: Path) -> None:
    frame = window._frames["library"]
    assert frame.side is not None
    assert frame.side.isVisible()
    house.show_side(False)
    assert not frame.side.isVisible()
    window.close()
    kept = state.load()
    assert kept.folded == ["library"]
    assert (kept.width, kept.height) == (1200, 800)
    again = Window(house, page_makers(), kept)
    again.show()
    side = again._frames["library"].side
    assert side is not None
    assert not side.isVisible()
    again.close()


@pytest.mark.parametrize("name", ["ask", "roundtable", "reader", "library"])
def test_what_folds_the_right_pane_stays_under_the_pointer(
    window: Window, qtbot: QtBot, name: str
) -> None:
    window.page(name)
    frame = window._frames[name]
    assert frame.side is not None
    frame.show_side(True)
    window.resize(1300, 800)
    qtbot.waitExposed(window)
    where = frame.fold.mapTo(window, frame.fold.rect().center())
    for is_folded in (True, False, True, False):
        hit = window.childAt(where)
        assert isinstance(hit, QToolButton) and "right pane" in hit.toolTip()
        qtbot.mouseClick(hit, Qt.MouseButton.LeftButton)
        assert frame.side.isHidden() == is_folded
        qtbot.wait(20)  # laid out
    frame.fold.setFocus()
    for _ in range(2):
        qtbot.keyClick(frame.fold, Qt.Key.Key_Space)
        assert frame.fold.hasFocus(), "the keys stay with it, too"


def test_a_maximised_window_comes_back_so(house: House, home: Path, qtbot: QtBot) -> None:
    again = Window(house, page_makers(), WindowState(width=1200, height=800, maximised=True))
    qtbot.addWidget(again)
    again.show()
    assert again.isMaximized()
    again.close()
    assert (state.load().maximised, state.load().width) == (True, 1200)


def test_a_server_that_does_not_answer_holds_up_one_look(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, looks = threading.Event(), []

    def look() -> None:
        looks.append(answers.wait(10))

    monkeypatch.setattr(house.engines, "info", look)
    for _ in range(4):
        house.look_at_engine()
    seen: list[int] = []
    house.jobs.fetch(lambda: 7, seen.append)
    qtbot.waitUntil(lambda: seen == [7], timeout=2000)
    answers.set()
    qtbot.waitUntil(lambda: looks == [True, True], timeout=2000)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=2000)


def test_damaged_window_file_is_forgotten(home: Path) -> None:
    (home / "window.json").write_text("{not json")
    assert state.load() == WindowState()


def test_search_key_goes_to_the_field(window: Window, qtbot: QtBot) -> None:
    window.page("settings")
    window.visit("library", "search")
    page = cast(LibraryPage, window.page("library"))
    window.activateWindow()
    qtbot.waitUntil(lambda: page.title.search.hasFocus(), timeout=3000)


def test_now_shows_what_runs_and_stops_it(window: Window, house: House, qtbot: QtBot) -> None:
    def work(run: Run) -> None:
        number = 0
        while True:
            number += 1
            run.step("headers", min(number, 612), 1204, "a paper")
            run.check()

    job = house.jobs.start("Headers", work, foreground=False)
    # The job has a step before the bar shows it: what the bar says is waited for.
    qtbot.waitUntil(
        lambda: any(
            one.text().startswith("Headers 612 of")
            for one in window.sidebar.findChildren(ElidedLabel)
        )
    )
    stop = next(
        one
        for one in window.sidebar.findChildren(QAbstractButton)
        if one.accessibleName() == "Stop: Headers"
    )
    with qtbot.waitSignal(job.ended):
        qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert house.jobs.running() == []


def test_settings_page_is_made_from_the_annotations(window: Window, house: House) -> None:
    page = cast(SettingsPage, window.page("settings"))
    assert [one.name for one in fields()] == list(Settings.__struct_fields__)
    by_name = {one.name: one for one in fields()}
    assert (by_name["max_intents"].least, by_name["max_intents"].most) == (1, 12)
    assert by_name["theme"].choices[0] == "system"
    assert set(by_name["theme"].choices) == {"system", "light", "dark"}
    assert set(page.lines) == set(by_name)


def test_a_changed_setting_is_kept_and_told(window: Window, house: House, qtbot: QtBot) -> None:
    page = cast(SettingsPage, window.page("settings"))
    with qtbot.waitSignal(house.settings_changed):
        editor = page.lines["max_intents"].editor
        assert isinstance(editor, Number)
        editor.spin.setValue(5)
    qtbot.waitUntil(lambda: settings_file.load().max_intents == 5)
    page._keep("max_intents", 99)
    assert house.settings.max_intents == 5
    assert "12" in page.lines["max_intents"]._refused.text()


def test_theme_changes_with_the_setting(window: Window, house: House) -> None:
    page = cast(SettingsPage, window.page("settings"))
    editor = page.lines["theme"].editor
    assert isinstance(editor, Choices)
    editor.combo.activated.emit(editor.combo.findData("dark"))
    assert house.theme.tokens.dark
    house.change(theme="light")
    assert not house.theme.tokens.dark


def test_models_are_listed_and_a_bad_file_is_refused(
    window: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    page = cast(ModelsPage, window.page("models"))
    qtbot.waitUntil(lambda: "qwen2.5-coder-1.5b" in page._cards, timeout=5000)
    assert "all-minilm-l6-v2" in page._cards
    junk = tmp_path / "junk.gguf"
    junk.write_bytes(b"GGUF" + b"\xff" * 64)
    before = house.settings.model
    with qtbot.waitSignal(house.notices.raised, timeout=5000) as got:
        page.use_file(str(junk))
    assert got.args is not None
    assert got.args[0].kind == "error"
    assert house.settings.model == before


def test_closing_does_not_wait_for_the_work_to_end(
    opened: Window, house: House, qtbot: QtBot, make_pdf: Callable[..., Path]
) -> None:
    papers = [make_pdf(f"{n}.pdf", f"Dike {n}. " * 40, pages=60) for n in range(3)]
    house.visit("library", papers)
    qtbot.waitUntil(lambda: bool(house.jobs.running()), timeout=10_000)
    opened.close()
    house.close()
    catalog = Catalog(house.settings.warehouse_folder / "catalog.db")
    states = [row.state for row in catalog.documents()]
    kept = len(states) + len(catalog.drops())
    catalog.close()
    assert kept >= 3
    assert set(states) != {"verified"}


def test_model_line_says_where_it_runs() -> None:
    info = EngineInfo("Ex of the makers GGUF", "0" * 64, 16384, 36, 33, 8, speed=31.2)
    settings = Settings(model="/there/x.gguf")
    assert model_line(info, settings) == "x · 23 words a second · mostly on the graphics card"
    assert model_line(None, settings) == "x · at rest until it is asked"


def test_a_model_server_is_named_wherever_the_model_would_be(
    house: House, qtbot: QtBot, home: Path
) -> None:
    place = "http://127.0.0.1:8080"
    there = Settings(endpoint=place)
    info = EngineInfo(
        "big.gguf", "0" * 64, 4096, 0, 0, 4, 50.0, f"The text goes to {place}.", place
    )
    assert model_line(None, there) == f"A model server · the text goes to {place}"
    assert model_line(info, there) == f"big · 38 words a second · the text goes to {place}"
    assert "Nothing of yours" in network_words(receipt.Receipt(3))
    receipt.note(2, place)
    assert f"2 to {place}" in network_words(receipt.kept())

    page = SettingsPage(house)
    deque(page.build(), maxlen=0)
    qtbot.addWidget(page)
    assert house.settings.endpoint == ""
    editor = page.lines["endpoint"].editor
    assert isinstance(editor, Words)
    editor.text.setText(place)
    editor.text.editingFinished.emit()
    assert house.settings.endpoint == place
    assert house.engines.installed()
    engine = house.engines.engine()
    assert isinstance(engine, EndpointEngine)
    house.change(endpoint="")
    assert house.engines.info() is None


def test_figures_in_words() -> None:
    assert human_bytes(1_117_320_768) == "1.12 GB"
    assert human_bytes(98_362_432) == "98 MB"
    assert human_bytes(12) == "12 bytes"
