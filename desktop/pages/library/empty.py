"""The first start: what the program is, that nothing leaves the machine, three ways to begin."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.drop import DropCard
from desktop.house import House
from desktop.widgets.basics import Button, IconLabel, column_of, label, row
from warehouse.text import plural

WIDTH_PX = 640
ABOUT = (
    "Put documents in, ask a hard question, and see for every sentence of the answer the page and "
    "the words it comes from."
)
PROMISES = (
    ("shield-check", "Nothing leaves this computer", "A language model reads here, not elsewhere."),
    ("quote", "Every sentence shows its proof", "One click, and the words are lit on their page."),
    ("circle-check", "What is not there is not answered", "That it was not found is said instead."),
)
SAMPLE = "The sample: a few research papers, to try everything with. They can be removed at once."


class EmptyLibrary(QWidget):
    files_wanted = Signal()
    folder_wanted = Signal()
    sample_wanted = Signal()
    trash_wanted = Signal()

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = DropCard(house)
        card.head.setText("Drop documents here")
        card.under.setText("a whole folder is fine · searchable in seconds")
        card.setFixedHeight(150)
        self.files = Button(house.theme, "Choose files", "file-plus", "primary")
        folder = Button(house.theme, "Choose a folder", "folder-plus")
        sample = Button(house.theme, "Try the sample library", "book-open")
        sample.setToolTip(SAMPLE)
        self.files.clicked.connect(self.files_wanted)
        folder.clicked.connect(self.folder_wanted)
        sample.clicked.connect(self.sample_wanted)
        self.trash = Button(house.theme, "", kind="link")
        self.trash.clicked.connect(self.trash_wanted)
        self.offer_trash(0)
        body = QWidget()
        body.setMaximumWidth(WIDTH_PX)
        column = QVBoxLayout(body)
        column.setSpacing(10)
        heading = label("A library that shows its proof", "heading2")
        for line in (heading, label(ABOUT, "reading", wrap=True)):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(line)
        column.addSpacing(8)
        column.addWidget(card)
        column.addSpacing(4)
        column.addLayout(row(1, self.files, folder, sample, 1))
        column.addLayout(row(1, self.trash, 1))
        column.addSpacing(18)
        column.addLayout(_promises(house))
        whole = QVBoxLayout(self)
        whole.addStretch(2)
        whole.addLayout(row(1, (body, 20), 1))
        whole.addStretch(3)

    def offer_trash(self, documents: int) -> None:
        """The way back, where the library is empty because everything was removed."""
        was = "was" if documents == 1 else "were"
        self.trash.set(f"{plural(documents, 'document')} {was} deleted: bring back")
        self.trash.setVisible(documents > 0)


def _promises(house: House) -> QHBoxLayout:
    """Side by side, each with its sentence."""
    promises = row(spacing_px=18)
    for icon, head, sentence in PROMISES:
        inside = column_of(
            IconLabel(house.theme, icon, "accent"),
            label(head, "strong", wrap=True),
            label(sentence, "small", wrap=True),
            1,
            spacing_px=2,
        )
        promises.addLayout(inside, 1)
    return promises
