"""What the window remembers between starts: place, size, pane widths, what is folded, the last
page, folders that were chosen, where documents were left, the last backups.

Kept apart from the settings, in ``window.json`` in the home; a file that cannot be read is
forgotten, never an error.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.disk.durable import read_json
from warehouse.settings import home


class ColumnState(Struct, frozen=True):
    """A column of the Library's list, by its key."""

    key: str
    width_px: int
    shown: bool


class WindowState(Struct, kw_only=True):
    """Widths in px; ``left`` and ``top`` are 0 while the window has not stood anywhere. ``panes``
    maps a page's name to the width of its right pane, and those in ``put_away`` were folded by the
    user; ``listed`` are the columns of the Library
    from left to right, and ``sorted_by`` what its rows go by; ``folders`` says where files were
    last chosen for what. ``left_at`` says on which sheet, and how far down it (0 to 1), documents
    were left in the reader, the last one last. ``backups`` says of the folder of a library when it
    was backed up from the window, and where to.
    """

    width: int = 1440
    height: int = 900
    left: int = 0
    top: int = 0
    maximised: bool = False
    bar: int = 220
    page: str = "library"
    panes: dict[str, int] = msgspec.field(default_factory=dict)
    folded: list[str] = msgspec.field(default_factory=list)
    put_away: list[str] = msgspec.field(default_factory=list)
    listed: list[ColumnState] = msgspec.field(default_factory=list)
    sorted_by: str = "added"
    descending: bool = True
    folders: dict[str, str] = msgspec.field(default_factory=dict)
    acts: list[str] = msgspec.field(default_factory=list)
    left_at: dict[str, tuple[int, float]] = msgspec.field(default_factory=dict)
    backups: dict[str, tuple[str, str]] = msgspec.field(default_factory=dict)


def load(path: Path | None = None) -> WindowState:
    return read_json(path or _place(), WindowState, WindowState())


def save(state: WindowState, path: Path | None = None) -> None:
    where = path or _place()
    with contextlib.suppress(OSError):
        where.parent.mkdir(parents=True, exist_ok=True)
        draft = where.with_suffix(".part")
        draft.write_bytes(msgspec.json.encode(state))
        draft.replace(where)


def _place() -> Path:
    return home() / "window.json"
