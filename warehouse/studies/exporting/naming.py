"""What exported folders and files are called: after the title of what is exported.

Nothing that was exported is ever replaced, not even by the same study in the same form: it may have
been changed since by hand. The next one is "Title 2". Other forms stand side by side.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from warehouse.text import one_line

MOST_CHARACTERS, MOST_BYTES = 60, 180  # file systems take 255 bytes, with the ending
WITHOUT_TITLE = "Muniment"
_NO_NAME = re.compile(r'[<>:"/\\|?*]')
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)", re.IGNORECASE)


def file_name(untrusted: str) -> str:
    """A title, whoever wrote it, as a name that Windows, macOS and Linux take; no ending."""
    kept = one_line(_NO_NAME.sub(" ", unicodedata.normalize("NFC", untrusted)))
    name = _cut(kept.lstrip(" .-~")).rstrip(" .")
    return f"_{name}" if _DEVICE.match(name) else name or WITHOUT_TITLE


def _cut(name: str) -> str:
    """At a word, where that leaves most of it."""
    short = name[:MOST_CHARACTERS].encode()[:MOST_BYTES].decode(errors="ignore")
    if short == name or name[len(short)] == " ":
        return short
    whole = short.rpartition(" ")[0]
    return whole if len(whole) > len(short) / 2 else short


def folder_for(parent: Path, name: str, *files: str) -> Path:
    """The first of "Name", "Name 2" … in ``parent`` that is none yet or has none of the files."""
    paths = (parent / numbered for numbered in _numbered(name))
    return next(
        path
        for path in paths
        if not path.is_file() and not any((path / file).exists() for file in files)
    )


def free(folder: Path, name: str, *endings: str) -> str:
    """The first of "Name", "Name 2" … of which ``folder`` has no file with one of these endings."""
    return next(
        numbered
        for numbered in _numbered(name)
        if not any((folder / f"{numbered}{ending}").exists() for ending in endings)
    )


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} {number}" for number in itertools.count(2))
