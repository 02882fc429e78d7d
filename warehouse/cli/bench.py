"""``muniment bench``: benchmarks of the core, and of the window where the desktop gave them."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from warehouse.cli.session import Session
from warehouse.evaluate import bench as benchmarks
from warehouse.evaluate.records import Job


def bench(session: Session) -> int:
    arguments = session.arguments
    settings = session.settings
    if arguments.effort:
        settings = structs.replace(settings, effort=arguments.effort)
    job = Job(
        settings,
        session.run,
        data=Path(arguments.data) if arguments.data else None,
        limit=arguments.limit,
        skip=arguments.skip,
        model=arguments.model or "",
        rows=frozenset(arguments.row or ()),
        minutes=arguments.minutes,
        methods=tuple(name.strip() for name in arguments.methods.split(",") if name.strip()),
        words=arguments.words or 0,
    )
    json_path = Path(arguments.json) if arguments.json else None
    return benchmarks.main(arguments.names, job, json_path, session.benches)
