"""The files of a folder that was dropped: what is read, what is not, and what belongs to a page.

A browser that saves a page whole puts its pictures, styles and frames into a folder beside it; they
are parts of that page and no documents. Hidden files and folders are passed over. Names of files
are bytes on Linux; those that are no UTF-8, as all text of the catalog is, are counted as left.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from indexers.detect import FORMATS
from indexers.records import Loss, StyleSheet
from warehouse.run import Check, unstopped

_ENDINGS = ("_files", ".files", "-Dateien", "_fichiers", "_archivos", "_file", "_bestanden")
_PAGES = (".html", ".htm", ".xhtml")
MOST_STYLE_BYTES = 2 * 2**20
MOST_STYLES = 40
NO_UTF8 = "Its name is not in UTF-8, which no catalog can keep: rename it, and add it again."


def survey(folder: Path, check: Check = unstopped) -> tuple[list[Path], list[Loss]]:
    """Every file that is read, in order, and a line for each sort of others.

    ``check`` is asked in every folder.
    """
    files: list[Path] = []
    skipped: Counter[str] = Counter()
    parts = unnamed = 0
    for path, of_a_page in _below(folder, check):
        suffix = path.suffix.lower()
        if of_a_page:
            parts += 1
        elif suffix in FORMATS and has_utf8(path):
            files.append(path)
        elif suffix in FORMATS:
            unnamed += 1
        else:
            skipped[shown(suffix) or "no suffix"] += 1
    losses = []
    if skipped:
        kinds = ", ".join(f"{count} {suffix}" for suffix, count in skipped.most_common())
        losses.append(Loss("add", shown(folder), f"Files of kinds that are not read: {kinds}."))
    if parts:
        reason = f"Parts of saved web pages, of which the text is read: {parts} files."
        losses.append(Loss("add", shown(folder), reason))
    if unnamed:
        reason = f"Files whose names are not in UTF-8: {unnamed}. Rename them, and add them again."
        losses.append(Loss("add", shown(folder), reason))
    return files, losses


def has_utf8(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(path: Path | str) -> str:
    """With "?" for what is not UTF-8."""
    return str(path).encode("utf-8", "replace").decode()


def readable(folder: Path, check: Check = unstopped) -> Iterator[Path]:
    """The files that would be read, as they are found; ``check`` is asked in every folder."""
    for path, of_a_page in _below(folder, check):
        if not of_a_page and path.suffix.lower() in FORMATS and has_utf8(path):
            yield path


def is_part_of_page(folder: Path) -> bool:
    """Whether a browser made this folder for the page beside it."""
    for ending in _ENDINGS:
        if folder.name.endswith(ending):
            stem = folder.name.removesuffix(ending)
            if any(folder.with_name(stem + suffix).is_file() for suffix in _PAGES):
                return True
    return False


def style_sheets(page: Path) -> list[StyleSheet]:
    """Those in the folder that a browser made for ``page``, by name; large ones are left out."""
    found: list[StyleSheet] = []
    left = MOST_STYLE_BYTES
    for folder in (page.with_name(page.stem + ending) for ending in _ENDINGS):
        for path in sorted(folder.rglob("*.css")) if folder.is_dir() else ():
            with contextlib.suppress(OSError):
                if 0 < path.stat().st_size <= left and len(found) < MOST_STYLES:
                    found.append(StyleSheet(shown(path.name), path.read_bytes()))
                    left -= len(found[-1].raw)
    return found


def _below(folder: Path, check: Check) -> Iterator[tuple[Path, bool]]:
    """Each file, and whether it is part of a saved page."""
    inside = {folder: is_part_of_page(folder)}
    for place, folders, names in os.walk(folder):
        check()
        here = Path(place)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            inside[here / name] = inside[here] or is_part_of_page(here / name)
        for name in sorted(names):
            path = here / name
            if not name.startswith(".") and path.is_file():
                yield path, inside[here]
