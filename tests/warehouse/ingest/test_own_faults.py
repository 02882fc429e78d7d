"""A mistake of ours in one document is that document's, and is not kept from the log."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, write_two

from indexers.readers import ReaderPool
from indexers.records import Enclosure, Reading
from warehouse.ingest import steps
from warehouse.library import Library
from warehouse.records import Document, Header
from warehouse.run import Run
from warehouse.search import analyzer


def test_a_fault_costs_one_document_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    header = steps.plain_header

    def faulty(document: Document, reading: Reading) -> Header:
        if reading.kind == "web":
            raise ZeroDivisionError("a mistake")
        return header(document, reading)

    monkeypatch.setattr(steps, "plain_header", faulty)
    with (
        Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library,
        caplog.at_level(logging.ERROR, "muniment"),
    ):
        rows = {row.kind: row for row in library.add([write_two(tmp_path / "in")], Run())}
        assert rows["pdf"].state == "verified"
        assert rows["web"].state == "failed" and "A fault of Muniment" in rows["web"].problem
        assert "ZeroDivisionError" in caplog.text
        monkeypatch.setattr(steps, "plain_header", header)
        assert library.retry(rows["web"].id, Run()).state == "verified"


@pytest.mark.parametrize("odd", ["page", "number", "suffix", "terms"])
def test_a_reading_that_cannot_be_kept_costs_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    """What a reader sends is data of a process that opened a hostile file."""
    read, terms = ReaderPool.read, analyzer.indexed

    def oddly(self: ReaderPool, path: Path, *args: Any, **values: Any) -> Reading:
        reading = read(self, path, *args, **values)
        if reading.kind == "pdf":
            return reading
        first = reading.pages[0]
        changed = {
            "page": {"pages": (first, first)},
            "number": {"tables": 2**70},
            "suffix": {"enclosed": (Enclosure("x", "/../x", b"x"),)},
            "terms": {},
        }
        return msgspec.structs.replace(reading, **changed[odd])

    def failing(text: str, language: str) -> str:
        if odd == "terms" and "mark3" in text:
            raise RecursionError("deep")
        return terms(text, language)

    monkeypatch.setattr(ReaderPool, "read", oddly)
    monkeypatch.setattr(analyzer, "indexed", failing)
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        rows = {row.kind: row for row in library.add([write_two(tmp_path / "in")], Run())}
        assert rows["pdf"].state == "verified"
        assert rows["web"].state == "failed" and "A fault of Muniment" in rows["web"].problem
        assert library.catalog.losses(rows["web"].id)
        library.resume(Run())
        monkeypatch.undo()
        assert library.retry(rows["web"].id, Run()).state == "verified"
