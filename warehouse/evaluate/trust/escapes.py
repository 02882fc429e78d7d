"""How many of the things that a captured process would try work, in each process that is held."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.evaluate.trust.sockets import ROOT

KINDS = ("reader", "ocr", "engine", "embedder")
NOBODY = 65534
LONGEST_S = 60


class Tried(Struct, frozen=True):
    """``worked`` are the names of what a process could do; ``held`` says what holds it."""

    held: str
    tried: int
    worked: tuple[str, ...]


def tried(kind: str, user: int = -1) -> Tried:
    """By a process of this ``kind``, or "free" for one that nothing holds; ``user`` is the number
    of who it runs as, -1 for who runs this. Raises CalledProcessError.
    """
    place = Path(tempfile.mkdtemp(prefix="muniment-captured-"))
    _furnish(place, user)
    neighbour = subprocess.Popen(
        ["sleep", str(LONGEST_S)], user=user if user >= 0 else None, start_new_session=True
    )
    try:
        command = ("warehouse.evaluate.trust.captured", kind, place, neighbour.pid, user)
        done = subprocess.run(
            [sys.executable, "-m", *map(str, command)],
            cwd=ROOT,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
            timeout=LONGEST_S,
        )
        return msgspec.convert(json.loads(done.stdout.splitlines()[-1]), Tried)
    finally:
        neighbour.kill()
        neighbour.wait()
        shutil.rmtree(place, ignore_errors=True)


def _furnish(place: Path, user: int) -> None:
    for name in ("secret", "kept", "removed", "renamed", "model"):
        (place / name).write_text("as it was")
    (place / "empty").mkdir()
    if user >= 0:
        for path in (place, *place.iterdir()):
            os.chown(path, user, user)
