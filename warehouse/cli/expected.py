"""How long articles will probably take: said once before they begin, where it is known.

On stderr, as progress is: what is printed may be another program's.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.app import Warehouse
from warehouse.cli.session import Session
from warehouse.records import StudyRow
from warehouse.run import Inner, Run, between
from warehouse.studies import durations, together
from warehouse.studies.durations import Expected


def telling(session: Session, warehouse: Warehouse) -> Run:
    """The session's run, which says it when model and settings of the first one are known."""
    begun = set[str]()

    def hear(snapshot: Struct) -> None:
        session.run.show(snapshot)
        if not begun and isinstance(snapshot, StudyRow) and snapshot.model and snapshot.effort:
            begun.add(snapshot.id)
            if words := in_words(of_each(snapshot, warehouse)):
                session.progress.clear()
                sys.stderr.write(f"{words[0].upper()}{words[1:]}.\n")

    return Inner(session.run, hear)


def of_each(row: StudyRow, warehouse: Warehouse) -> list[Expected | None]:
    """Of it, and of those that are written after it; None of one that is not known."""
    rows, studies = warehouse.library.catalog.studies(), warehouse.studies
    alike = (
        structs.replace(one, model=row.model, effort=row.effort)
        for one in together.group(rows, row)
    )
    return [durations.here(rows, one, studies.folder(one.id), warehouse.engines) for one in alike]


def in_words(each: Sequence[Expected | None]) -> str:
    """``the last ones took 20 to 45 s on this computer``; "" where one is not known."""
    known = [one for one in each if one is not None]
    if len(known) < len(each) or not known:
        return ""
    if len(known) == 1:
        return durations.in_words(known[0])
    low_s, high_s = sum(one.low_s for one in known), sum(one.high_s for one in known)
    return f"the {len(known)} articles together probably take {between(low_s, high_s)}"
