"""What lies over the window while an encrypted library is closed: it asks for the passphrase.

Nothing behind it is seen or reached by keys.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from desktop.house import House
from desktop.icons import pixmap
from desktop.locked.idleness import Idleness
from desktop.palette.over_window import OverWindow
from desktop.widgets.basics import Button, label, row

WIDTH_PX = 440
ICON_PX = 22
ABOUT = "It is encrypted. Its passphrase opens it."


class LockedCover(OverWindow):
    """Comes with ``House.locked`` and goes with ``House.opened``."""

    def __init__(self, house: House, ground: QWidget) -> None:
        super().__init__(house, ground, "The library is closed")
        self._folder = label("", "small", wrap=True)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName("Passphrase")
        self.field.setPlaceholderText("Passphrase")
        self.field.returnPressed.connect(self._unlock)
        self.button = Button(house.theme, "Open", "key-round", "primary")
        self.button.clicked.connect(lambda: self._unlock())
        self.said = label("", "warn", wrap=True)
        self.other = Button(house.theme, "Another library …", kind="link")
        self.other.clicked.connect(self._ask_other)
        self._icon = label("")
        self.card.column.setContentsMargins(26, 24, 26, 24)
        self.card.column.setSpacing(12)
        title = label("The library is closed", "heading")
        self.card.column.addLayout(row(self._icon, title, 1, spacing_px=10))
        self.card.column.addWidget(label(ABOUT, "ink", wrap=True))
        self.card.column.addWidget(self._folder)
        self.card.column.addLayout(row(self.field, self.button, spacing_px=8))
        self.card.column.addWidget(self.said)
        self.card.column.addLayout(row(self.other, 1))
        self.idleness = Idleness(house, ground)
        house.locked.connect(self._locked)
        house.locked.connect(self._close_dialogs)
        house.library_left.connect(self._close_dialogs)
        house.opened.connect(self._opened)
        house.refused.connect(lambda _: self._wait(False))
        house.theme.changed.connect(self._colour)
        self._colour()

    def take_keys(self) -> None:
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _locked(self, folder: Path, said: str) -> None:
        self._folder.setText(str(folder))
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self._wait(False)
        self.field.clear()
        self.open()

    def _close_dialogs(self, *_: object) -> None:
        """They stand beside the window, and are about what is in the library."""
        for dialog in self.window().findChildren(QDialog):
            dialog.close()

    def _unlock(self) -> None:
        if self.field.text() and self.button.isEnabled():
            self._wait(True)
            self.house.unlock(self.field.text())

    def _ask_other(self) -> None:
        """A folder in place of the one that is closed; kept in the settings."""
        title = "Choose the folder of another library"
        self.house.chosen.ask_folder(self, title, "library", self._use)

    def _use(self, folder: str) -> None:
        self._wait(True)
        self.house.use_instead(Path(folder)).ended.connect(partial(self._wait, False))

    def _opened(self) -> None:
        self.field.clear()
        self._wait(False)
        self.close_over()

    def _wait(self, waits: bool) -> None:
        self.field.setEnabled(not waits)
        self.button.setEnabled(not waits)
        self.button.setText("Opening …" if waits else "Open")

    def _colour(self) -> None:
        tokens = self.house.theme.tokens
        self._icon.setPixmap(pixmap("lock", tokens.ink, ICON_PX, self.devicePixelRatioF()))

    def fit(self) -> None:
        ground = self.parentWidget()
        assert ground is not None
        self.setGeometry(ground.rect())
        height = self.card.column.totalHeightForWidth(WIDTH_PX)
        left, top = (ground.width() - WIDTH_PX) // 2, max(24, (ground.height() - height) // 3)
        self.card.setGeometry(QRect(left, top, WIDTH_PX, height))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.house.theme.tokens.background))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
