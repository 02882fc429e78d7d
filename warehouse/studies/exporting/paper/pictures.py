"""The pictures of figures in a paper: in the tree itself, or as files beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from warehouse.results.records import Figure
from warehouse.studies.exporting import figures
from warehouse.studies.exporting.paper import tree
from warehouse.studies.exporting.paper.tree import Node

if TYPE_CHECKING:
    from warehouse.library import Library

WIDEST_IN, HIGHEST_IN = 6.0, 7.5
POINTS_TO_THE_INCH = 72


class Pictures:
    """``beside`` are PNG files by their names, to be written beside the paper."""

    def __init__(self, every: Sequence[Figure], inside: bool, library: Library) -> None:
        images = figures.drawn(every, library)
        names = figures.named(images)
        self.beside = {} if inside else {names[figure]: images[figure] for figure in images}
        self._addresses = {
            figure: figures.address(image) if inside else names[figure]
            for figure, image in images.items()
        }

    def node(self, figure: Figure) -> Node | None:
        """None where there is no picture of it."""
        address = self._addresses.get(figure)
        if address is None:
            return None
        x0, y0, x1, y1 = figure.box
        wide, high = (x1 - x0) / POINTS_TO_THE_INCH, (y1 - y0) / POINTS_TO_THE_INCH
        width = wide * min(1.0, WIDEST_IN / wide, HIGHEST_IN / high)
        return tree.image(address, figure.caption, width)
