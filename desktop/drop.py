"""Files dropped on the window: what is said while they hover, and which paths they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.widgets.basics import IconLabel, column_of, label
from indexers.detect import FORMATS
from warehouse.errors import Cancelled
from warehouse.ingest.folders import readable
from warehouse.ingest.foreign_libraries import is_folder, is_library
from warehouse.run import Check, unstopped

READABLE = tuple(FORMATS)
READS = (
    "It reads PDF, office documents, e-books, e-mail, pictures, saved web pages and text, and "
    "imports Zotero, BibTeX and CSL-JSON."
)
STAYS = "nothing leaves this computer"
COUNT_LIMIT = 100_000
CARD_PX = (760, 116)


def local_paths(mime: QMimeData) -> list[Path]:
    """The files and folders in a drag; addresses of the network are not among them."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def not_read(paths: Sequence[Path]) -> str:
    """Which of these files Muniment would not try to read, in words; "" for none."""
    left = [path.name for path in paths if not is_folder(path) and not count_readable([path])]
    if len(left) > 1:
        return f"{len(left):,} of these files are not read"
    return f"{left[0]} is not read" if left else ""


def count_readable(paths: Sequence[Path], check: Check = unstopped) -> int:
    """How many files Muniment would try to read. Walks folders, asking ``check`` in each: for a
    worker.
    """
    total = 0
    for path in paths:
        if is_library(path):
            total += 1
            continue
        if not is_folder(path):
            total += path.suffix.lower() in READABLE
            continue
        for _ in readable(path, check):
            total += 1
            if total > COUNT_LIMIT:
                return total
    return total


class DropCard(QWidget):
    """The dashed card of the drawings; in the empty library it stands there to teach."""

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = house.theme
        self.head = label("", "accent")
        self.under = label(f"searchable in seconds · {STAYS}", "quiet")
        column = column_of(1, into=self, margins_px=(24, 22, 24, 22), spacing_px=4)
        column.addWidget(
            IconLabel(house.theme, "file-down", "accent", 22), 0, Qt.AlignmentFlag.AlignHCenter
        )
        column.addSpacing(2)
        for line in (self.head, self.under):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(line)
        column.addStretch(1)
        house.theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(self._theme.tokens.accent), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(QColor(self._theme.tokens.wash))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 12, 12)
        painter.end()


class DropOverlay(QWidget):
    """Lies over the window while files hover above it."""

    def __init__(self, house: House, parent: QWidget) -> None:
        super().__init__(parent)
        self._house = house
        self._hovering: list[Path] = []
        self._card = DropCard(house, self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def hover(self, paths: list[Path], area: QRect, hosts: Sequence[str] = ()) -> None:
        """Files and folders; or pages of ``hosts``, where there are none."""
        self._hovering = paths
        if paths:
            self._say(len(paths) if not any(map(is_folder, paths)) else 0)
            self._house.jobs.fetch(partial(self._count, paths), self._counted)
        else:
            what = f"this page of {hosts[0]}" if len(hosts) == 1 else f"{len(hosts):,} pages"
            self._card.head.setText(f"Drop to fetch {what}")
            self._card.under.setText("you are asked before Muniment connects to a new site")
        self.setGeometry(area)
        width, height = min(CARD_PX[0], area.width() - 48), CARD_PX[1]
        self._card.setGeometry(
            (area.width() - width) // 2, area.height() - height - 48, width, height
        )
        self.show()
        self.raise_()

    def leave(self) -> None:
        self._hovering = []
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        veil = QColor(self._house.theme.tokens.background)
        veil.setAlphaF(0.72)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def _count(self, paths: list[Path]) -> tuple[list[Path], int, str]:
        """Worker."""

        def check() -> None:
            if paths is not self._hovering:
                raise Cancelled

        return paths, count_readable(paths, check), not_read(paths)

    def _counted(self, found: tuple[list[Path], int, str]) -> None:
        paths, number, left = found
        if paths is self._hovering:
            self._say(number, left, certain=True)

    def _say(self, number: int, left: str = "", certain: bool = False) -> None:
        if number or not certain:
            noun = "file" if number == 1 else "files"
            self._card.head.setText(f"Drop to add {number:,} {noun}" if number else "Drop to add")
            self._card.under.setText(f"{left or 'searchable in seconds'} · {STAYS}")
        else:
            self._card.head.setText("Nothing here that Muniment reads")
            self._card.under.setText(READS[0].lower() + READS[1:-1])
