"""Watched folders, in Settings: which ones, what is passed over in each, and one more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.house import House
from desktop.widgets.basics import Button, Card, column_of, discard, label, row
from warehouse.records import Document
from warehouse.run import Run
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.store.catalog.watches import Watch

ABOUT = "New and changed files in these folders come in by themselves. Nothing in them is changed."


class WatchedFolders(Card):
    def __init__(self, house: House) -> None:
        super().__init__(margin_px=18)
        self._house = house
        self._lines: list[QWidget] = []
        self.column.addWidget(label(ABOUT, "small", wrap=True))
        self._list = column_of(spacing_px=10)
        self.column.addLayout(self._list)
        add = Button(house.theme, "Watch a folder …", "folder-plus")
        add.clicked.connect(self.ask)
        self.column.addLayout(row(add, 1))
        house.opened.connect(self.look)
        self.look()

    def look(self) -> None:
        """Ask the library again, in the background."""
        if (library := self._house.library) is not None:
            self._house.jobs.fetch(library.watching.watches, self._show)

    def begin(self, folder: Path, ignored: Sequence[str] = ()) -> None:
        """Watch it, and take in what is there."""
        if (library := self._house.library) is not None:
            work = partial(_begin, library, folder, tuple(ignored))
            job = self._house.jobs.start(f"Watching {folder.name}", work)
            job.stepped.connect(self._looked_at)
            job.finished.connect(self._came)
            job.ended.connect(self.look)

    def end(self, folder: str) -> None:
        if (library := self._house.library) is not None:
            self._house.jobs.fetch(partial(library.watching.end, Path(folder)), self._ended)

    def _looked_at(self) -> None:
        if not self._lines:
            self.look()

    def _came(self, documents: list[Document]) -> None:
        self._house.notices.say(f"{plural(len(documents), 'document')} came in.")

    def _ended(self, nothing: object) -> None:
        self._house.notices.say("Watched no longer. Its documents stay in the library.")
        self.look()

    def _show(self, watches: Sequence[Watch]) -> None:
        for line in self._lines:
            discard(line)
        self._lines = [self._line(watch) for watch in watches]
        for line in self._lines:
            self._list.addWidget(line)

    def _line(self, watch: Watch) -> QWidget:
        line = QWidget()
        inside = column_of(into=line, spacing_px=2)
        folder = label(watch.folder, "ink", wrap=True)
        folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        inside.addWidget(folder)
        if watch.problem:
            inside.addWidget(label(watch.problem, "warn", wrap=True))
        patterns = QLineEdit(", ".join(watch.ignored))
        patterns.setPlaceholderText("Passed over, as in drafts/*, *.bak")
        patterns.setAccessibleName(f"What is passed over in {watch.folder}")
        patterns.editingFinished.connect(partial(self._keep, watch, patterns))
        end = Button(self._house.theme, "Stop watching", kind="link")
        end.setAccessibleName(f"Stop watching {watch.folder}")
        end.clicked.connect(partial(self.end, watch.folder))
        inside.addLayout(row((patterns, 1), end))
        return line

    def _keep(self, watch: Watch, patterns: QLineEdit) -> None:
        ignored = [pattern.strip() for pattern in patterns.text().split(",") if pattern.strip()]
        if tuple(ignored) != watch.ignored:
            self.begin(Path(watch.folder), ignored)

    def ask(self) -> None:
        self._house.chosen.ask_folder(
            self, "Watch a folder", "watch", lambda name: self.begin(Path(name))
        )


# In workers


def _begin(library: Library, folder: Path, ignored: tuple[str, ...], run: Run) -> list[Document]:
    library.watching.begin(folder, ignored)
    return library.watching.look(run)
