"""The benchmark of starting: the real program in a process of its own."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder, prose

from desktop.bench import large
from desktop.bench import start as bench
from warehouse.evaluate.records import Job
from warehouse.library import Library
from warehouse.run import Run
from warehouse.settings import Settings


def test_the_window_says_when_it_is_painted_and_lists_its_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paragraphs = [{"title": str(at), "sentences": [prose(at)]} for at in range(3)]
    (tmp_path / "corpus.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, paragraphs)))
    monkeypatch.setattr(bench, "STARTS", 1)

    def made(folder: Path, settings: Settings) -> Library:
        return Library(folder, settings, HashingEmbedder(384))

    monkeypatch.setattr(large, "Library", made)
    painted, usable = bench.start(Job(Settings(), Run(), tmp_path, limit=4))
    assert painted.name == "first_paint_s" and painted.value > 0
    assert usable.name == "usable_s_10k" and usable.context["documents"] == "4"
