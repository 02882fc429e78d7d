"""``muniment bench trust``: what was promised about a hostile world, as numbers."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.trust import changes, escapes, injections, privacy, sockets
from warehouse.settings import ASSETS, home

Measured = Iterator[Row]
CHANGES = 200


def trust(job: Job) -> Measured:
    """Every row by itself, in an empty folder of its own."""
    for name, measured in ROWS.items():
        if job.wants(name):
            job.run.step(name, 0, 1)
            with tempfile.TemporaryDirectory(prefix="muniment-trust-") as folder:
                yield from measured(Path(folder), job)


def _sockets(folder: Path, job: Job) -> Measured:
    models = home() / "models"
    asked = sockets.asked_by_the_program(
        folder,
        models / "SmolLM2-135M-Instruct.Q4_1.gguf",
        models / "all-minilm-l6-v2",
        ASSETS / "sample" / "glossary.html",
        ASSETS / "screenshots" / "ask.png",
    )
    yield row("inet_sockets", len(asked), "sockets", "<= 0", first=asked[0] if asked else "")


def _privacy(folder: Path, job: Job) -> Measured:
    found = privacy.readable_by_others(folder, home() / "models" / "all-minilm-l6-v2")
    yield row("world_readable", len(found), "files", "<= 0", first=found[0].name if found else "")


def _changes(folder: Path, job: Job) -> Measured:
    place = changes.begin(folder)
    made = list(changes.changes(place, job.limit or CHANGES, job.run))
    counted = [one for one in made if one.found is not None]
    missed = [one for one in counted if not one.found]
    told = ", ".join(f"{one.file} at {one.at}" for one in missed[:5])
    share = 1 - len(missed) / len(counted)
    yield row("changes_found", share, "", ">= 1", n=len(counted), made=len(made), missed=told)


def _escapes(folder: Path, job: Job) -> Measured:
    users = (-1, escapes.NOBODY) if os.getuid() == 0 else (-1,)
    done = {(kind, user): escapes.tried(kind, user) for kind in escapes.KINDS for user in users}
    worked = [f"{kind}: {name}" for (kind, _), one in done.items() for name in one.worked]
    of = sum(one.tried for one in done.values())
    yield row("escapes", len(worked), "ways", "<= 0", of=of, first=worked[0] if worked else "")


ROWS: dict[str, Callable[[Path, Job], Measured]] = {
    "inet_sockets": _sockets,
    "world_readable": _privacy,
    "changes_found": _changes,
    "escapes": _escapes,
    "injections_told": injections.told,
    "injections_followed": injections.followed,
}
