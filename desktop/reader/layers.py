"""What is marked over a document, in layers: the later ones lie over the earlier."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal

from desktop.reader.sheets import Mark

Layer = Literal["notes", "lit", "found", "here", "selection"]
ORDER: tuple[Layer, ...] = ("notes", "lit", "found", "here", "selection")


class Layers:
    """Marks of a layer are in the order of the text."""

    def __init__(self) -> None:
        self._marks: dict[Layer, Sequence[Mark]] = {}

    def put(self, layer: Layer, marks: Sequence[Mark]) -> None:
        self._marks[layer] = marks

    def get(self, layer: Layer) -> Sequence[Mark]:
        return self._marks.get(layer, ())

    def clear(self) -> None:
        self._marks.clear()

    def on(self, start: int, end: int, is_lit: bool) -> list[Mark]:
        """Those that touch a range; all that is lit where it is known to stand there."""
        touching: list[Mark] = []
        for layer in ORDER:
            marks = self.get(layer)
            if layer == "lit" and is_lit:
                touching += marks
            else:
                last = bisect_left(marks, end, key=lambda mark: mark.start)
                touching += [mark for mark in marks[:last] if mark.end > start]
        return touching
