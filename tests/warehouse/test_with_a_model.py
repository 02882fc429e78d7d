"""Journal, claims and headers with a real model (SmolLM2-135M): what a script cannot show."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shelf import HashingEmbedder

from indexers.records import Page, Reading
from indexers.text import sentences
from warehouse.documents.headers import write_headers
from warehouse.engine.journal.journal import Call, Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.process import LlamaEngine
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.settings import Settings

pytestmark = pytest.mark.model

SMALL = Settings(context=2048, parallel=2, threads=2)
TEXT = (
    "The tower of Lille stands by the river. It was built by Anna Kahn in 1902 of red brick. "
    "In 1987 a storm took the copper roof, and the city replaced it within 14 months."
)
STUDY = """
import sys
from pathlib import Path
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Message, Request
from warehouse.engine.journal.journal import Call, Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.run import Run
from warehouse.settings import Settings

engine = LlamaEngine(Path(sys.argv[2]), Settings(context=2048, parallel=1, threads=2))
try:
    with Journal(Path(sys.argv[1])) as journal:
        kept = Journaled(engine, journal)
        for i in range(6):
            message = Message("user", f"Count from {i} upwards, in words.")
            kept.complete([Request("count", (message,), 24)], Run())
finally:
    engine.close()
"""


def test_killed_while_the_model_writes_and_resumed(tmp_path: Path, smollm2: Path) -> None:
    command = [sys.executable, "-c", STUDY, str(tmp_path / "journal.db"), str(smollm2)]
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin"}
    first = subprocess.Popen(command, env=environment)
    try:
        before = _wait_for_calls(tmp_path / "journal.db", 2)
    finally:
        first.kill()
        assert first.wait() == -signal.SIGKILL
    subprocess.run(command, env=environment, check=True, timeout=300)
    with Journal(tmp_path / "journal.db") as journal:
        after = {call.key: call for call in journal.calls()}
    assert len(after) == 6
    assert all(after[call.key] == call for call in before)


def _wait_for_calls(file: Path, count: int) -> list[Call]:
    for _ in range(600):
        if file.exists():
            with Journal(file) as journal:
                if len(calls := journal.calls()) >= count:
                    return calls
        time.sleep(0.1)
    raise AssertionError("the study made no calls")


def test_claims_and_headers(tmp_path: Path, smollm2: Path) -> None:
    engine = LlamaEngine(smollm2, SMALL, tmp_path / "engine.log")
    try:
        _check_claims(Journaled(engine, Journal()))
        with Library(tmp_path / "warehouse", SMALL, HashingEmbedder()) as library:
            reading = Reading(
                "web", "Tower", TEXT, (Page(0, "1", 0, len(TEXT), 0, 0),), (),
                sentences.split(TEXT), language="en",
            )  # fmt: skip
            document = library.admit(reading, "tower.html", TEXT.encode(), Run())
            assert write_headers(library, engine, Run(foreground=False)) == 1
            header = library.catalog.header(document.id)
        assert header is not None
        assert header.made_by == "model"
        assert all(entity.casefold() in f"tower {TEXT}".casefold() for entity in header.entities)
    finally:
        engine.close()


def _check_claims(engine: Journaled) -> None:
    evidence = Evidence(1, Place("d", 0, 0, len(TEXT)), TEXT, "Tower", "1", "", "q", 1.0)
    text = (
        "It was built by Anna Kahn in 1902 of red brick [1]. Kahn built the brick tower in 1902 "
        "[1]. Kahn built the brick tower in 1903 [1]. The city never replaced the roof [1]."
    )
    found = claims.check(text, (evidence,), engine, Run())
    again = claims.check(text, (evidence,), engine, Run())
    assert found == again
    assert engine.spend().calls == 6
    assert found[0].state == "quoted"
    assert found[1].entailment is not None
    assert found[2].state in ("partly", "not found")
    assert found[3].state in ("partly", "not found")
    engine.close()
