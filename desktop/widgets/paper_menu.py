"""A paper with references, in a menu: its format, and before it style and evidence."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QApplication, QMenu

from warehouse.studies.exporting.paper.wishes import (
    FIRST_STYLE,
    FORMS,
    NAMES,
    STYLE_SUFFIX,
    STYLES,
    Form,
    Wish,
)

if TYPE_CHECKING:
    from desktop.file_dialogs import ChosenFolders

TITLE = "Paper with references"


class PaperMenu(QMenu):
    """``chosen(Wish)`` when a format is. Style and evidence stay as they were chosen."""

    chosen = Signal(object)

    def __init__(self, folders: ChosenFolders, parent: QMenu) -> None:
        super().__init__(TITLE, parent)
        self._folders = folders
        self.style_file = ""
        for form in FORMS:
            self.addAction(NAMES[form]).triggered.connect(partial(self._choose, form))
        self.addSeparator()
        self._styles = self.addMenu("")
        self._group = QActionGroup(self)
        for name, words in STYLES.items():
            self._offer(words, partial(self.use_style, name), name)
        self._offer("A style file (CSL)…", self._ask_file, "")
        self.evidence = self.addAction("With the words of the evidence")
        self.evidence.setCheckable(True)
        self.use_style(FIRST_STYLE)

    def wish(self, form: Form) -> Wish:
        return Wish(form, self.style_file or self._style, self.evidence.isChecked())

    def use_style(self, style: str) -> None:
        """By its name, or the path of its file."""
        is_file = style not in STYLES
        self._style, self.style_file = ("", style) if is_file else (style, "")
        words = Path(style).name if is_file else STYLES[style]
        self._styles.setTitle(f"Style: {words.replace('&', '&&')}")
        for action in self._group.actions():
            action.setChecked(action.data() == self._style)

    def _offer(self, words: str, act: Callable[..., None], name: str) -> None:
        action = self._styles.addAction(words)
        action.setCheckable(True)
        action.setData(name)
        action.setActionGroup(self._group)
        action.triggered.connect(act)

    def _choose(self, form: Form) -> None:
        self.chosen.emit(self.wish(form))

    def _ask_file(self) -> None:
        self.use_style(self.style_file or self._style)  # until a file is chosen
        kinds = f"Citation styles (*{STYLE_SUFFIX})"
        window = QApplication.activeWindow()
        self._folders.ask_file(window, "A citation style", "style", self.use_style, kinds)
