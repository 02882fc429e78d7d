"""Another program, shut in as a reader is: no network, no writing, a number of seconds.

``python -m indexers.process.shut_in SECONDS FILE… -- PROGRAM ARGUMENT…`` becomes that program,
which reads its input and those files and writes its output through pipes; what holds it stays in
force (sandbox/). ``output_of`` runs one so.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

from indexers import no_telemetry, sandbox
from indexers.process.child import ChildDied, ChildSilent, how_ended

_LOOK_S = 0.1
_SAID_CHARACTERS = 400


def output_of(
    command: Sequence[str],
    reads: Sequence[Path],
    given: bytes,
    seconds: int,
    check: Callable[[], None],
) -> bytes:
    """What the program writes when it is given ``given``, and may read ``reads``. ``check`` is
    asked ten times a second, and may raise. Raises ChildSilent after ``seconds``, ChildDied with
    what it said last.
    """
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    no_telemetry.silence(environment)
    with subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-m",
            "indexers.process.shut_in",
            str(seconds),
            *map(str, reads),
            "--",
            *command,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=environment,
    ) as process:
        output, said = _talk(process, given, seconds, check)
    if process.returncode:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        last = f": {lines[-1][:_SAID_CHARACTERS]}" if lines else ""
        raise ChildDied(f"{how_ended(process.returncode)}{last}")
    return output


def _talk(
    process: subprocess.Popen[bytes], given: bytes, seconds: int, check: Callable[[], None]
) -> tuple[bytes, bytes]:
    """In a thread: once its time limit is over ``communicate`` sends no more of what is given."""
    with ThreadPoolExecutor(1) as thread:
        talk = thread.submit(process.communicate, given)
        try:
            for _ in range(round(seconds / _LOOK_S)):
                if wait([talk], _LOOK_S).done:
                    return talk.result()
                check()
            raise ChildSilent
        except BaseException:
            process.kill()
            raise


def main() -> None:
    end = sys.argv.index("--")
    seconds, *reads = sys.argv[1:end]
    program, *arguments = sys.argv[end + 1 :]
    sandbox.allow_cpu(int(seconds))
    sandbox.enter(0, becomes_another=True)
    sandbox.seal([Path(path) for path in reads], programs=[Path(program)])
    os.execv(program, [program, *arguments])


if __name__ == "__main__":
    main()
