"""Text people read: safe HTML from ``warehouse.render``, its claims underlined by their state.

The view grows to the height of its text and scrolls with the page around it. Line styles are
painted here, because a text document knows one kind of underline: quoted a strong line, supported
a thin one, partly dotted, not found dashed. In ordinary reading only the exceptions are marked.

Nothing is ever loaded: ``loadResource`` is closed and no link is followed. Links are ``#e3``,
``claim:4`` and ``claim:4#e3`` (see warehouse/render.py) and come out as signals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from desktop.reader.leaf import x_of
from desktop.theme import Theme, reading_font
from desktop.widgets.growing_text import LINE_PX, GrowingText
from desktop.widgets.marks import LINK, TOKENS, Line, Span, pen
from desktop.widgets.standing_cursor import StandingCursor
from desktop.widgets.tips import as_it_stands
from warehouse.results.records import Claim
from warehouse.studies.report.ledger import EXCEPTIONS, verdict

MARGIN_PX = 12
WASH_TOP_PX, WASH_FOOT_PX = 8, 12
WIDEST_PX = 640
UNDERLINE_GAP_PX = 5.0
INSET = "<p>\u00a0</p>"
"""An element over which a widget is to lie."""


class ProseView(QTextBrowser):
    """``cited(claim, evidence)``: a number was clicked, claim -1 outside of any.

    ``chosen(claim)``: a claim itself was clicked, or reached with the arrows. ``opened(piece)``: a
    double click on a top-level element, ``hovered(piece)``: the mouse is over it;
    ``menu_wanted(piece, where)``: its menu, on the screen.
    ``insets`` are widgets that lie in the text, in their order.
    """

    cited = Signal(int, int)
    chosen = Signal(int)
    opened = Signal(int)
    hovered = Signal(int)
    menu_wanted = Signal(int, object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._claims: Sequence[Claim] = ()
        self.proof = False
        self._current = -1
        self._pressed, self._dragged = QPointF(), False
        self.setAccessibleName(name)
        self.setProperty("kind", "prose")
        self.setStyleSheet("QTextBrowser { background: transparent; border: none; padding: 0; }")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(WIDEST_PX + 2 * MARGIN_PX)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(MARGIN_PX)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._clicked)
        self._growing = GrowingText(self.document(), theme, self)
        self._growing.changed.connect(self._grown)
        self._cursor = StandingCursor(self, self._growing)
        self._insets: dict[int, QWidget] = {}
        self._placing = QTimer(self, singleShot=True, interval=0)
        self._placing.timeout.connect(self._place_insets)
        theme.changed.connect(self._cursor.remember)
        theme.changed.connect(self._growing.again)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Closed: no file, no address, no image reaches the document."""
        return None

    def show_prose(
        self,
        html: str,
        claims: Sequence[Claim] = (),
        notes: bool = False,
        insets: Mapping[int, QWidget] | None = None,
    ) -> None:
        """``html`` comes from ``warehouse.render.prose``; ``claims`` are counted through it.

        With ``notes`` each exception gets a line under its paragraph that says why. ``insets`` are
        widgets over elements that were made for them (``INSET``), by their place. What already
        stands is left alone, and a long text comes in portions.
        """
        self._claims = tuple(claims)
        # Before the text: it is laid out as it grows, and those of the text before lie elsewhere.
        self._hold(insets or {})
        self._cursor.remember()
        self._growing.show(html, self._claims if notes else ())

    def drop_insets(self) -> None:
        """What lies in the text goes; the words stay as they are."""
        self._hold({})

    def _hold(self, insets: Mapping[int, QWidget]) -> None:
        for widget in self._insets.values():
            if widget not in insets.values():
                widget.removeEventFilter(self)
                widget.hide()
        self._insets = dict(insets)
        for widget in insets.values():
            if widget.parent() is not self.viewport():
                widget.setParent(self.viewport())
            widget.installEventFilter(self)

    @property
    def insets(self) -> Sequence[QWidget]:
        return [self._insets[at] for at in sorted(self._insets)]

    def piece_here(self) -> int:
        """The element in which the text cursor stands; -1 for none."""
        return self._growing.piece_at(self.textCursor().position())

    def top_of(self, piece: int) -> float:
        """Of an element of the text, in this widget's coordinates."""
        if not 0 <= piece < len(self._growing.placed):
            return 0.0
        layout = self.document().documentLayout()
        return float(layout.blockBoundingRect(self._growing.block(piece)).top())

    def _place_insets(self) -> None:
        width, focused = self.viewport().width(), QApplication.focusWidget()
        for at in sorted(self._insets):
            widget = self._insets[at]
            there = at < len(self._growing.placed)
            if there:
                wanted = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
                height = max(wanted, widget.sizeHint().height() if wanted < 0 else 0)
                self._growing.stretch(at, height)
                widget.setGeometry(0, round(self.top_of(at)), width, height)
            has_keys = focused is not None and widget.isAncestorOf(focused)
            widget.setVisible(there or has_keys)  # hidden until its portion comes it lost them
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What lies in the text may grow."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._placing.start()
        return super().eventFilter(watched, event)

    def set_proof(self, wanted: bool) -> None:
        """Proof mode: every claim underlined, not only the exceptions."""
        self.proof = wanted
        self.viewport().update()

    def current(self) -> int:
        return self._current

    def selected(self) -> list[int]:
        """The claims that the selection touches; none where only the cursor stands in one."""
        start, end = self.textCursor().selectionStart(), self.textCursor().selectionEnd()
        if start == end:
            return []
        spans = (span for placed in self._growing.placed for span in placed.spans)
        return [span.number for span in spans if span.start < end and start < span.end]

    def choose(self, number: int) -> None:
        """Make a claim the current one, without a signal; -1 for none."""
        self._current = number
        claim = self.claim(number)
        self.setAccessibleDescription(f"{claim.text} {verdict(claim)}" if claim else "")
        self.viewport().update()

    def walk(self, step: int) -> int:
        """The arrows: to the next claim (1) or the one before (-1); -1 when there is none."""
        spans = [span for placed in self._growing.placed for span in placed.spans]
        numbers = list(dict.fromkeys(span.number for span in spans))
        if not numbers:
            return -1
        at = numbers.index(self._current) + step if self._current in numbers else 0
        self.choose(numbers[max(0, min(at, len(numbers) - 1))])
        self.chosen.emit(self._current)
        return self._current

    def claim(self, number: int) -> Claim | None:
        return self._claims[number] if 0 <= number < len(self._claims) else None

    def place_of(self, number: int) -> QRectF | None:
        """Where a claim begins and ends, in this widget's coordinates."""
        mine = [line for line in self._underlines() if line.number == number]
        if not mine:
            return None
        top, bottom = mine[0].y - LINE_PX, mine[-1].y + UNDERLINE_GAP_PX
        return QRectF(mine[0].x0, top, max(mine[0].x1 - mine[0].x0, 1), bottom - top)

    def heading_y(self, ordinal: int) -> float:
        """The top of the n-th heading of ours (counted from 0), in this widget's coordinates."""
        seen = -1
        block = self.document().begin()
        while block.isValid():
            seen += block.blockFormat().headingLevel() in (2, 3)
            if seen == ordinal:
                return float(self.document().documentLayout().blockBoundingRect(block).top())
            block = block.next()
        return 0.0

    def _ink(self, claim: Claim) -> str:
        return str(getattr(self._theme.tokens, TOKENS[claim.state]))

    # Size

    def changeEvent(self, event: QEvent) -> None:
        """A style sheet that sets a font would set the document's too."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.document().setDefaultFont(reading_font(16))
            self._growing.forget_lines()

    def _grown(self) -> None:
        self._fit()
        if self._insets:
            self._place_insets()
        self._cursor.put_back()
        self.viewport().update()

    def _fit(self) -> None:
        height = math.ceil(self.document().size().height())
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._growing.forget_lines()
            self._placing.start()
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(WIDEST_PX, math.ceil(self.document().size().height()))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for area, token in self._washes():
            painter.setBrush(QColor(str(getattr(self._theme.tokens, token))))
            painter.drawRoundedRect(area, 8, 8)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        visible = QRectF(event.rect()).adjusted(0, -LINE_PX, 0, LINE_PX)
        for line in self._underlines():
            if visible.top() <= line.y <= visible.bottom():
                self._underline(painter, line)
        painter.end()

    def _washes(self) -> list[tuple[QRectF, str]]:
        areas: list[tuple[QRectF, str]] = []
        layout, find = self.document().documentLayout(), self.document().findBlock
        for box in (box for placed in self._growing.placed for box in placed.boxes):
            top = layout.blockBoundingRect(find(box.start)).top() - WASH_TOP_PX
            foot = layout.blockBoundingRect(find(box.end)).bottom() + WASH_FOOT_PX
            area = QRectF(0, top, self.viewport().width(), foot - top)
            areas.append((area, box.token))
        if self._current >= 0 and not self.proof:
            areas += [
                (QRectF(line.x0 - 2, line.y - 21, line.x1 - line.x0 + 4, 23), "selection")
                for line in self._underlines()
                if line.number == self._current
            ]
        return areas

    def _underline(self, painter: QPainter, line: Line) -> None:
        claim = self._claims[line.number]
        is_current = line.number == self._current
        if claim.state not in EXCEPTIONS and not self.proof and not is_current:
            return
        if claim.state == "unchecked":
            return
        painter.setPen(pen(claim.state, self._ink(claim), is_current))
        painter.drawLine(QPointF(line.x0, line.y), QPointF(line.x1, line.y))

    def _underlines(self) -> list[Line]:
        lines: list[Line] = []
        for placed in self._growing.placed:
            if placed.lines is None:
                placed.lines = [line for span in placed.spans for line in self._lines_of(span)]
            lines += placed.lines
        return lines

    def _lines_of(self, span: Span) -> list[Line]:
        lines: list[Line] = []
        block = self.document().findBlock(span.start)
        while block.isValid() and block.position() < span.end:
            top = self.document().documentLayout().blockBoundingRect(block).topLeft()
            layout, at = block.layout(), block.position()
            for index in range(layout.lineCount()):
                line = layout.lineAt(index)
                first = max(span.start - at, line.textStart())
                last = min(span.end - at, line.textStart() + line.textLength())
                if first < last and block.text()[first:last].strip():
                    x0, x1 = x_of(line.cursorToX(first)), x_of(line.cursorToX(last))
                    x1 = min(x1, line.naturalTextRect().right())
                    y = top.y() + line.y() + line.ascent() + UNDERLINE_GAP_PX
                    lines.append(Line(span.number, top.x() + x0, top.x() + x1, round(y) + 0.5))
            block = block.next()
        return lines

    # Keys

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from link to link and out at the end, Shift+Tab leaves the text at once; so does
        either from what lies in the text, else its links would be walked while that has the focus.
        """
        if next and self.hasFocus():
            return super().focusNextPrevChild(True)
        return QWidget.focusNextPrevChild(self, next)

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_number = "#e" in self.anchorAt(event.position().toPoint())
        shape = Qt.CursorShape.PointingHandCursor if is_number else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        spot = self.cursorForPosition(event.position().toPoint())
        self.hovered.emit(self._growing.piece_at(spot.position()))

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            match = LINK.fullmatch(self.anchorAt(event.pos()))
            claim = self.claim(int(match.group(1))) if match and match.group(1) else None
            said = as_it_stands(verdict(claim)) if claim else ""
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed, self._dragged = event.position(), False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        way = (event.position() - self._pressed).manhattanLength()
        self._dragged = way >= QApplication.startDragDistance()
        super().mouseReleaseEvent(event)
        self._dragged = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        spot = self.cursorForPosition(event.position().toPoint())
        self.opened.emit(self._growing.piece_at(spot.position()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Where somebody takes the menu, by the mouse or by its key; else that of Qt."""
        if not self.receivers("2menu_wanted(int,PyObject)"):
            super().contextMenuEvent(event)
        elif event.reason() == QContextMenuEvent.Reason.Mouse:
            spot = self.cursorForPosition(event.pos())
            self.menu_wanted.emit(self._growing.piece_at(spot.position()), event.globalPos())
        else:
            self.menu_wanted.emit(-1, self.mapToGlobal(self.cursorRect().bottomLeft()))

    def _clicked(self, url: QUrl) -> None:
        """By mouse, or by Enter on a link that Tab reached. Qt selects the link first where the
        view has the focus, so a selection does not tell a click from words dragged over.
        """
        if (match := LINK.fullmatch(url.toString())) is None or self._dragged:
            return
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)
        claim = int(match.group(1)) if match.group(1) else -1
        if claim >= 0:
            self.choose(claim)
        if match.group(2) and int(match.group(2)):
            self.cited.emit(claim, int(match.group(2)))
        elif claim >= 0:
            self.chosen.emit(claim)
