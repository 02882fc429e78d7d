"""A signal ends the real program in order: what is open is closed, and what is unfinished kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

CODE = """
from desktop import app
begin = app.Program.__init__
def made(self, *given):
    begin(self, *given)
    self.house.opened.connect(lambda: print("open", flush=True))
app.Program.__init__ = made
raise SystemExit(app.main([]))
"""


@pytest.mark.skipif(os.name == "nt", reason="there a program is ended without a word")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_window(home: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-c", CODE]
    where = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=where, stdout=subprocess.PIPE, text=True) as program:
        late = threading.Timer(120, program.kill)  # else a program that hangs holds up all tests
        late.start()
        assert program.stdout is not None and program.stdout.readline() == "open\n"
        program.send_signal(number)
        program.send_signal(number)
        assert program.wait() == 0
        late.cancel()
    assert (home / "warehouse" / "catalog.db").exists()
    assert not list((home / "warehouse").glob("catalog.db-wal")), "the catalog was closed"
