"""Another program that is shut in: it answers, speaks to nobody, and leaves no trace."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from indexers import shut_in
from indexers.child import ChildDied, ChildSilent

linux = pytest.mark.skipif(sys.platform != "linux", reason="seccomp and Landlock are Linux's")


def nobody() -> None:
    """Nobody stops it."""


def run(code: str, given: bytes = b"", seconds: int = 20) -> bytes:
    return shut_in.output_of([sys.executable, "-c", code], [], given, seconds, nobody)


def test_it_gets_its_input_and_gives_its_output() -> None:
    given = b"\x00mill" * 100_000
    code = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read()[::-1])"
    assert run(code, given) == given[::-1]


@linux
def test_it_speaks_to_nobody_and_writes_nowhere(tmp_path: Path) -> None:
    with pytest.raises(ChildDied, match="PermissionError"):
        run("import socket; socket.socket()")
    with pytest.raises(ChildDied, match="PermissionError"):
        run(f"open({str(tmp_path / 'left')!r}, 'w')")
    assert list(tmp_path.iterdir()) == []


def test_what_it_says_last_is_told() -> None:
    with pytest.raises(ChildDied, match="ended with status 3: no such style"):
        run("import sys; print('no such style', file=sys.stderr); sys.exit(3)")


def test_it_has_its_time_and_is_stopped_before_when_that_is_wished() -> None:
    with pytest.raises(ChildSilent):
        run("import time; time.sleep(60)", seconds=1)

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        shut_in.output_of([sys.executable, "-c", "import time; time.sleep(60)"], [], b"", 60, stop)
