"""kill -9 while turns are taken, again and again: what was told stands, and it goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from bridges import SETTINGS as OF_LIBRARY
from bridges import Shelve
from seats import SETTINGS, SHELF, TOPIC, played, tables_over
from shelf import HashingEmbedder

from warehouse.library import Library
from warehouse.results.roundtable import all_evidence
from warehouse.roundtable.session import NewTable
from warehouse.run import Run

HERE = Path(__file__).resolve().parent
KILLS, LATEST_S = 4, 0.12


def test_what_was_told_stands_after_each_kill(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve(*SHELF)
    table = tables_over(library, played(), SETTINGS).begin(NewTable(TOPIC))
    table.next(Run())
    told, id = 1, table.row.id
    library.close()
    chance = random.Random(7)
    for _ in range(KILLS):
        told = max(told, _told_until_killed(tmp_path / "warehouse", id, chance))
        with Library(tmp_path / "warehouse", OF_LIBRARY, HashingEmbedder(256)) as again:
            table = tables_over(again, played(), SETTINGS).open(id)
            now = table.now
            assert len(now.turns) >= told, "a turn that was told is lost"
            assert [turn.number for turn in now.turns] == list(range(1, len(now.turns) + 1))
            assert sorted(all_evidence(now.root)) == sorted(one.number for one in now.evidence)
            files = {one.name: one.read_text("utf-8") for one in table.export(tmp_path / "out")}
            assert f"{len(now.turns)}. " in files["transcript.md"]
            table.next(Run())
            told = len(table.now.turns)
    assert told > KILLS


def _told_until_killed(warehouse: Path, id: str, chance: random.Random) -> int:
    """How many turns it told of before it was killed, some moments after one of them."""
    paths = os.pathsep.join([str(HERE), str(HERE.parent), str(HERE.parents[2])])
    process = subprocess.Popen(
        [sys.executable, str(HERE / "table_until_killed.py"), str(warehouse), id],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(chance.randint(1, 4))]
    time.sleep(chance.uniform(0, LATEST_S))
    process.send_signal(signal.SIGKILL)
    lines += process.stdout.read().splitlines()
    process.wait()
    process.stdout.close()
    return max((int(line) for line in lines if line.strip().isdecimal()), default=0)
