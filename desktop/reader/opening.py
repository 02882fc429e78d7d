"""What the reader is asked to open, and the places one goes back and forward through."""

from __future__ import annotations

from msgspec import Struct

from desktop.reader.sheets import Position
from warehouse.records import Place


class Opening(Struct, frozen=True):
    """A document from where it was left, at ``place`` with its words lit (``words`` are those that
    were cited), or with ``find`` looked for in it.
    """

    document: str
    place: Place | None = None
    words: str = ""
    find: str = ""


class Visit(Struct, frozen=True):
    """A place that was left by a jump."""

    document: str
    position: Position


class History:
    """Back and forward. A jump forgets what lay forward."""

    def __init__(self, most: int = 100) -> None:
        self._back: list[Visit] = []
        self._forward: list[Visit] = []
        self._most = most

    def jump(self, left: Visit) -> None:
        """Before going somewhere else."""
        if not self._back or self._back[-1] != left:
            self._back.append(left)
            del self._back[: -self._most]
        self._forward.clear()

    def back(self, here: Visit) -> Visit | None:
        return _move(self._back, self._forward, here)

    def forward(self, here: Visit) -> Visit | None:
        return _move(self._forward, self._back, here)

    @property
    def can_go_back(self) -> bool:
        return bool(self._back)

    @property
    def can_go_forward(self) -> bool:
        return bool(self._forward)


def _move(there: list[Visit], behind: list[Visit], here: Visit) -> Visit | None:
    if not there:
        return None
    behind.append(here)
    return there.pop()
