"""A mistake of ours in one document is that document's, and is not kept from the log."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, write_two

from indexers.records import Reading
from warehouse.ingest import steps
from warehouse.library import Library
from warehouse.records import Document, Header
from warehouse.run import Run


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
