"""``muniment rm`` and ``trash``: removing, bringing back, forgetting for good."""

from __future__ import annotations

import time
from collections.abc import Sequence

from warehouse.app import chosen
from warehouse.cli.library import ID_LENGTH
from warehouse.cli.session import Session, plain, table
from warehouse.records import Document
from warehouse.store.catalog.trash import Removed


def rm(session: Session) -> int:
    with session.library() as library:
        document = chosen(library.catalog.documents(), session.arguments.id)
        library.remove(document.id)
    print(f"Removed: {plain(document.title)}")
    print(f"Kept for 30 days: muniment trash restore {document.id[:ID_LENGTH]}")
    return 0


def trash(session: Session) -> int:
    """``ls`` where no verb is given."""
    verb = session.arguments.verb or "ls"
    return {"ls": _ls, "restore": _restore, "empty": _empty}[verb](session)


def _ls(session: Session) -> int:
    with session.library() as library:
        library.trash.age()
        trashed = library.trash.list()
    if not trashed:
        print("The trash is empty.")
        return 0
    rows = [("id", "removed", "days left", "title"), *map(_row, trashed)]
    print(table(rows, right=frozenset({2})))
    return 0


def _restore(session: Session) -> int:
    with session.library() as library:
        document = _chosen(library.trash.list(), session.arguments.id)
        library.trash.restore(document.id, session.run)
    print(f"Back in the library: {plain(document.title)}")
    return 0


def _empty(session: Session) -> int:
    with session.library() as library:
        trashed = library.trash.list()
        wanted = session.arguments.id
        gone = (
            [_chosen(trashed, wanted)]
            if wanted is not None
            else [removed.document for removed in trashed]
        )
        forgotten = library.trash.empty([document.id for document in gone])
    print(f"Forgotten for good: {forgotten}")
    return 0


def _chosen(there: Sequence[Removed], prefix: str) -> Document:
    return chosen([removed.document for removed in there], prefix, "muniment trash")


def _row(one: Removed) -> tuple[str, ...]:
    day = time.strftime("%Y-%m-%d", time.localtime(one.removed))
    title = plain(one.document.title)
    return one.document.id[:ID_LENGTH], day, str(one.days_left), title
