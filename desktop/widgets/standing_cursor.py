"""The text cursor of a view stays where it is while the text around it is set anew.

Qt takes a cursor along with what is put in behind it, to the end of the text; and it scrolls to the
cursor wherever the text comes to have the keys.
"""

from __future__ import annotations

from PySide6.QtWidgets import QTextEdit

from desktop.widgets.growing_text import GrowingText, Piece


class StandingCursor:
    """``remember`` before a text is told, ``put_back`` when a portion of it has been set."""

    def __init__(self, view: QTextEdit, growing: GrowingText) -> None:
        self._view, self._growing = view, growing
        self._piece: Piece | None = None
        self._at = self._offset = 0
        self._stood = (0, 0)

    def remember(self) -> None:
        cursor = self._view.textCursor()
        self._stood = cursor.anchor(), cursor.position()
        at = self._growing.piece_at(cursor.position())
        if at >= 0:
            placed = self._growing.placed[at]
            # What lies over a widget says nothing of it, and is known by its place alone.
            self._piece = placed.piece if not placed.height_px else None
            self._at, self._offset = at, cursor.position() - placed.start
        else:
            self._piece, self._at, self._offset = None, -1, 0

    def put_back(self) -> None:
        """In its paragraph, be that moved; where it is gone, in what has its place."""
        place = self._place()
        if place is not None:
            cursor = self._view.textCursor()
            if (cursor.anchor(), cursor.position()) != self._stood:
                cursor.setPosition(place)
                self._view.setTextCursor(cursor)
            self._at = -1

    def _place(self) -> int | None:
        """None where there is none to go back to, or not yet."""
        placed = self._growing.placed
        if self._at < 0 or not placed:
            return None
        same = [at for at, one in enumerate(placed) if one.piece == self._piece]
        if same:
            return placed[min(same, key=lambda at: abs(at - self._at))].start + self._offset
        return placed[min(self._at, len(placed) - 1)].start if self._growing.is_whole else None
