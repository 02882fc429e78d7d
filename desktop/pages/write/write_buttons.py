"""What an article lacks, asked for where it would stand: a failed section, its opening, its end."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, discard, row
from desktop.widgets.laid_out import holding
from warehouse.writing.editing.records import Framing

ANEW, FAILED = "Write this section again", "Write the opening again"
NAMES: dict[Framing, str] = {"opening": "Write an opening", "end": "Write an end"}
FROM = "From what its sections say; only what is proven is put in"


class WriteButtons(QObject):
    """``section_wanted(section)``, from 0; ``part_wanted(which)``: the opening or the end."""

    section_wanted = Signal(int)
    part_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._buttons: dict[int | Framing, tuple[Button, QWidget]] = {}
        self._is_busy = False
        self._waits: Collection[Framing] = ()

    def of_section(self, section: int) -> QWidget:
        return self._made(section, ANEW, partial(self.section_wanted.emit, section))[1]

    def of_part(self, which: Framing, has_failed: bool) -> QWidget:
        button, inset = self._made(which, NAMES[which], partial(self.part_wanted.emit, which))
        button.setText(FAILED if which == "opening" and has_failed else NAMES[which])
        button.setToolTip(FROM)
        return inset

    def be_busy(self, is_busy: bool) -> None:
        """The article is written at: none can be asked for."""
        self._is_busy = is_busy
        self._enable()

    def wait_for(self, waits: Collection[Framing]) -> None:
        """These are being written."""
        self._waits = waits
        self._enable()

    def clear(self) -> None:
        for _, inset in self._buttons.values():
            discard(inset)
        self._buttons = {}

    def _made(
        self, what: int | Framing, name: str, wanted: partial[None]
    ) -> tuple[Button, QWidget]:
        if what not in self._buttons:
            button = Button(self._theme, name, "rotate-cw")
            button.clicked.connect(wanted)
            self._buttons[what] = button, holding(row(button, 1))
            self._enable()
        return self._buttons[what]

    def _enable(self) -> None:
        for what, (button, _) in self._buttons.items():
            button.setEnabled(not self._is_busy and what not in self._waits)
