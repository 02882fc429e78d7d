"""A real model and a program killed in the middle of a batch: what had ended is not asked again."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from shelf import prose

from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import PREFILL_BATCH, Journaled
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Message, ScoreRequest
from warehouse.run import Run
from warehouse.settings import Settings

PROMPTS = 6
SMALL = Settings(context=4096, parallel=2, threads=2)
KILLED = """
import os
import sys
from pathlib import Path
from test_killed_with_a_model import SMALL, asked
from warehouse.engine.process import LlamaEngine
from warehouse.run import Run
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled

def die(done):
    if len(journal.calls()) >= 2:
        os.kill(os.getpid(), 9)

journal = Journal(Path(sys.argv[2]))
Journaled(LlamaEngine(Path(sys.argv[1]), SMALL), journal).score(asked(), Run(), die)
"""


def asked() -> list[ScoreRequest]:
    """One batch of prompts with nothing in common, each longer than what is read in a step."""
    said = [
        " ".join(prose(7 * number + part, 12) for part in range(3)) for number in range(PROMPTS)
    ]
    return [ScoreRequest("rank", (Message("user", one),), "Where is the mill?") for one in said]


@pytest.mark.model
def test_of_a_batch_that_was_killed_only_the_rest_is_asked(smollm2: Path, tmp_path: Path) -> None:
    assert len(asked()) <= PREFILL_BATCH, "one batch"
    file = tmp_path / "journal.db"
    here = Path(__file__).parent
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(smollm2), str(file)],
        env={"PYTHONPATH": ":".join([str(here), str(here.parent), *sys.path])},
        timeout=300,
        check=False,
    ).returncode
    assert ended == -signal.SIGKILL
    engine = LlamaEngine(smollm2, SMALL)
    try:
        with Journal(file) as journal:
            kept = {call.key for call in journal.calls()}
            assert 2 <= len(kept) < PROMPTS
            resumed = Journaled(engine, journal)
            scores = resumed.score(asked(), Run())
            spend = resumed.spend()
            assert (spend.replayed, spend.calls) == (len(kept), PROMPTS)
            assert len(journal.calls()) == PROMPTS
        assert all(one.total < 0 for one in scores)
    finally:
        engine.close()
