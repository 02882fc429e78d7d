"""One topic by several methods: articles that are written one after the other.

Each is a study of its own and on the list from the first moment, with what the first was given in
its folder; ``beside`` on its row is the first. Until it is begun it is *stopped* and has no model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from warehouse.disk import durable
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.settings import Settings
from warehouse.studies.study_rows import new

if TYPE_CHECKING:
    from warehouse.store.catalog import Catalog
    from warehouse.studies.keeper import Studies

ENDED = ("done", "failed")


def start(
    studies: Studies, catalog: Catalog, first: StudyRow, method: str, settings: Settings
) -> StudyRow:
    """The same by another method, to be begun after it; ``first`` has made nothing yet. Its folder
    comes before its row. Raises BadInput.
    """
    from warehouse.studies import study_files  # the lists of the window need not wait for it

    if (first.kind, method) not in studies.works:
        raise BadInput(f"There is no method named {method!r} to {first.kind}.")
    row = structs.replace(
        new(first.kind, first.question, method),
        state="stopped",
        origin=first.origin,
        within=first.within,
        beside=first.id,
    )
    folder = studies.folder(row.id)
    durable.make_folder(folder)
    for file in studies.folder(first.id).iterdir():
        study_files.write_whole(folder / file.name, file.read_bytes())
    study_files.settings_of(folder, settings)
    catalog.save_study(row)
    return row


def waits(row: StudyRow) -> bool:
    """Was it never begun?"""
    return bool(row.beside) and row.state == "stopped" and not row.model


def group(rows: Iterable[StudyRow], row: StudyRow) -> tuple[StudyRow, ...]:
    """Those that are written together with it, in their order; by itself it is alone."""
    first = row.beside or row.id
    members = (one for one in rows if first in (one.id, one.beside))
    return tuple(sorted(members, key=lambda one: (one.beside, one.created)))


def due(members: Sequence[StudyRow]) -> StudyRow | None:
    """The next one to begin, once all before it have ended; None before that and after the last."""
    going = next((one for one in members if one.state not in ENDED), None)
    return going if going is not None and waits(going) else None


def all_due(rows: Sequence[StudyRow]) -> list[StudyRow]:
    """The next ones to begin; none where the first is no longer on the list."""
    return [
        row
        for row in rows
        if waits(row) and due(members := group(rows, row)) == row and not members[0].beside
    ]
