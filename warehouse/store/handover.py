"""What a second program leaves for the one that has the warehouse open: files, or a wish.

``handed/NAME.note`` in the warehouse folder, written whole or not at all. The first program finds
it (the window at once, a command when it is done, anybody at the next start), remembers its paths
in the catalog and removes it. No socket is opened, and either may be killed at any moment: a note
stays until its paths are remembered, and paths remembered twice add nothing twice.
"""

from __future__ import annotations

import os
import re
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.disk.durable import write_whole
from warehouse.store.objects import sentences_for_disk

HANDED = "handed"
LOOK_EVERY_S = 0.05
MOST_BYTES = 16 * 2**20
_NAME = re.compile(r"[0-9a-f]{32}\.note")


class _Written(Struct, frozen=True):
    """Paths as the system spells them, which need not be UTF-8."""

    paths: tuple[bytes, ...]
    show: bool
    in_place: bool = False


class Note(Struct, frozen=True):
    """``show``: bring the window to the front. ``in_place``: the files stay where they are."""

    file: Path
    paths: tuple[Path, ...]
    show: bool
    in_place: bool

    def remove(self) -> None:
        self.file.unlink(missing_ok=True)


def hand(
    folder: Path, paths: Sequence[Path] = (), show: bool = False, in_place: bool = False
) -> Path:
    """Leave a note; returns its file. Raises StorageError."""
    place = folder / HANDED
    file = place / f"{uuid.uuid4().hex}.note"
    written = _Written(tuple(os.fsencode(path.absolute()) for path in paths), show, in_place)
    with sentences_for_disk(folder):
        place.mkdir(exist_ok=True)
        write_whole(file, msgspec.json.encode(written))
    return file


def was_taken(note: Path, patience_s: float) -> bool:
    """Whether somebody took it within that time."""
    end = time.monotonic() + patience_s
    while note.exists() and time.monotonic() < end:
        time.sleep(LOOK_EVERY_S)
    return not note.exists()


def handed_over(folder: Path) -> list[Note]:
    """Notes with something to take in. A wish to see the window stays for one to hear it."""
    return [note for note in waiting(folder) if not note.show]


def waiting(folder: Path) -> list[Note]:
    """Notes in the order they came; what is no note of ours is left where it is."""
    notes: list[tuple[float, Note]] = []
    place = folder / HANDED
    for file in place.iterdir() if place.is_dir() else ():
        if not _NAME.fullmatch(file.name) or file.is_symlink():
            continue
        try:
            about = file.stat()
            if about.st_size > MOST_BYTES:
                continue
            written = msgspec.json.decode(file.read_bytes(), type=_Written)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            continue
        paths = tuple(Path(os.fsdecode(path)) for path in written.paths)
        notes.append((about.st_mtime, Note(file, paths, written.show, written.in_place)))
    return [note for _, note in sorted(notes, key=lambda one: one[0])]
