"""The structure of a study as a picture, in place of its text; the list beside it switches it on.

Both show the same snapshots. The picture is laid out only while it is in sight.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop.acts import PICTURE_KEY, key_words
from desktop.house import House
from desktop.pages.studies.proof import StudyProof
from desktop.structure.view import StructureView
from desktop.widgets.chain import ChainView
from warehouse.results.records import Research

TEXT, PICTURE = 0, 1


class StudyPicture(QObject):
    """``view`` is the picture; ``sheets`` holds it and what it stands in place of."""

    def __init__(self, house: House, chain: ChainView, proof: StudyProof) -> None:
        super().__init__(house)
        self._chain = chain
        self._latest: Research | None = None
        self.view = StructureView(house)
        self.sheets = QStackedWidget()
        chain.picture.toggled.connect(self._turn)
        chain.allowed.connect(self.view.let_steer)
        self.view.steered.connect(chain.steered)
        self.view.evidence_wanted.connect(proof.evidence)
        self.view.sentence_wanted.connect(proof.sentence)
        self.view.left.connect(self.leave)

    def over(self, text: QWidget) -> QWidget:
        """``text``, or the picture in its place."""
        self.sheets.addWidget(text)
        self.sheets.addWidget(self.view)
        return self.sheets

    @property
    def is_shown(self) -> bool:
        return self.sheets.currentIndex() == PICTURE

    def tell(self, found: Research) -> None:
        """A snapshot while it grows, or what a finished study left."""
        self._latest = found
        if self.is_shown:
            self.view.tell(found)

    def clear(self) -> None:
        """Another study comes to the front: its text first."""
        self._latest = None
        self.leave()
        self.view.clear()

    def leave(self) -> bool:
        """Back to the text; whether the picture was in front."""
        was_shown = self.is_shown
        self._chain.picture.setChecked(False)
        return was_shown

    def _turn(self, wanted: bool) -> None:
        self.sheets.setCurrentIndex(PICTURE if wanted else TEXT)
        key, form = key_words(PICTURE_KEY), "text" if wanted else "a picture"
        self._chain.picture.setToolTip(f"Show as {form} ({key})")
        if wanted and self._latest is not None:
            self.view.tell(self._latest)
        if wanted:
            self.view.focus_place().setFocus()
