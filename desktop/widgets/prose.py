"""Text people read: safe HTML from ``warehouse.render``, its claims underlined by their state.

The view grows to the height of its text and scrolls with the page around it. Line styles are
painted here, because a text document knows one kind of underline: quoted a strong line, supported
a thin one, partly dotted, not found dashed. In ordinary reading only the exceptions are marked.

Nothing is ever loaded: ``loadResource`` is closed and no link is followed. Links are ``#e3``,
``claim:4`` and ``claim:4#e3`` (see warehouse/render.py) and come out as signals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from desktop.theme import Theme, interface_font, reading_font
from desktop.widgets.marks import (
    LINK,
    TOKENS,
    Line,
    Span,
    char_format,
    pen,
    spans,
    style_sheet,
    x_of,
)
from warehouse.ledger import EXCEPTIONS, verdict
from warehouse.research.records import Claim

MARGIN_PX = 12
LINE_PX = 27
WIDEST_PX = 640
UNDERLINE_GAP_PX = 5.0


class ProseView(QTextBrowser):
    """``cited(claim, evidence)``: a number was clicked, claim -1 outside of any.

    ``chosen(claim)``: a claim itself was clicked, or reached with the arrows.
    """

    cited = Signal(int, int)
    chosen = Signal(int)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._html = ""
        self._claims: Sequence[Claim] = ()
        self._notes = False
        self._proof = False
        self._spans: list[Span] = []
        self._lines: list[Line] | None = None
        self._boxes: list[tuple[int, int, str]] = []
        self._current = -1
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
        theme.changed.connect(self._again)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Closed: no file, no address, no image reaches the document."""
        return None

    def show_prose(self, html: str, claims: Sequence[Claim] = (), notes: bool = False) -> None:
        """``html`` comes from ``warehouse.render.prose``; ``claims`` are counted through it.

        With ``notes`` each exception gets a line under its paragraph that says why.
        """
        self._html, self._claims, self._notes = html, tuple(claims), notes
        self._again()

    def set_proof(self, wanted: bool) -> None:
        """Proof mode: every claim underlined, not only the exceptions."""
        self._proof = wanted
        self.viewport().update()

    @property
    def proof(self) -> bool:
        return self._proof

    def current(self) -> int:
        return self._current

    def choose(self, number: int) -> None:
        """Make a claim the current one, without a signal; -1 for none."""
        self._current = number
        claim = self.claim(number)
        self.setAccessibleDescription(f"{claim.text} {verdict(claim)}" if claim else "")
        self.viewport().update()

    def walk(self, step: int) -> int:
        """The arrows: to the next claim (1) or the one before (-1); -1 when there is none."""
        numbers = [span.number for span in self._spans]
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

    # Building

    def _again(self) -> None:
        document = self.document()
        document.setDefaultFont(reading_font(16))
        document.setDefaultStyleSheet(style_sheet(self._theme.tokens))
        self.setHtml(self._html)
        self._set_rhythm()
        self._spans = list(spans(document.begin()))
        self._boxes = []
        if self._notes:
            self._add_notes()
            self._spans = list(spans(document.begin()))
        self._lines = None
        self._fit()
        self.viewport().update()

    def _set_rhythm(self) -> None:
        """Lines of 27 pixels, headings closer, space after paragraphs."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = self.document().begin()
        while block.isValid():
            shape = QTextBlockFormat()
            level = block.blockFormat().headingLevel()
            height = {2: 30, 3: 26}.get(level, LINE_PX)
            shape.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            if level:
                shape.setTopMargin(26 if block.position() else 0)
                shape.setBottomMargin(10)
            elif block.textList() is None:
                shape.setTopMargin(0)
                shape.setBottomMargin(14)
            cursor.setPosition(block.position())
            cursor.mergeBlockFormat(shape)
            block = block.next()
        cursor.endEditBlock()

    def _add_notes(self) -> None:
        """Under a paragraph with exceptions: what is wrong and a way to see it."""
        wanted: dict[int, list[int]] = {}
        for span in self._spans:
            if self._claims[span.number].state in EXCEPTIONS:
                block = self.document().findBlock(max(span.end - 1, 0)).blockNumber()
                wanted.setdefault(block, []).append(span.number)
        for block_number in sorted(wanted, reverse=True):
            self._add_note(self.document().findBlockByNumber(block_number), wanted[block_number])
        self._boxes = [
            (number + shift, number + shift + 1, self._wash(wanted[number]))
            for shift, number in enumerate(sorted(wanted))
        ]

    def _add_note(self, block: QTextBlock, numbers: Sequence[int]) -> None:
        tokens = self._theme.tokens
        cursor = QTextCursor(block)
        tight = QTextBlockFormat()
        tight.setBottomMargin(0)
        cursor.mergeBlockFormat(tight)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        shape = QTextBlockFormat()
        shape.setLineHeight(20, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        shape.setBottomMargin(24)
        cursor.insertBlock(shape, QTextCharFormat())
        for at, number in enumerate(numbers):
            claim = self._claims[number]
            words = char_format(interface_font(12), self._ink(claim), "")
            link = char_format(interface_font(12), tokens.accent, f"claim:{number}#e0", True)
            cursor.insertText("   " if at else "", words)
            cursor.insertText(f"{claim.state.capitalize()}: {claim.why or 'no reason kept'}", words)
            cursor.insertText("  ", words)
            cursor.insertText("Show", link)

    def _wash(self, numbers: Sequence[int]) -> str:
        missing = any(self._claims[number].state == "not found" for number in numbers)
        return "missing_wash" if missing else "partly_wash"

    def _ink(self, claim: Claim) -> str:
        return str(getattr(self._theme.tokens, TOKENS[claim.state]))

    # Size

    def _fit(self) -> None:
        self._lines = None
        height = math.ceil(self.document().size().height())
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
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
        layout = self.document().documentLayout()
        for first, last, token in self._boxes:
            top = layout.blockBoundingRect(self.document().findBlockByNumber(first)).top()
            foot = layout.blockBoundingRect(self.document().findBlockByNumber(last))
            area = QRectF(0, top - 6, self.viewport().width(), foot.top() + 20 - top + 14)
            areas.append((area, token))
        if self._current >= 0 and not self._proof:
            areas += [
                (QRectF(line.x0 - 2, line.y - 21, line.x1 - line.x0 + 4, 23), "selection")
                for line in self._underlines()
                if line.number == self._current
            ]
        return areas

    def _underline(self, painter: QPainter, line: Line) -> None:
        claim = self._claims[line.number]
        is_current = line.number == self._current
        if claim.state not in EXCEPTIONS and not self._proof and not is_current:
            return
        if claim.state == "unchecked":
            return
        painter.setPen(pen(claim.state, self._ink(claim), is_current))
        painter.drawLine(QPointF(line.x0, line.y), QPointF(line.x1, line.y))

    def _underlines(self) -> list[Line]:
        if self._lines is None:
            self._lines = [line for span in self._spans for line in self._lines_of(span)]
        return self._lines

    def _lines_of(self, span: Span) -> list[Line]:
        found: list[Line] = []
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
                    found.append(Line(span.number, top.x() + x0, top.x() + x1, round(y) + 0.5))
            block = block.next()
        return found

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_number = "#e" in self.anchorAt(event.position().toPoint())
        shape = Qt.CursorShape.PointingHandCursor if is_number else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            found = LINK.fullmatch(self.anchorAt(event.pos()))
            claim = self.claim(int(found.group(1))) if found and found.group(1) else None
            QToolTip.showText(event.globalPos(), verdict(claim) if claim else "", self)
            return True
        return super().viewportEvent(event)

    def _clicked(self, url: QUrl) -> None:
        found = LINK.fullmatch(url.toString())
        if found is None or self.textCursor().hasSelection():
            return
        claim = int(found.group(1)) if found.group(1) else -1
        if claim >= 0:
            self.choose(claim)
        if found.group(2) and int(found.group(2)):
            self.cited.emit(claim, int(found.group(2)))
        elif claim >= 0:
            self.chosen.emit(claim)
