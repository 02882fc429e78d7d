"""``muniment notes``: highlights and notes of one document or of all, as Markdown."""

from __future__ import annotations

from warehouse.app import chosen
from warehouse.cli.session import Session, plain
from warehouse.documents.notes import markdown, save
from warehouse.errors import BadInput
from warehouse.settings import expanded


def notes(session: Session) -> int:
    given = session.arguments
    with session.library() as library:
        rows = library.catalog.documents()
        wanted = [chosen(rows, given.id)] if given.id is not None else rows
        if given.out:
            file = expanded(given.out)
            if file.exists():
                raise BadInput(f"{file} is there already.", "Name another file.")
            print(save(library.catalog, wanted, file))
        elif text := markdown(library.catalog, wanted):
            print("\n".join(map(plain, text.splitlines())))
        else:
            print("There are no highlights or notes.")
    return 0
