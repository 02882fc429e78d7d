"""No library telephones: with the readers' sandbox taken away, no process asks for an internet
socket."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from indexers import no_telemetry
from warehouse.evaluate.trust import sockets

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = ROOT / "assets" / "sample" / "glossary.html"
MANUAL = ROOT / "assets" / "manual"


@pytest.fixture(autouse=True)
def traced(request: pytest.FixtureRequest) -> None:
    if "traces" in request.keywords:
        try:
            sockets.asked_for(["true"], request.getfixturevalue("tmp_path"), os.environ)
        except sockets.CannotTrace as reason:
            pytest.skip(str(reason))


@pytest.mark.traces
def test_the_trace_sees_a_socket(tmp_path: Path) -> None:
    """The check below can fail."""
    code = "import socket; socket.socket(socket.AF_INET6).close()"
    assert len(sockets.asked_for([sys.executable, "-c", code], tmp_path, os.environ)) == 1


@pytest.mark.traces
@pytest.mark.model
def test_nothing_asks_for_an_internet_socket(tmp_path: Path, smollm2: Path, minilm: Path) -> None:
    picture = _picture(tmp_path / "mill.png")
    folder = tmp_path / "run"
    folder.mkdir()
    assert sockets.asked_by_the_program(folder, smollm2, minilm, GLOSSARY, picture) == []


def test_every_process_is_told_to_be_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "0")
    said = "os.environ['ORT_DISABLE_TELEMETRY'], 'numpy' in sys.modules"
    for package in ("indexers", "warehouse", "desktop"):
        code = f"import os, sys, {package}; print({said})"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["1", "False"]
    environment = {"DO_NOT_TRACK": "0"}
    no_telemetry.silence(environment)
    assert environment == no_telemetry.VARIABLES


def test_the_manual_has_looked_at_every_library_that_is_installed() -> None:
    page = (MANUAL / "libraries.md").read_text("utf-8")
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        name, _, version = line.partition("==")
        if version:
            words = re.sub(r"[-_.]", "[-_.]", re.escape(name).replace(r"\-", "-"))
            told = rf"(?<![\w-]){words} {re.escape(version)}"
            assert re.search(told, page, re.IGNORECASE), f"{line}: run {MANUAL / 'libraries.py'}"


def _picture(path: Path) -> Path:
    """A page with words and no text, which OCR has to read."""
    import pymupdf

    with pymupdf.open() as document:
        page = document.new_page(width=300, height=100)
        page.insert_text((20, 50), "The mill stands at the river.", fontsize=16)
        page.get_pixmap(dpi=150).save(str(path))
    return path
