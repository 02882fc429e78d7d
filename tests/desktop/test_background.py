from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest
from counting import CountingEngine
from pytestqt.qtbot import QtBot
from shelf import SETTINGS, HashingEmbedder

from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from desktop.unattended import background
from desktop.unattended.background import Background
from warehouse import app
from warehouse.documents.backup.moving import move
from warehouse.engine.protocol import Request
from warehouse.errors import ModelMissing
from warehouse.run import Run

DONE_MS = 40_000


def about(request: Request) -> str:
    summary = "The ferry crosses the river at noon and takes the mail along with it."
    topics = ["ferries", "rivers", "mail", "noon", "crossings"]
    return msgspec.json.encode({"summary": summary, "topics": topics, "entities": []}).decode()


@pytest.fixture
def model(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CountingEngine:
    """A model file that is there, and an engine that writes headers."""
    file = tmp_path / "tiny.gguf"
    file.write_bytes(b"GGUF")
    house.change(model=str(file), model_headers=True)
    engine = CountingEngine(tmp_path / "calls.log", write=about)
    monkeypatch.setattr(house.engines, "engine", lambda slot="reasoning": engine)
    return engine


def test_headers_are_written_when_all_is_quiet(
    opened: Window, house: House, model: CountingEngine, qtbot: QtBot, make_pdf: object
) -> None:
    background = Background(house, quiet_ms=100)
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    assert callable(make_pdf)
    page.add([make_pdf("ferry.pdf", "The ferry crosses the river at noon and takes the mail.")])

    def written() -> bool:
        library = house.library
        return library is not None and [one.header for one in library.catalog.documents()] == [
            "model"
        ]

    qtbot.waitUntil(written, timeout=DONE_MS)
    qtbot.waitUntil(lambda: not house.jobs.running(), timeout=DONE_MS)
    assert model.started == 2  # the header, and questions that it answers
    background.stop()


def test_no_headers_without_a_model(
    opened: Window, house: House, qtbot: QtBot, make_pdf: object
) -> None:
    house.change(model="qwen2.5-coder-1.5b", model_headers=True)
    background = Background(house, quiet_ms=20)
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    assert callable(make_pdf)
    library = house.library
    assert library is not None
    page.add([make_pdf("ferry.pdf", "The ferry crosses the river at noon.")])
    qtbot.waitUntil(lambda: bool(library.catalog.documents()), timeout=DONE_MS)
    qtbot.waitUntil(lambda: not house.jobs.running(), timeout=DONE_MS)
    qtbot.wait(300)
    assert [one.header for one in library.catalog.documents()] == ["plain"]
    assert house.notices.recent == []
    background.stop()


def test_what_a_move_left_goes_whatever_the_rest_meets(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    parts = app.Parts(house.engines, HashingEmbedder())
    with app.open(old, SETTINGS, begin=True, parts=parts):
        pass
    move(old, new, Run())

    def no_embedder(run: Run) -> None:
        raise ModelMissing("No embedder is installed.")

    with app.open(new, SETTINGS, parts=parts) as warehouse:
        monkeypatch.setattr(warehouse.library, "resume", no_embedder)
        with pytest.raises(ModelMissing):
            background._finish(warehouse, True, Run())
    assert not old.exists()


def test_a_resume_with_something_to_do_is_shown(
    opened: Window, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    background = Background(house)
    library = house.library
    assert library is not None

    def steps_and_waits(run: Run) -> None:
        while True:
            run.step("reading", 1, 2)
            time.sleep(0.02)

    monkeypatch.setattr(library, "resume", steps_and_waits)
    house.opened.emit()
    house.jobs.fetch(lambda: None, lambda found: None)
    qtbot.waitUntil(
        lambda: [job.label for job in house.jobs.running()] == ["Finishing what was begun"],
        timeout=5000,
    )
    for job in house.jobs.running():
        job.cancel()
    qtbot.waitUntil(lambda: not house.jobs.running(), timeout=5000)
    background.stop()
