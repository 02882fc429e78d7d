"""What goes into a backup beside the catalog, by the names it has there: originals and studies."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from warehouse.errors import StorageError
from warehouse.library import Library
from warehouse.store.catalog.database import snapshot

STILL = "still.db"
_PART = r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,120}"
_NAME = re.compile(
    rf"catalog\.db|objects/[0-9a-f]{{2}}/[0-9a-f]{{2}}/[0-9a-f]{{64}}(\.[a-z0-9]{{1,10}})?"
    rf"|studies/{_PART}(/{_PART}){{1,4}}"
)


def is_member(name: str) -> bool:
    """Whether a backup may hold a file of that name."""
    return _NAME.fullmatch(name) is not None


def originals(library: Library) -> Iterator[tuple[str, Path]]:
    for path in sorted(library.objects.names().values()):
        yield f"objects/{path.relative_to(library.objects.folder).as_posix()}", path


def studies(library: Library) -> Iterator[tuple[str, Path]]:
    folder = library.folder / "studies"
    for path in sorted(folder.rglob("*")):
        name = f"studies/{path.relative_to(folder).as_posix()}"
        is_log = name.endswith(("-wal", "-shm"))  # of a database: see ``still``
        if path.is_file() and not path.is_symlink() and not is_log and is_member(name):
            yield name, path


@contextlib.contextmanager
def still(name: str, source: Path, scratch: Path) -> Iterator[Path]:
    """A database of a study as it is at one moment, since the study may be at work; any other file
    as it is.
    """
    if not (name.startswith("studies/") and name.endswith(".db") and source.exists()):
        yield source
        return
    copy = scratch / STILL
    copy.unlink(missing_ok=True)
    try:
        snapshot(source, copy)
    except StorageError:  # damaged: kept as it is
        copy = source
    yield copy
