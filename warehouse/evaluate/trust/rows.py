"""``muniment bench trust``: what was promised about a hostile world, as numbers.

``--limit N`` is for so many changes, power cuts, kills or files instead of those below.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.trust import (
    changes,
    encrypted,
    escapes,
    followed,
    hostile,
    injections,
    logs,
    power_cuts,
    privacy,
    sockets,
)
from warehouse.evaluate.trust.kills import kills
from warehouse.evaluate.trust.worlds import World
from warehouse.ingest.reconcile import INDEXED
from warehouse.settings import ASSETS, home

Measured = Iterator[Row]
CHANGES = POWER_CUTS = LOGS = KILLS = 200
HOSTILE = 300


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
    readable = privacy.readable_by_others(folder, home() / "models" / "all-minilm-l6-v2")
    yield row(
        "world_readable", len(readable), "files", "<= 0", first=readable[0].name if readable else ""
    )


def _changes(folder: Path, job: Job) -> Measured:
    place = changes.begin(folder)
    made = list(changes.changes(place, job.limit or CHANGES, job.run))
    counted = [change for change in made if change.found is not None]
    missed = [change for change in counted if not change.found]
    told = ", ".join(f"{change.file} at {change.at}" for change in missed[:5])
    share = 1 - len(missed) / len(counted)
    yield row("changes_found", share, "", ">= 1", n=len(counted), made=len(made), missed=told)


def _logs(folder: Path, job: Job) -> Measured:
    made = list(logs.tried(changes.begin(folder), job.limit or LOGS, job.run))
    lost = [damage for damage in made if damage.lost]
    silent = [f"{damage.way} at {damage.at}" for damage in lost if not damage.said]
    share = 1 - len(silent) / len(lost)
    first = "; ".join(silent[:5])
    yield row("log_damage_told", share, "", ">= 1", of=len(lost), made=len(made), first=first)


def _power_cuts(folder: Path, job: Job) -> Measured:
    with World(folder / "world") as world:
        cuts = list(power_cuts.cuts(world, world.acts(), job.limit or POWER_CUTS, job.run))
    bad = [f"{cut.act}, {cut.way}, {cut.moment}: {cut.wrong[0]}" for cut in cuts if cut.wrong]
    mended = [cut.mended[0] for cut in cuts if cut.mended]
    told = {"mended": len(mended), "such_as": "".join(mended[:1]), "first": "; ".join(bad[:5])}
    good = len(cuts) - len(bad)
    yield row("power_cuts_survived", good, "", f">= {len(cuts)}", of=len(cuts), **told)


def _kills(folder: Path, job: Job) -> Measured:
    with World(folder / "world") as world:
        trials = list(kills(world, job.limit or KILLS, job.run))
    bad = [f"{kill.act}, {kill.seconds:.2f} s: {kill.wrong[0]}" for kill in trials if kill.wrong]
    told = {"ended": sum(kill.ended for kill in trials), "first": "; ".join(bad[:5])}
    yield row(
        "kills_survived", len(trials) - len(bad), "", f">= {len(trials)}", of=len(trials), **told
    )


def _hostile(folder: Path, job: Job) -> Measured:
    paths = hostile.plant(folder / "files", job.limit or HOSTILE, job.data)
    files = list(hostile.fates(folder / "files", paths, job.run))
    silent = [file.name for file in files if not file.fate]
    taken = sum(file.fate.startswith(INDEXED) for file in files)
    share = 1 - len(silent) / len(files)
    first = "; ".join(silent[:5])
    yield row("hostile_named", share, "", ">= 1", of=len(files), taken=taken, first=first)


def _escapes(folder: Path, job: Job) -> Measured:
    users = (-1, escapes.NOBODY) if os.getuid() == 0 else (-1,)
    done = {(kind, user): escapes.tried(kind, user) for kind in escapes.KINDS for user in users}
    worked = [f"{kind}: {name}" for (kind, _), outcome in done.items() for name in outcome.worked]
    of = sum(outcome.tried for outcome in done.values())
    yield row("escapes", len(worked), "ways", "<= 0", of=of, first=worked[0] if worked else "")


ROWS: dict[str, Callable[[Path, Job], Measured]] = {
    "inet_sockets": _sockets,
    "world_readable": _privacy,
    "changes_found": _changes,
    "log_damage_told": _logs,
    "power_cuts_survived": _power_cuts,
    "kills_survived": _kills,
    "hostile_named": _hostile,
    "escapes": _escapes,
    "injections_told": injections.told,
    "injections_followed": followed.followed,
    "encrypted_search_ratio": encrypted.search_ratio,
}
