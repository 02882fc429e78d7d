"""What a command was given, handed to the program that has the warehouse open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from warehouse.cli.session import Session
from warehouse.errors import InUse
from warehouse.records import Document

PATIENCE_S = 5.0


def over(
    session: Session, paths: Sequence[Path], error: InUse, in_place: bool = False
) -> list[Document]:
    """Hand it over and say so; if that program ended meanwhile, we do the work: what came in."""
    from warehouse.store.handover import hand, was_taken

    note = hand(session.settings.warehouse_folder, paths, in_place=in_place)
    print(f"{error} What you named was handed to it: {len(paths)}.")
    if was_taken(note, PATIENCE_S):
        print("It is taking it in.")
        return []
    try:
        with session.library() as library:
            return library.take_handed(session.run)
    except InUse:
        print("It takes it in when it is done, or whoever opens the warehouse next.")
        return []
