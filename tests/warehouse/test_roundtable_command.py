"""``muniment roundtable``: turns and verbs, given with the command or piped in."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path

import pytest
from bridges import Shelve
from shelf import HashingEmbedder

sys.path.insert(0, str(Path(__file__).parent / "roundtable"))
from seats import SHELF, TOPIC, played

from warehouse import cli
from warehouse.app import Engines
from warehouse.library import Library
from warehouse.results.roundtable import Turn
from warehouse.roundtable.session import RoundTable
from warehouse.run import Run


@pytest.fixture
def place(shelve: Shelve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    shelve(*SHELF).close()
    engine = played()
    monkeypatch.setattr(Library, "_embedder_of", lambda self, settings: HashingEmbedder(256))
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    return ["--warehouse", str(tmp_path / "warehouse")]


def test_turns_then_verbs_then_files(
    place: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = tmp_path / "out"
    asked = ["roundtable", TOPIC, "--turns", "3", "--out", str(out)]
    assert cli.main([*place, *asked]) == 0
    told = capsys.readouterr().out
    assert "1. Moderator answers" in told and "\n3. " in told and "\n4. " not in told
    assert {file.name for file in out.iterdir()} >= {"transcript.html", "map.opml"}
    id = told.rstrip().rpartition(" ")[2]
    lines = (
        "say What did a ticket cost?",
        "experts add Toll keeper: of both sides | prices",
        "map rename 1 Over the Lune",
        "why",
        "next",
        "quit",
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert cli.main([*place, "roundtable", "--resume", id[:20]]) == 0
    told = capsys.readouterr().out
    assert "4. You says" not in told and "4. You say" in told
    assert "Toll keeper: of both sides: prices" in told
    assert "Over the Lune" in told and "has asked nothing yet" in told
    assert "6. " in told
    looked = ("map show 1", "look 1", "sources", "why 99")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(looked)))
    assert cli.main([*place, "roundtable", "--resume", id]) == 1
    shown = capsys.readouterr()
    assert "Spoken of in turn 1" in shown.out and shown.out.count("  [1] ") == 2
    assert " sentences" in shown.out and "Turn 99 is no question" in shown.err
    monkeypatch.setattr(sys, "stdin", io.StringIO("dance\n"))
    assert cli.main([*place, "roundtable", "--resume", id]) == 1
    assert "nothing that can be done here" in capsys.readouterr().err
    assert cli.main([*place, "studies"]) == 0
    assert "table" in capsys.readouterr().out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_control_c_stops_a_turn_and_the_table_stays(
    place: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = RoundTable.next
    stops = iter((True, False, True, False, True))

    def next_turn(table: RoundTable, run: Run) -> Turn:
        if next(stops):
            os.kill(os.getpid(), signal.SIGINT)
            run.check()
        return real(table, run)

    monkeypatch.setattr(RoundTable, "next", next_turn)
    monkeypatch.setattr(sys, "stdin", Terminal("next\nnext\nnext\nnext\nquit\n"))
    assert cli.main([*place, "roundtable", TOPIC]) == 0
    told = capsys.readouterr().out
    assert told.count("Stopped; the turn is as if it had not begun.") == 3
    assert "1. Moderator" in told and "\n2. " in told and "\n3. " not in told
    assert "To go on: muniment roundtable --resume" in told


def test_a_source_that_the_table_may_not_read_cannot_be_pinned(
    shelve: Shelve,
    place: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = shelve()
    ids = {one.title: one.id for one in library.documents()}
    library.shelves.make("Bridges", [ids["Lune Bridge"]])
    library.close()
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"pin {ids['Bread ovens'][:12]}\n"))
    assert cli.main([*place, "roundtable", TOPIC, "--in", "Bridges"]) == 1
    assert "“Bread ovens” is not in “Bridges”" in capsys.readouterr().err
