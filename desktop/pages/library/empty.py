"""The first Library page: a drop target that teaches, in one sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.drop import DropCard
from desktop.house import House
from desktop.widgets.basics import Button, label, row

WIDTH_PX = 620


class EmptyLibrary(QWidget):
    files_wanted = Signal()
    folder_wanted = Signal()
    sample_wanted = Signal()

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = DropCard(house)
        card.head.setText("Drop documents here")
        card.under.setText("a whole folder is fine · searchable in seconds")
        card.setFixedHeight(190)
        self.files = files = Button(house.theme, "Choose files", "file-plus", "primary")
        folder = Button(house.theme, "Choose a folder", "folder-plus")
        sample = Button(house.theme, "Try the sample library", "book-open")
        files.clicked.connect(self.files_wanted)
        folder.clicked.connect(self.folder_wanted)
        sample.clicked.connect(self.sample_wanted)
        body = QWidget()
        body.setMaximumWidth(WIDTH_PX)
        column = QVBoxLayout(body)
        column.setSpacing(12)
        head = label("A library that shows its proof", "heading2")
        words = label(
            "Put documents in, ask a hard question, and see for every sentence of the answer "
            "the page and the words it comes from. Nothing leaves this computer.",
            "reading",
            wrap=True,
        )
        for line in (head, words):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(line)
        column.addSpacing(12)
        column.addWidget(card)
        column.addSpacing(8)
        column.addLayout(row(1, files, folder, sample, 1))
        whole = QVBoxLayout(self)
        whole.addStretch(2)
        centre = row(1, body, 1)
        centre.setStretch(1, 20)
        whole.addLayout(centre)
        whole.addStretch(3)
