"""Which paths are libraries of other programs. Asked about everything that is dropped: imports none
of the readers.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from warehouse.ingest.file_names import has_utf8
from warehouse.run import Check, unstopped

ZOTERO = "zotero.sqlite"
BIBLIOGRAPHY = ".bib"
SUFFIXES = (BIBLIOGRAPHY, ".json")
MOST_BYTES = 2 * 2**20
_NAMES_FILES = re.compile(rb'[,\s]file\s*=\s*[{"]', re.IGNORECASE)


def is_folder(path: Path) -> bool:
    """False for one that cannot be asked, as of a share that is down: who takes it in tells why."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_library(path: Path) -> bool:
    """A Zotero folder or its database, a BibTeX or a CSL-JSON file, by name. False for one that
    cannot be asked.
    """
    try:
        if path.is_dir():
            return (path / ZOTERO).is_file()
    except OSError:
        return False
    return path.suffix.lower() in SUFFIXES or path.name == ZOTERO


def is_one_inside(path: Path) -> bool:
    """In a folder of documents: Zotero's database, or a .bib that names files; a list of mere
    titles is none, nor is what is hidden.
    """
    if path.name.startswith(".") or not has_utf8(path):
        return False
    return path.name == ZOTERO or (path.suffix.lower() == BIBLIOGRAPHY and _names_files(path))


def parted(paths: Iterable[Path], check: Check = unstopped) -> tuple[list[Path], list[Path]]:
    """(libraries of other programs, documents and folders of documents), each in order.

    A library inside a folder of documents is named too: its entries tell of files beside it.
    ``check`` is asked in every folder.
    """
    libraries: list[Path] = []
    others: list[Path] = []
    for path in paths:
        if is_library(path) and has_utf8(path.absolute()):
            libraries.append(path)
        else:
            others.append(path)
            libraries += _inside(path, check)
    return libraries, others


def _inside(folder: Path, check: Check) -> Iterator[Path]:
    """What is hidden is passed over, as it is when documents are looked for."""
    for place, folders, names in os.walk(folder):
        check()
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from filter(is_one_inside, (Path(place, name) for name in sorted(names)))


def _names_files(path: Path) -> bool:
    try:
        if not path.is_file():  # what is read from a pipe may never come
            return False
        with path.open("rb") as file:
            return _NAMES_FILES.search(file.read(MOST_BYTES)) is not None
    except OSError:
        return False
