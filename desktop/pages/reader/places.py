"""Where documents were left, so that they open there again, also when the program was ended."""

from __future__ import annotations

from desktop import state
from desktop.house import House
from desktop.reader.opening import Visit
from desktop.reader.sheets import Position
from desktop.state import WindowState

KEPT = 300


class Places:
    """The last ``KEPT`` go to the window's state. It lies in the open: nothing of a library that
    is encrypted is written there.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._state = WindowState()
        self._left: dict[str, Position] = {}
        house.opened.connect(self._keep_none_of_encrypted)

    def remember(self, kept: WindowState) -> None:
        self._state = kept
        places = {id: Position(*where) for id, where in kept.left_at.items()}
        self._left = places | self._left
        self._keep_none_of_encrypted()

    def of(self, document: str) -> Position | None:
        return self._left.get(document)

    def note(self, left: Visit) -> None:
        self.forget(left.document)
        self._left[left.document] = left.position
        library = self._house.library
        if library is not None and library.walls is None:
            kept = self._state.left_at
            kept[left.document] = (left.position.sheet, round(left.position.share, 4))
            for oldest in list(kept)[:-KEPT]:
                del kept[oldest]

    def _keep_none_of_encrypted(self) -> None:
        """What was noted before it was encrypted."""
        library = self._house.library
        if library is not None and library.walls is not None and self._state.left_at:
            known = [id for id in self._state.left_at if library.catalog.knows(id)]
            for id in known:
                del self._state.left_at[id]
            if known:
                state.save(self._state)

    def forget(self, document: str) -> None:
        self._left.pop(document, None)
        self._state.left_at.pop(document, None)
