"""``muniment import``: the library of another program into this one."""

from __future__ import annotations

from warehouse.cli import handover
from warehouse.cli.session import Session, plain
from warehouse.documents.importing import taking_in, unfinished_imports
from warehouse.errors import BadInput, InUse
from warehouse.settings import expanded
from warehouse.text import plural

MOST_NAMED = 200


def take(session: Session) -> int:
    """Without a path: the imported entries of which no file is in the library."""
    if not session.arguments.path:
        return _without_file(session)
    path = expanded(session.arguments.path)
    taking_in.read(path)  # what is no library is refused before anything is opened or handed over
    try:
        with session.library() as library:
            for _, taken in unfinished_imports.take(library, [path], session.run):
                if isinstance(taken, BadInput):
                    raise taken
                tell(taken)
    except InUse as error:
        handover.over(session, [path], error)
    return 0


def tell(taken: taking_in.Taken) -> None:
    counts = f"{plural(taken.entries, 'entry', 'entries')}, {taken.new:,} of them new"
    print(f"{counts}; {plural(taken.documents, 'document')} added.")
    _named("entries without a file", [f"{entry.title}: {entry.reason}" for entry in taken.without])
    _named("files not taken", [f"{file.title}: {file.reason}" for file in taken.missing])
    _named("parts not read", [f"{part.what}: {part.reason}" for part in taken.unread])
    _named(
        "values not taken as given", [f"{entry.title}: {entry.reason}" for entry in taken.altered]
    )


def _without_file(session: Session) -> int:
    with session.library() as library:
        entries = library.catalog.entries_without_file()
    if not entries:
        print("Every imported entry has a file in the library.")
    _named(
        "entries without a file", [f"{entry.title} {' '.join(entry.reasons)}" for entry in entries]
    )
    return 0


def _named(what: str, lines: list[str]) -> None:
    if lines:
        print(f"\n{len(lines):,} {what}:")
    for line in lines[:MOST_NAMED]:
        print(f"  {plain(line)}")
    if len(lines) > MOST_NAMED:
        print(f"  and {len(lines) - MOST_NAMED:,} more; the library's ledger has them all")
