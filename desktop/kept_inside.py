"""What is noted of an encrypted library is kept in it: the window's state lies in the open.

What was noted there before it was encrypted goes when it is opened: the folders that were chosen
for it, and where it was backed up, as soon as that is in its catalog.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop import state as state_file
from desktop.house import House
from desktop.state import WindowState

if TYPE_CHECKING:
    from warehouse.library import Library

LAST = "last backup from a window"
Noted = tuple[str, str]


class KeptInside(QObject):
    def __init__(self, house: House, state: WindowState, parent: QObject) -> None:
        super().__init__(parent)
        self._house, self._state = house, state
        house.chosen.last = state.folders
        house.opened.connect(self._opened)

    def _opened(self) -> None:
        library = self._house.library
        if library is None or not self._house.is_encrypted:
            return
        state_file.save(self._state)
        folder = str(library.medium)
        if (noted := self._state.backups.get(folder)) is not None:
            keep = partial(keep_last_backup, library, noted)
            self._house.jobs.keep(keep, partial(self._is_inside, folder))

    def _is_inside(self, folder: str, noted: Noted) -> None:
        self._state.backups.pop(folder, None)
        state_file.save(self._state)


# In workers


def keep_last_backup(library: Library, noted: Noted) -> Noted:
    library.catalog.set_fact(LAST, "\n".join(noted))
    return noted


def last_backup(library: Library) -> Noted | None:
    when, _, folder = library.catalog.fact(LAST).partition("\n")
    return (when, folder) if folder else None
