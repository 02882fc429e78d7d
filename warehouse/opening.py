"""What is told when a library has been opened: what was found, and what was put right."""

from __future__ import annotations

from indexers import sandbox
from warehouse.ingest import reconcile
from warehouse.library import Library


def told(library: Library, is_new: bool) -> str:
    """In sentences; mostly nothing. A new library has no past to tell of."""
    past = () if is_new else (_unsealed(library), _closed(library))
    said = (_only_read(library), reconcile.lost(library.catalog), *past, _readers_are_free())
    return " ".join(filter(None, said))


def _only_read(library: Library) -> str:
    if not library.is_read_only:
        return ""
    return (
        "This library can only be read: it is searched and asked; what comes of that is"
        f" kept in {library.folder}."
    )


def _unsealed(library: Library) -> str:
    if library.catalog.is_sealed:
        return ""
    return (
        "An earlier version wrote this library: damage on the disk is found in what is written"
        " from now on, and in the rest after muniment check, or a day with the window open."
    )


def _closed(library: Library) -> str:
    closed = library.closed_to_others
    if not closed:
        return ""
    things = "1 file" if closed == 1 else f"{closed:,} files and folders"
    return f"Other users of this computer could read {things} of the library; no more."


def _readers_are_free() -> str:
    """Told before any file is opened: a file that is made to harm could then do these things."""
    ways = sandbox.expected_lacking()
    if not ways:
        return ""
    return (
        "This system does not keep a document that takes its reader over from: "
        f"{', '.join(ways)}. Add only files that you trust."
    )
