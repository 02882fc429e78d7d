"""A file that an entry names: where it is, or why it cannot be taken.

Names come from databases and text files of others. One inside the source's own folder may not lead
out of it; one elsewhere is taken only as a plain file of a kind that is read.
"""

from __future__ import annotations

from pathlib import Path

from indexers.detect import FORMATS
from warehouse.documents.importing.records import Attached
from warehouse.settings import expanded

_ELSEWHERE = ("\\\\", "//")  # of these Windows makes a connection to the host that is named


def inside(folder: Path, name: str) -> Attached:
    """The file ``name`` directly in ``folder``."""
    if not name or name in (".", "..") or "/" in name or "\\" in name or "\0" in name:
        return Attached(name, None, "Its name is no name of a file.")
    return _taken(name, folder / name)


def leads_elsewhere(name: str) -> bool:
    """Whether a path names a folder on another computer."""
    return name.strip().startswith(_ELSEWHERE)


def anywhere(name: str, beside: Path) -> Attached:
    """A path as written, absolute or from the folder ``beside``; never one on another computer."""
    if "\0" in name or not name.strip():
        return Attached(name.replace("\0", ""), None, "Its name is no name of a file.")
    if leads_elsewhere(name):
        return Attached(name, None, "It lies on another computer, which is not asked for it.")
    path = expanded(name)
    return _taken(name, path if path.is_absolute() else beside / path)


def _taken(name: str, path: Path) -> Attached:
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        return Attached(name, None, f"Files of the kind {suffix or 'without suffix'} are not read.")
    try:
        if not path.exists():
            return Attached(name, None, "The file is not there.")
        if not path.is_file():
            return Attached(name, None, "This is no file.")
        with path.open("rb"):
            pass
    except OSError as error:
        return Attached(name, None, f"Not readable: {error.strerror or 'it could not be opened'}.")
    return Attached(name, path)
