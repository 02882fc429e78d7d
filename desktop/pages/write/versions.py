"""Every version of an article: what was done, when, and what reads otherwise than now, or than
another one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from desktop.pages.write.suggestion import NAMES, TrackedWords
from desktop.theme import Theme, interface_font
from desktop.widgets.basics import Button, column_of, label, row
from desktop.widgets.downscroll import DownScroll
from desktop.widgets.laid_out import empty
from desktop.widgets.menu_choice import MenuChoice
from desktop.widgets.rowlist import RowList, RowModel, write
from warehouse.studies.editing.editor import Edited
from warehouse.text import plural
from warehouse.writing.editing.differences import SectionChanges
from warehouse.writing.editing.records import Version

ROW_PX = 34
WHEN_PX = 92
MOST_ROWS = 7
MOST_CHANGES = 80
WIDEST_PX = 664
SAME, ALIKE = "It reads as the article does now.", "The two read alike."
NOW = ("now", "The article as it reads now")


class VersionList(RowList[tuple[Version, bool]]):
    """The newest first; ``chosen(Version)``."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        rows = RowModel(lambda row: row[0].what, _about, lambda row: row[0].number)
        super().__init__(theme, "Versions", ROW_PX, rows)
        self.selectionModel().currentChanged.connect(self._choose)

    def paint_row(
        self, painter: QPainter, area: QRect, row: tuple[Version, bool], is_chosen: bool
    ) -> None:
        version, counts = row
        tokens = self._theme.tokens
        number = QRect(area.left() + 10, area.top(), 30, area.height())
        write(painter, number, str(version.number), interface_font(13), tokens.quiet)
        when = QRect(area.right() - WHEN_PX - 8, area.top(), WHEN_PX, area.height())
        write(painter, when, _when(version), interface_font(12), tokens.quiet)
        words = QRect(area.left() + 44, area.top(), area.width() - 60 - WHEN_PX, area.height())
        said = f"{version.what} · now" if counts else version.what
        write(painter, words, said, interface_font(13, 600 if counts else 400), tokens.ink)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.rows.at(index)[0])


class VersionsSheet(DownScroll):
    """``compared(number, other)``: what does the one version say otherwise than the other, 0 for
    now; ``wanted(number)``: let it count; ``left``: back to the article.
    """

    compared = Signal(int, int)
    wanted = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._number = 0
        self.setAccessibleName("Versions of the article")
        self.list = VersionList(theme)
        self.list.chosen.connect(self._choose)
        self._said = label("", "quiet", wrap=True)
        self.other = MenuChoice("Compared with", {"": NOW}, "")
        self.other.changed.connect(self._compare)
        self.go_back = Button(theme, "Let this version count", "history")
        self.go_back.clicked.connect(self._want)
        self._back = Button(theme, "Back to the article", "arrow-left", kind="quiet")
        self._back.setStyleSheet("padding-left: 0;")
        self._back.clicked.connect(self.left)
        self._changes = column_of(spacing_px=8)
        self._lay_out()

    def tell(self, edited: Edited) -> None:
        rows = [(version, version.number == edited.head) for version in reversed(edited.versions)]
        self.list.rows.show(rows)
        self.list.setFixedHeight(min(MOST_ROWS, len(rows)) * ROW_PX + 2)
        known = [version.number for version, _ in rows]
        self.other.offer({"": NOW, **{str(one.number): _named(one) for one, _ in rows}})
        if rows and self._number not in known:
            self.list.setCurrentIndex(self.list.rows.index(min(1, len(rows) - 1)))
        elif self._number:
            self._choose(next(version for version, _ in rows if version.number == self._number))

    def clear(self) -> None:
        self._number = 0
        self.list.rows.show(())
        self.other.choose("")
        self.tell_changes(0, ())

    def focus_place(self) -> QWidget:
        return self.list

    def tell_changes(self, number: int, found: Sequence[SectionChanges], other: int = 0) -> None:
        """What the ``other`` version, 0 for the article now, says otherwise than this one; nothing
        where it comes late.
        """
        if (number, other) != (self._number, self._other):
            return
        empty(self._changes)
        same = ALIKE if other else SAME
        to = f"version {other}" if other else "now"
        self._said.setText(f"From version {number} to {to}" if found else same if number else "")
        self.go_back.setVisible(bool(number))
        count = 0
        for section in found:
            changes = [change for change in section.changes if change.kind != "kept"]
            if count < MOST_CHANGES or not changes:
                self._changes.addWidget(label(section.heading or "Opening", "heading", wrap=True))
            for change in changes[: max(0, MOST_CHANGES - count)]:
                self._changes.addWidget(label(NAMES[change.kind], "section"))
                self._changes.addWidget(TrackedWords(self._theme, change))
            count += len(changes)
        if count > MOST_CHANGES:
            more = plural(count - MOST_CHANGES, "more change")
            self._changes.addWidget(label(f"and {more}", "small"))

    def _choose(self, version: Version) -> None:
        self._number = version.number
        self._compare()

    @property
    def _other(self) -> int:
        return int(self.other.chosen or 0)

    def _compare(self, *chosen: object) -> None:
        if self._number:
            self.compared.emit(self._number, self._other)

    def _want(self) -> None:
        self.wanted.emit(self._number)

    def _lay_out(self) -> None:
        inner, middle = QWidget(), QWidget()
        middle.setMaximumWidth(WIDEST_PX)
        column = column_of(
            row(self._back, 1),
            label("Versions", "heading2"),
            self.list,
            into=middle,
            margins_px=(34, 24, 34, 40),
            spacing_px=8,
        )
        column.addSpacing(8)
        column.addLayout(row(self.other, 1))
        column.addLayout(row(self._said, 1, self.go_back))
        column.addLayout(self._changes)
        column.addStretch(1)
        column_of(middle, into=inner)
        self.setWidget(inner)


def _about(row: tuple[Version, bool]) -> str:
    version, counts = row
    now = ", the one that counts" if counts else ""
    return f"Version {version.number}, {_when(version)}: {version.what}{now}"


def _named(version: Version) -> tuple[str, str]:
    return f"version {version.number}", f"{version.what}, {_when(version)}"


def _when(version: Version) -> str:
    return time.strftime("%d %b, %H:%M", time.localtime(version.at))
