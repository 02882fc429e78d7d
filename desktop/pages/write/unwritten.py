"""Where no article is written: the offer to write all the same, and what came nearest."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, row
from desktop.widgets.passages import Passages, passage_near
from warehouse.results.records import Article
from warehouse.studies.report.nearest_passages import Near


class Unwritten(QWidget):
    """``wanted``: an article although the library seems to be about something else;
    ``near_wanted(place)``: a passage that came nearest. Hidden where there is an article.
    """

    wanted = Signal()
    near_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.anyway = Button(theme, "Write from what was found")
        self.anyway.setToolTip("Write again, even if the documents are about something else")
        self.anyway.clicked.connect(self.wanted)
        self.nearest = Passages(theme, "The nearest passages")
        self.nearest.wanted.connect(self.near_wanted)
        offer = row(self.anyway, 1)
        column_of(offer, self.nearest, into=self, margins_px=(12, 8, 12, 8), spacing_px=16)
        self.hide()

    def tell(self, article: Article) -> None:
        """Of a finished one."""
        self.setVisible(any(loss.stage == "weighing" for loss in article.research.losses))
        self.tell_nearest(())

    def tell_nearest(self, found: Sequence[Near]) -> None:
        self.nearest.tell([passage_near(near) for near in found])
