"""What was done to documents and collections in this session, and the way back.

    house.undo.did("Moved 2 documents", back, again)    it is done already

Ctrl+Z takes the last deed back, Ctrl+Shift+Z does it again; the notice that tells of a deed has the
same as a button. ``back`` and ``again`` begin a job themselves and return at once, False where they
refuse and have said why; what they do is no deed of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from desktop.notices import UNDO_S, Notices

KEPT = 100
Act = Callable[[], object]


class Deed(QUndoCommand):
    """``words`` say what was done, without a full stop."""

    def __init__(self, words: str, back: Act, again: Act) -> None:
        super().__init__(words)
        self._back, self._again = back, again
        self.is_done = True

    def redo(self) -> None:
        if not self.is_done:
            self.is_done = self._again() is not False

    def undo(self) -> None:
        if self.is_done:
            self.is_done = self._back() is False


class Undo(QObject):
    def __init__(self, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
        self._offer = partial(notices.offer, seconds=UNDO_S)
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(KEPT)
        self._is_walking = False

    def did(
        self,
        words: str,
        back: Act,
        again: Act,
        lapse: Callable[[], None] | None = None,
        note: str | None = "",
    ) -> None:
        """``lapse`` is called when the notice goes; ``note`` is a sentence more in it, None for no
        notice at all; then the one that stands goes, whose button would take this deed back.
        """
        if self._is_walking:  # a command pushed now would delete the one that runs
            return
        self.stack.push(Deed(words, back, again))
        if note is not None:
            self._offer(f"{words}. {note}".strip(), "Undo", self.undo, lapse)
        else:
            for act in (self.undo, self.redo):
                self._notices.withdrawn.emit(act)

    def undo(self) -> None:
        if self.stack.canUndo():
            words = self.stack.undoText()
            if self._walk(self.stack.undo):
                self._offer(f"Taken back: {_inside(words)}.", "Do it again", self.redo)
        else:
            self._notices.say("There is nothing to take back.")

    def redo(self) -> None:
        if self.stack.canRedo():
            words = self.stack.redoText()
            if self._walk(self.stack.redo):
                self._offer(f"Done again: {_inside(words)}.", "Undo", self.undo)
        else:
            self._notices.say("There is nothing to do again.")

    def _walk(self, step: Callable[[], None]) -> bool:
        """False where the deed refused; the stack is as before then."""
        before = self.stack.index()
        self._is_walking = True
        try:
            step()
            now = self.stack.index()
            deed = self.stack.command(min(before, now))
            if refused := isinstance(deed, Deed) and deed.is_done != (now > before):
                self.stack.setIndex(before)
        finally:
            self._is_walking = False
        return not refused

    def forget(self) -> None:
        """Another library was opened."""
        self.stack.clear()


def _inside(words: str) -> str:
    return words[:1].lower() + words[1:]
