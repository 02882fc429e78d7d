"""Which paths are libraries of other programs. Asked about everything that is dropped: imports none
of the readers.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

ZOTERO = "zotero.sqlite"
SUFFIXES = (".bib", ".json")


def is_library(path: Path) -> bool:
    """A Zotero folder or its database, a BibTeX or a CSL-JSON file, by name."""
    return path.suffix.lower() in SUFFIXES or path.name == ZOTERO or (path / ZOTERO).is_file()


def parted(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """(libraries of other programs, documents and folders of documents), each in order."""
    libraries: list[Path] = []
    others: list[Path] = []
    for path in paths:
        (libraries if is_library(path) else others).append(path)
    return libraries, others
