"""Files that belong to an exported one, written beside it: pictures of figures, a bibliography."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from warehouse.disk import durable
from warehouse.studies.exporting.naming import folder_for


def save_beside(folder: Path, name: str, ending: str, files: Mapping[str, bytes]) -> Path:
    """Where they are and ``name`` with ``ending`` belongs: ``folder``, or one of its own in it
    where another file is called like one of them. Raises StorageError.
    """
    if any(_is_another(folder / file, content) for file, content in files.items()):
        folder = folder_for(folder, name, f"{name}{ending}", *files)
    for file, content in files.items():
        durable.save(folder / file, content)
    return folder


def _is_another(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() != content
    except FileNotFoundError:
        return False
    except OSError:  # a folder, or a file that may not be read
        return True
