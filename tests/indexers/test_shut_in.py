"""Another program that is shut in: it answers, speaks to nobody, and leaves no trace.

The program is pandoc's Lua, since it comes along and stands alone.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from indexers.process import shut_in
from indexers.process.child import ChildDied, ChildSilent
from warehouse.studies.exporting.paper import pandoc

linux = pytest.mark.skipif(sys.platform != "linux", reason="seccomp and Landlock are Linux's")


EMPTY = b'{"pandoc-api-version":[1,23,1],"meta":{},"blocks":[]}'
Run = Callable[..., bytes]


def nobody() -> None:
    """Nobody stops it."""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A few lines of Lua, done while a document without a word is made."""

    def done(code: str, seconds: int = 20, check: Callable[[], None] = nobody) -> bytes:
        file = tmp_path / "filter.lua"
        file.write_text(code)
        command = [str(pandoc.program()), "--from=json", "--to=html", f"--lua-filter={file}"]
        command.append(f"--data-dir={os.devnull}")
        return shut_in.output_of(command, [file], EMPTY, seconds, check)

    return done


def test_it_gets_its_input_and_gives_its_output(run: Run) -> None:
    assert b"mill" in run("io.write('mill')")


def test_much_is_given_to_one_that_begins_late(tmp_path: Path) -> None:
    reader, words = tmp_path / "late.lua", b"mill\n" * 200_000
    reader.write_text(
        "repeat until os.clock() > 1\n"
        "function Reader(given)\n"
        "local _, mills = tostring(given):gsub('mill', '')\n"
        "return pandoc.Pandoc{pandoc.Plain(tostring(mills))} end"
    )
    command = [str(pandoc.program()), f"--from={reader}", "--to=plain", f"--data-dir={os.devnull}"]
    assert int(shut_in.output_of(command, [reader], words, 20, nobody)) == 200_000


@linux
def test_it_speaks_to_nobody_and_opens_nothing(run: Run, tmp_path: Path) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        with pytest.raises(ChildDied):
            run(f"pandoc.mediabag.fetch('{address}')")
        with pytest.raises(BlockingIOError):
            server.accept()
    (tmp_path / "own.txt").write_text("private")
    for mode in ("r", "w"):
        with pytest.raises(ChildDied, match="in main chunk"):
            run(f"assert(io.open('{tmp_path / 'own.txt'}', '{mode}'))")
    assert (tmp_path / "own.txt").read_text() == "private"


def test_what_it_says_last_is_told(run: Run) -> None:
    with pytest.raises(ChildDied, match="ended with status 3: no such style"):
        run("io.stderr:write('no such style\\n'); os.exit(3)")


def test_it_has_its_time_and_can_be_stopped(run: Run) -> None:
    with pytest.raises(ChildSilent):
        run("while true do end", seconds=1)

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        run("while true do end", seconds=60, check=stop)
