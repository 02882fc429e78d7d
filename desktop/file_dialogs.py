"""Where a dialog for files opens: where the last one for the same purpose chose, at first in the
user's documents; never in the folder that the program happened to be started from.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths


class ChosenFolders:
    """``last`` maps a purpose ("add", "export", "models" ...) to a folder; the window keeps it."""

    def __init__(self) -> None:
        self.last: dict[str, str] = {}

    def begin(self, purpose: str) -> str:
        """The folder to open in; it is there."""
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        wanted = (self.last.get(purpose, ""), QStandardPaths.writableLocation(documents))
        return next((one for one in wanted if one and Path(one).is_dir()), str(Path.home()))

    def remember(self, purpose: str, chosen: str | Path) -> None:
        """A folder, or a file in it."""
        place = Path(chosen)
        self.last[purpose] = str(place if place.is_dir() else place.parent)
