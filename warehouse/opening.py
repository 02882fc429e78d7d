"""Around the opening of a library: what is asked of its folder, what is told of it, what goes."""

from __future__ import annotations

from pathlib import Path

from indexers import sandbox
from warehouse.errors import BadInput
from warehouse.ingest import reconcile
from warehouse.ingest.file_names import has_utf8, shown
from warehouse.library import Library
from warehouse.store.folder import FolderLock


def require_a_name(folder: Path) -> None:
    """Raises BadInput for one that the catalog cannot keep."""
    if not has_utf8(folder):
        raise BadInput(f"The name of {shown(folder)} is not in UTF-8.", "Rename the folder.")


def require_free(folder: Path) -> None:
    """Raises InUse: who is to hand something over to another program needs no passphrase."""
    FolderLock(folder).release()


def clear_removed(library: Library) -> None:
    """What lies removed for longer than it is kept goes for good."""
    from warehouse.studies import removed

    if not library.is_read_only:
        library.trash.age()
        removed.every(library.folder / "studies", library.catalog)


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
