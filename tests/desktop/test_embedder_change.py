"""Another embedder chosen in the window: the index is built under Now, then used."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from shelf import HashingEmbedder

from desktop.house import House
from desktop.unattended.background import Background
from warehouse.library import Library
from warehouse.settings import Settings

DONE_MS = 40_000


def test_another_embedder_is_used_when_its_index_is_whole(
    library: Library, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = HashingEmbedder(48)

    def made(self: Library, settings: Settings) -> HashingEmbedder:
        assert settings.embedder == "another"
        return new

    monkeypatch.setattr(Library, "_embedder_of", made)
    background = Background(house)
    house.change(embedder="another")
    qtbot.waitUntil(lambda: library.embedder is new, timeout=DONE_MS)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=DONE_MS)
    assert library.store.count_vectors("passages") == library.catalog.counts().passages
    assert "Nothing was known" in library.retrieval.passages("what was known", 1)[0].text
    background.stop()


def test_an_embedder_that_is_not_there_changes_nothing_and_says_so(
    library: Library, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    said: list[str] = []
    house.notices.raised.connect(lambda notice: said.append(notice.sentence))
    background = Background(house)
    before = library.embedder
    house.change(embedder=str(tmp_path / "absent"))
    qtbot.waitUntil(lambda: bool(said), timeout=DONE_MS)
    assert "absent is not there" in said[0]
    assert library.embedder is before and library.change.begun == ""
    background.stop()
