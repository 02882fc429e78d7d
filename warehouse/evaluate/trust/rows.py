"""``muniment bench trust``: what was promised about a hostile world, as numbers."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.trust import escapes, injections, privacy, sockets
from warehouse.settings import ASSETS, home

Measured = Iterator[Row]


def trust(job: Job) -> Measured:
    """Every row by itself, in an empty folder of its own."""
    for name, measured in ROWS.items():
        if job.wants(name):
            job.run.step(name, 0, 1)
            with tempfile.TemporaryDirectory(prefix="muniment-trust-") as folder:
                yield from measured(Path(folder))
    for name, asked in ASKED.items():
        if job.wants(name):
            yield from asked(job)


def _sockets(folder: Path) -> Measured:
    models = home() / "models"
    asked = sockets.asked_by_the_program(
        folder,
        models / "SmolLM2-135M-Instruct.Q4_1.gguf",
        models / "all-minilm-l6-v2",
        ASSETS / "sample" / "glossary.html",
        ASSETS / "screenshots" / "ask.png",
    )
    yield row("inet_sockets", len(asked), "sockets", "<= 0", first=asked[0] if asked else "")


def _privacy(folder: Path) -> Measured:
    found = privacy.readable_by_others(folder, home() / "models" / "all-minilm-l6-v2")
    yield row("world_readable", len(found), "files", "<= 0", first=found[0].name if found else "")


def _escapes(folder: Path) -> Measured:
    users = (-1, escapes.NOBODY) if os.getuid() == 0 else (-1,)
    done = {(kind, user): escapes.tried(kind, user) for kind in escapes.KINDS for user in users}
    worked = [f"{kind}: {name}" for (kind, _), one in done.items() for name in one.worked]
    of = sum(one.tried for one in done.values())
    yield row("escapes", len(worked), "ways", "<= 0", of=of, first=worked[0] if worked else "")


ROWS: dict[str, Callable[[Path], Measured]] = {
    "inet_sockets": _sockets,
    "world_readable": _privacy,
    "escapes": _escapes,
}
ASKED: dict[str, Callable[[Job], Measured]] = {
    "injections_told": injections.told,
    "injections_followed": injections.followed,
}
