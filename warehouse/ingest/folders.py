"""The files of a folder that was dropped: what is read, and why each of the others is not.

A browser that saves a page whole puts its pictures, styles and frames into a folder beside it; they
are parts of that page and no documents. Hidden files and folders are passed over, links out of the
folder and links to folders are not followed, and what is no file is not opened: each is named with
its reason. Libraries of other programs are no documents: they are imported. What a library of
Muniment is made of, its own articles among it, would be taken for evidence, and bring back what was
removed.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from indexers.detect import FORMATS
from indexers.records import Loss, StyleSheet
from warehouse.ingest.file_names import NO_UTF8, has_utf8, shown
from warehouse.ingest.foreign_libraries import BIBLIOGRAPHY, is_one_inside
from warehouse.run import Check, unstopped
from warehouse.store.contents import FOLDERS

_ENDINGS = ("_files", ".files", "-Dateien", "_fichiers", "_archivos", "_file", "_bestanden")
_PAGES = (".html", ".htm", ".xhtml")
MOST_STYLE_BYTES = 2 * 2**20
MOST_STYLES = 40
MOST_NAMED = 1000
PART_OF_PAGE = "A part of a saved web page, of which the text is read."
PART_OF_LIBRARY = "A part of a library of Muniment, passed over with all that is in it."
_CATALOGS = ("catalog.db", "backups/*/catalog.db")
_NO_FILES = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
NO_FILES_NAMED = "A list of references that names no files; added by itself it is imported."


def survey(folder: Path, check: Check = unstopped) -> tuple[list[Path], list[Loss]]:
    """Every file that is read, in order, and a line for each other entry; see MOST_NAMED.

    ``check`` is asked in every folder.
    """
    files: list[Path] = []
    losses: list[Loss] = []
    unnamed = 0
    for path, reason in _below(folder, check):
        if not reason:
            files.append(path)
        elif len(losses) < MOST_NAMED:
            losses.append(Loss("add", shown(path), reason))
        else:
            unnamed += 1
    if unnamed:
        losses.append(Loss("add", shown(folder), f"And {unnamed:,} more that are not read."))
    return files, losses


def readable(folder: Path, check: Check = unstopped) -> Iterator[Path]:
    """The files that would be read, as they are found; ``check`` is asked in every folder."""
    return (path for path, reason in _below(folder, check) if not reason)


def is_part_of_page(folder: Path) -> bool:
    """Whether a browser made this folder for the page beside it."""
    stems = [
        folder.name.removesuffix(ending) for ending in _ENDINGS if folder.name.endswith(ending)
    ]
    pages = [folder.with_name(stem + suffix) for stem in stems for suffix in _PAGES]
    try:
        return any(page.is_file() for page in pages)
    except OSError:  # what cannot be looked at is no page that is read
        return False


def style_sheets(page: Path) -> list[StyleSheet]:
    """Those in the folder that a browser made for ``page``, by name; large ones are left out."""
    sheets: list[StyleSheet] = []
    left = MOST_STYLE_BYTES
    for folder in (page.with_name(page.stem + ending) for ending in _ENDINGS):
        for path in _sheets_in(folder):
            with contextlib.suppress(OSError):
                if 0 < path.stat().st_size <= left and len(sheets) < MOST_STYLES:
                    sheets.append(StyleSheet(shown(path.name), path.read_bytes()))
                    left -= len(sheets[-1].raw)
    return sheets


def _sheets_in(folder: Path) -> list[Path]:
    try:
        return sorted(folder.rglob("*.css")) if folder.is_dir() else []
    except OSError:
        return []


def _below(folder: Path, check: Check) -> Iterator[tuple[Path, str]]:
    """Each entry with the reason why it is not read, "" where it is. What is below a folder that is
    left out is left out with it.
    """
    top = folder.resolve()
    if any(map(_is_part_of_library, (top, *top.parents))):
        yield folder, PART_OF_LIBRARY
        return
    closed: list[tuple[Path, str]] = []
    inside = {folder: is_part_of_page(folder)}
    for place, folders, names in os.walk(folder, onerror=partial(_unreadable, closed)):
        check()
        here = Path(place)
        kept = []
        for name in sorted(folders):
            if reason := _why_not_in(here / name):
                yield here / name, reason
            else:
                kept.append(name)
                inside[here / name] = inside[here] or is_part_of_page(here / name)
        folders[:] = kept
        for path in (here / name for name in sorted(names)):
            why_not = PART_OF_PAGE if inside[here] else _why_not(path, top)
            if why_not is not None:
                yield path, why_not
        yield from closed
        closed.clear()
    yield from closed


def _unreadable(closed: list[tuple[Path, str]], error: OSError) -> None:
    reason = f"The folder cannot be opened: {error.strerror or error}."
    closed.append((Path(error.filename), reason))


def _why_not_in(folder: Path) -> str:
    try:
        if folder.is_symlink():
            return "A link to a folder, which is not followed."
    except OSError as error:
        return refused(error)
    if folder.name.startswith("."):
        return "A hidden folder, passed over with all that is in it."
    return PART_OF_LIBRARY if _is_part_of_library(folder) else ""


def _is_part_of_library(folder: Path) -> bool:
    """Or of a backup that grows. What the user has put beside is not."""
    if folder.name not in FOLDERS:
        return False
    return any(path.is_file() for name in _CATALOGS for path in folder.parent.glob(name))


def _why_not(path: Path, top: Path) -> str | None:
    """None for a library of another program."""
    try:
        return None if is_one_inside(path) else _why_no_document(path, top)
    except OSError as error:
        return refused(error)


def refused(error: OSError) -> str:
    return f"It cannot be looked at: {error.strerror or error}."


def _why_no_document(path: Path, top: Path) -> str:
    if path.name.startswith("."):
        return "A hidden file, passed over."
    if path.is_symlink():
        if not path.exists():
            return "A link that leads nowhere."
        if not path.resolve().is_relative_to(top):
            return "A link that leads out of the folder, which is not followed."
    if reason := no_file(path):
        return reason
    if path.suffix.lower() == BIBLIOGRAPHY:
        return NO_FILES_NAMED
    if path.suffix.lower() not in FORMATS:
        return f"Files of this kind are not read ({shown(path.suffix) or 'no suffix'})."
    return "" if has_utf8(path) else NO_UTF8


def no_file(path: Path) -> str:
    """What stands there in place of a file, as a sentence; "" for a file. Nothing is opened: a pipe
    or a device would keep its reader for ever.
    """
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return refused(error)
    what = next((words for is_one, words in _NO_FILES if is_one(mode)), "")
    return f"It is no file that can be read, but {what}." if what else ""
