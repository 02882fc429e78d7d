"""A text that grows: what already stands is left alone, only what changed is set again.

Safe HTML from ``warehouse.render`` is cut into its top-level elements (a heading, a paragraph, a
list ...). Each becomes a *piece* of one document; a new text is compared piece by piece with what
stands, and the document is cut off at the first that differs. A piece is made whole in a small
document of its own (rhythm of lines, notes under exceptions) and put in at once, so that nothing is
laid out twice. A long text arrives in portions, one a turn of the event loop.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from desktop.theme import Theme, interface_font, reading_font
from desktop.widgets.marks import TOKENS, Line, Span, char_format, spans, style_sheet
from warehouse.results.records import Claim, ClaimState
from warehouse.studies.report.ledger import EXCEPTIONS

LINE_PX = 27
HEADING_PX = {2: 30, 3: 26}
NOTE_PX = 20
PORTION_CHARACTERS = 5_000  # of HTML: what is set in a few milliseconds
_TAG = re.compile(r"<(/?)(\w+)[^>]*>")
_NO_END = ("br", "hr")
_CLAIM = re.compile(r'href="claim:(\d+)')
_FIRST = "<p>.</p>"  # a fragment keeps the format of every block but the one it begins in


class Note(Struct, frozen=True):
    """Why a claim is an exception, said under the paragraph it ends in."""

    claim: int
    state: ClaimState
    why: str


class Piece(Struct, frozen=True):
    html: str
    notes: tuple[Note, ...] = ()


class Box(Struct, frozen=True):
    """A paragraph with its notes, from a position in its first block to one in its last."""

    start: int
    end: int
    token: str


class Placed(Struct):
    """A piece where it stands; ``lines`` are its underlines, None until they are asked for.
    ``height_px`` is the room it was given for something that lies over it, 0 for its own.
    """

    piece: Piece
    start: int
    spans: tuple[Span, ...]
    boxes: tuple[Box, ...]
    lines: list[Line] | None = None
    height_px: int = 0


class GrowingText(QObject):
    """Owns what stands in ``document``. ``changed``: a portion has been set."""

    changed = Signal()

    def __init__(self, document: QTextDocument, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._theme = document, theme
        self._bench = QTextDocument(self)
        self._bench.setUndoRedoEnabled(False)
        self._wanted: list[Piece] = []
        self.placed: list[Placed] = []
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._portion)
        self._dress()

    def show(self, html: str, noted: Sequence[Claim] = ()) -> None:
        """The text from now on; with ``noted``, its claims, exceptions get a note each."""
        self._wanted = pieces(html, noted)
        same = 0
        for placed, wanted in zip(self.placed, self._wanted, strict=False):
            if placed.piece != wanted:
                break
            same += 1
        if same < len(self.placed):
            self._cut(same)
        self._portion()

    def again(self) -> None:
        """In the colours of the theme that has come."""
        self._dress()
        self._cut(0)
        self._portion()

    def stretch(self, at: int, height_px: int) -> None:
        """Room for something over the piece ``at``, which is one line."""
        if at < len(self.placed) and self.placed[at].height_px != height_px:
            self.placed[at].height_px = height_px
            shape = QTextBlockFormat()
            shape.setLineHeight(height_px, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            QTextCursor(self.block(at)).mergeBlockFormat(shape)
            self.forget_lines()

    def block(self, at: int) -> QTextBlock:
        """The first one of the piece ``at``."""
        return self._document.findBlock(self.placed[at].start)

    def piece_at(self, position: int) -> int:
        """Which piece a place of the document is in; -1 for none."""
        before = [at for at, placed in enumerate(self.placed) if placed.start <= position]
        return before[-1] if before else -1

    def forget_lines(self) -> None:
        """The width has changed, and every line stands elsewhere."""
        for placed in self.placed:
            placed.lines = None

    @property
    def is_whole(self) -> bool:
        """Has every portion been set?"""
        return len(self.placed) == len(self._wanted)

    # Inside

    def _dress(self) -> None:
        for document in (self._document, self._bench):
            document.setDefaultFont(reading_font(16))
            document.setDefaultStyleSheet(style_sheet(self._theme.tokens))

    def _cut(self, at: int) -> None:
        if at == 0:
            self._document.clear()
        else:
            cursor = QTextCursor(self._document)
            cursor.setPosition(self.placed[at].start - 1)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        del self.placed[at:]

    def _portion(self) -> None:
        room = PORTION_CHARACTERS
        while room > 0 and len(self.placed) < len(self._wanted):
            piece = self._wanted[len(self.placed)]
            self.placed.append(self._place(piece))
            room -= len(piece.html)
        if self.is_whole:
            self._next.stop()
        else:
            self._next.start()
        self.changed.emit()

    def _place(self, piece: Piece) -> Placed:
        if not self.placed:
            self._document.setHtml(piece.html)
            spans, boxes = self._finish(self._document.begin(), piece)
            return Placed(piece, 0, spans, boxes)
        self._bench.setHtml(_FIRST + piece.html)
        spans, boxes = self._finish(self._bench.begin().next(), piece)
        cut = QTextCursor(self._bench)
        cut.setPosition(self._bench.begin().length() - 1)
        cut.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        start = self._document.characterCount()
        end = QTextCursor(self._document)
        end.movePosition(QTextCursor.MoveOperation.End)
        end.insertFragment(cut.selection())
        return _moved(Placed(piece, start, spans, boxes), start - self._bench.begin().length())

    def _finish(self, first: QTextBlock, piece: Piece) -> tuple[tuple[Span, ...], tuple[Box, ...]]:
        _set_rhythm(first)
        boxes = self._add_notes(first, piece.notes) if piece.notes else ()
        return tuple(spans(first)), boxes

    def _add_notes(self, first: QTextBlock, notes: Sequence[Note]) -> tuple[Box, ...]:
        """Under each paragraph with exceptions: what is wrong and a way to see it."""
        document = first.document()
        ends = {span.number: max(span.end - 1, 0) for span in spans(first)}
        by_block: dict[int, list[Note]] = {}
        for note in notes:
            if note.claim in ends:
                number = document.findBlock(ends[note.claim]).blockNumber()
                by_block.setdefault(number, []).append(note)
        for number in sorted(by_block, reverse=True):
            self._add_note(document.findBlockByNumber(number), by_block[number])
        boxes = []
        for shift, number in enumerate(sorted(by_block)):
            block = document.findBlockByNumber(number + shift)
            token = _wash(by_block[number])
            boxes.append(Box(block.position(), block.next().position(), token))
        return tuple(boxes)

    def _add_note(self, block: QTextBlock, notes: Sequence[Note]) -> None:
        tokens = self._theme.tokens
        cursor = QTextCursor(block)
        tight = QTextBlockFormat()
        tight.setBottomMargin(2)
        cursor.mergeBlockFormat(tight)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        shape = QTextBlockFormat()
        shape.setLineHeight(NOTE_PX, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        shape.setBottomMargin(24)
        cursor.insertBlock(shape, QTextCharFormat())
        for at, note in enumerate(notes):
            ink = str(getattr(tokens, TOKENS[note.state]))
            words = char_format(interface_font(12), ink, "")
            link = char_format(interface_font(12), tokens.accent, f"claim:{note.claim}#e0", True)
            said = f"{note.state.capitalize()}: {note.why or 'no reason kept'}  "
            cursor.insertText("\u2028" + said if at else said, words)
            cursor.insertText("Show", link)


def pieces(html: str, noted: Sequence[Claim] = ()) -> list[Piece]:
    """The top-level elements of ``html``, which is balanced; a note goes where its claim ends."""
    elements = _elements(html)
    if not noted:
        return [Piece(element) for element in elements]
    last: dict[int, int] = {}
    for at, element in enumerate(elements):
        for number in _CLAIM.findall(element):
            last[int(number)] = at
    notes: dict[int, list[Note]] = {}
    for number, at in last.items():
        claim = noted[number]
        if claim.state in EXCEPTIONS and claim.state != "stale":  # a card says why of that
            notes.setdefault(at, []).append(Note(number, claim.state, claim.why))
    return [Piece(element, tuple(notes.get(at, ()))) for at, element in enumerate(elements)]


def _elements(html: str) -> list[str]:
    elements: list[str] = []
    depth = begun = 0
    for tag in _TAG.finditer(html):
        if tag[2] not in _NO_END:
            depth += -1 if tag[1] else 1
        if depth == 0:
            elements.append(html[begun : tag.end()].strip())
            begun = tag.end()
    rest = html[begun:].strip()
    return [*elements, rest] if rest else elements


def _moved(placed: Placed, by: int) -> Placed:
    placed.spans = tuple(Span(span.number, span.start + by, span.end + by) for span in placed.spans)
    placed.boxes = tuple(Box(box.start + by, box.end + by, box.token) for box in placed.boxes)
    return placed


def _wash(notes: Sequence[Note]) -> str:
    missing = any(note.state == "not found" for note in notes)
    return "missing_wash" if missing else "partly_wash"


def _set_rhythm(block: QTextBlock) -> None:
    """Lines of 27 pixels, headings closer, space after paragraphs."""
    while block.isValid():
        shape = QTextBlockFormat()
        level = block.blockFormat().headingLevel()
        height = HEADING_PX.get(level, LINE_PX)
        shape.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        if level:
            shape.setTopMargin(26 if block.position() else 0)
            shape.setBottomMargin(14)
        elif block.textList() is None:
            shape.setTopMargin(0)
            shape.setBottomMargin(14)
        QTextCursor(block).mergeBlockFormat(shape)
        block = block.next()
