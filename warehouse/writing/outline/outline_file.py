"""The outline of an article beside its study: kept when it is drafted, read when it goes on.

What the user makes of it in between is what is written; what it was before each change of theirs
stays beside it (outline_history.py).
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from warehouse.disk import hashed_files
from warehouse.errors import BadInput, StorageError
from warehouse.writing.outline import outline_history
from warehouse.writing.outline.outline_history import Fit, History
from warehouse.writing.outline.outlining import Outline

_OUTLINE = msgspec.json.Decoder(Outline)
NAME = "outline.json"


class OutlineFile:
    """In the folder of a study, whose article ``is_written`` already or not. Any thread.

    Whoever changes it says what it is ``before``, as ``fit`` makes it of what is kept.
    """

    def __init__(self, folder: Path, is_written: bool = False) -> None:
        self._folder, self._file = folder, folder / NAME
        self.is_written = is_written

    @property
    def is_shaped(self) -> bool:
        """Did the user change it?"""
        return outline_history.is_begun(self._folder)

    def read(self) -> Outline | None:
        """None where none was drafted yet. Raises StorageError when it is damaged."""
        try:
            return _OUTLINE.decode(self._file.read_bytes())
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, OSError) as error:
            hint = "Remove it, and it is drafted anew."
            raise StorageError(
                f"The outline {self._file} cannot be read: {error}.", hint
            ) from error

    def keep(self, outline: Outline) -> None:
        """Raises StorageError."""
        self._write(NAME, msgspec.json.encode(outline))

    def change(self, before: Outline, outline: Outline, fit: Fit = lambda kept: kept) -> None:
        """As ``keep``; the change can be taken back. Raises StorageError."""
        history = self._history().placed(before, fit)
        self._put(history if outline == before else history.changed(outline))

    def put(self, before: Outline, outline: Outline, fit: Fit) -> None:
        """As it was before some changes, or after some taken back. Raises StorageError."""
        self._put(self._history().placed(before, fit).placed(outline, fit))

    def step(self, before: Outline, by: int, fit: Fit) -> None:
        """One change taken back (-1), or one that was taken back done again (1). Raises BadInput
        where there is none, StorageError.
        """
        history = outline_history.read(self._folder).placed(before, fit)
        stepped = history.stepped(by, before, fit)
        if stepped is not None:
            self._put(stepped)
        elif by > 0:
            raise BadInput("There is nothing to do again in this outline.")
        elif history.is_cut:
            raise BadInput("What was changed before cannot be taken back: it was damaged.")
        else:
            raise BadInput("There is nothing to take back in this outline.")

    def _history(self) -> History:
        """A damaged one keeps nobody from a change."""
        try:
            return outline_history.read(self._folder)
        except StorageError:
            return History(is_cut=True)

    def _put(self, history: History) -> None:
        self._write(outline_history.NAME, outline_history.packed(history))
        self.keep(history.outlines[history.at])

    def _write(self, name: str, content: bytes) -> None:
        try:
            hashed_files.write_whole(self._folder / name, content)
        except OSError as error:
            raise StorageError(f"{name} cannot be written: {error.strerror}.") from error
