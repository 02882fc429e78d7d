"""Figures and tables of the sources under the sections of an article, each with its caption, its
page or place as a link, and a way to leave it out.

A picture is rendered in a worker when it is first shown, as wide as it will ever be, and kept while
its article is in front.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from desktop import notices
from desktop.house import House
from desktop.reader.tones import paper, tone_of, toned
from desktop.widgets.basics import Button, column_of, discard, label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.place_view import as_image
from desktop.widgets.prose import MARGIN_PX, WIDEST_PX
from indexers.text.placenames import place_name
from warehouse.documents.figures import find
from warehouse.results.records import Block, Figure
from warehouse.text import shortened

if TYPE_CHECKING:
    from warehouse.library import Library

LARGER = 1.5  # pixels to the point at most
HIGHEST_PX = 460
NAMED_CHARACTERS = 90
RADIUS_PX = 3.0


class FigurePicture(QAbstractButton):
    """The picture on its paper, once it is there; a click wants its page."""

    def __init__(self, house: House, figure: Figure) -> None:
        super().__init__()
        self._house = house
        x0, y0, x1, y1 = figure.box
        self._points = (x1 - x0, y1 - y0)
        self._white: QImage | None = None
        self.image: QImage | None = None
        named = shortened(figure.caption, NAMED_CHARACTERS)
        self.setAccessibleName(f"{named} Show its {_whereabouts(figure)}")
        self.setToolTip("Show it where it stands" if figure.part else "Show it on its page")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        house.theme.changed.connect(self._tone)
        house.settings_changed.connect(self._tone)

    @property
    def scale(self) -> float:
        """Device pixels to the point, for a picture that is sharp at any width of the window."""
        return self._size(WIDEST_PX).width() * self.devicePixelRatioF() / self._points[0]

    def show_image(self, image: QImage) -> None:
        self._white = image
        self._tone()

    def heightForWidth(self, width: int) -> int:
        return self._size(width).height()

    def sizeHint(self) -> QSize:
        return self._size(WIDEST_PX)

    def _size(self, width: int) -> QSize:
        """In the proportions of the picture."""
        wide, high = self._points
        scale = min(LARGER, max(1, width) / wide, HIGHEST_PX / high)
        return QSize(max(1, round(wide * scale)), max(1, round(high * scale)))

    def _tone(self) -> None:
        if self._white is not None:
            tokens = self._house.theme.tokens
            self.image = toned(self._white.copy(), tone_of(self._house), tokens.card, tokens.ink)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )
        tokens = self._house.theme.tokens
        sheet = QRectF(self.rect().topLeft(), self._size(self.width()))
        if self.image is not None:
            painter.drawImage(sheet, self.image)
        else:
            painter.fillRect(sheet, QColor(paper(tone_of(self._house), tokens.card)))
        line = tokens.accent if self.hasFocus() else tokens.line
        painter.setPen(QPen(QColor(line), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(sheet.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_PX, RADIUS_PX)
        painter.end()


def _whereabouts(figure: Figure) -> str:
    return "place" if figure.part else "page"


class FigureView(QWidget):
    """``place_wanted(Figure)``; ``unwanted(section, Figure)``."""

    place_wanted = Signal(object)
    unwanted = Signal(int, object)

    def __init__(self, house: House, section: int, figure: Figure) -> None:
        super().__init__()
        self.figure = figure
        name = shortened(figure.caption, NAMED_CHARACTERS)
        self.setAccessibleName(f"From a source: {name}")
        self.picture = FigurePicture(house, figure)
        self.picture.clicked.connect(partial(self.place_wanted.emit, figure))
        self.problem = label("", "quiet", wrap=True)
        self.problem.hide()
        where = " · ".join(filter(None, [figure.title, place_name(figure.page_label)]))
        self.source = ElidedButton(house.theme, where, kind="link")
        self.source.setAccessibleName(f"Show the {_whereabouts(figure)} of {name}: {where}")
        self.source.clicked.connect(partial(self.place_wanted.emit, figure))
        self.leave = Button(house.theme, "Leave it out", kind="link")
        self.leave.setAccessibleName(f"Leave it out: {name}")
        self.leave.clicked.connect(partial(self.unwanted.emit, section, figure))
        column = column_of(
            self.picture,
            self.problem,
            label(figure.caption, "small", wrap=True),
            into=self,
            margins_px=(MARGIN_PX, 6, MARGIN_PX, 16),
            spacing_px=6,
        )
        column.addLayout(row(self.source, 1, self.leave, spacing_px=12))
        if (library := house.library) is not None:
            draw = partial(_drawn, library, figure, self.picture.scale)
            house.jobs.fetch(draw, self.picture.show_image).failed.connect(self._could_not)

    def _could_not(self, error: BaseException) -> None:
        said = notices.words(error)
        self.problem.setText(f"{said.sentence} {said.next_step}".strip())
        self.problem.show()
        self.picture.hide()


class ArticleFigures(QObject):
    """Those of the article in front; sections are counted from the lead."""

    place_wanted = Signal(object)
    unwanted = Signal(int, object)

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house
        self._made: dict[tuple[int, Figure], FigureView] = {}

    def of(self, section: int, block: Block) -> Sequence[FigureView]:
        """The same views as before, where there were any."""
        return [self._view(section, figure) for figure in block.figures]

    def keep(self, blocks: Sequence[Block]) -> None:
        """Let go of those that stand in none of these sections."""
        wanted = {(at, figure) for at, block in enumerate(blocks) for figure in block.figures}
        for key in [key for key in self._made if key not in wanted]:
            discard(self._made.pop(key))

    def _view(self, section: int, figure: Figure) -> FigureView:
        key = (section, figure)
        if key not in self._made:
            view = self._made[key] = FigureView(self._house, section, figure)
            view.place_wanted.connect(self.place_wanted)
            view.unwanted.connect(self.unwanted)
        return self._made[key]


def _drawn(library: Library, figure: Figure, scale: float) -> QImage:
    """In a worker. Raises BadInput."""
    return as_image(find.picture(library, figure, scale))
