"""What a warehouse folder holds, by name: for whoever encrypts, moves or closes one to others.

A folder may hold other things, too, which are its user's and are left alone.
"""

from collections.abc import Iterator
from pathlib import Path

INDEXES = ("lance", "lance-2")  # the one in use, and the one that is built beside it
FOLDERS = (*INDEXES, "objects", "studies", "headers", "logs")
_OF_THE_CATALOG = ("catalog.db", "catalog-before-")  # its log and count; before a migration


def is_part(name: str) -> bool:
    """Of the warehouse itself; its lock and the notes of other programs come and go."""
    return name in FOLDERS or name.startswith(_OF_THE_CATALOG)


def links(folder: Path) -> Iterator[Path]:
    """In place of parts of the warehouse, or within them."""
    parts = [part for part in folder.iterdir() if is_part(part.name)]
    inner = (path for part in parts if part.is_dir() for path in part.rglob("*"))
    yield from (path for path in (*parts, *inner) if path.is_symlink())
