"""Where nothing answers a question: the searches that were tried, and what came nearest."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import column_of, label
from desktop.widgets.passages import Passages, passage_near
from warehouse.results.records import Answer
from warehouse.studies.report.nearest_passages import Near

NEAREST_SHOWN = 5


class AbsenceView(QWidget):
    """``wanted(place)``: a passage that came nearest. Hidden where there is an answer."""

    wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        inside = column_of(into=self, margins_px=(12, 6, 12, 8), spacing_px=4)
        self._title = label("Searches tried", "section")
        self.tried = label("", "quiet", wrap=True)
        self.nearest = Passages(theme, "The nearest passages")
        self.nearest.wanted.connect(self.wanted)
        inside.addWidget(self._title)
        inside.addWidget(self.tried)
        inside.addSpacing(12)
        inside.addWidget(self.nearest)
        self.hide()

    def tell(self, answer: Answer | None) -> None:
        self.setVisible(answer is not None)
        if answer is None:
            return
        tried = [query.told for intent in answer.research.nodes for query in intent.sub_queries]
        self._title.setVisible(bool(tried))
        self.tried.setVisible(bool(tried))
        self.tried.setText("\n".join(dict.fromkeys(tried)))
        self.tell_nearest(())

    def tell_nearest(self, found: Sequence[Near]) -> None:
        self.nearest.tell([passage_near(near) for near in found[:NEAREST_SHOWN]])
