"""Marks in text people read: where claims stand in a document, and the line of each state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPen, QTextBlock, QTextCharFormat, QTextFragment

from desktop.theme import Tokens

TOKENS = {
    "quoted": "quoted",
    "supported": "supported",
    "partly": "partly",
    "not found": "missing",
    "stale": "missing",
    "unchecked": "quiet",
}
_DASHES = {"partly": [1.0, 1.0], "not found": [4.0, 2.5], "stale": [4.0, 1.5, 1.0, 1.5]}
LINK = re.compile(r"(?:claim:(\d+))?(?:#e(\d+))?")


class Span(Struct, frozen=True):
    """Where a claim stands in the document shown."""

    number: int
    start: int
    end: int


class Line(Struct, frozen=True):
    """One underlined piece, in document coordinates."""

    number: int
    x0: float
    x1: float
    y: float


def pen(state: str, colour: str, strong: bool = False) -> QPen:
    """The line of a state: never colour alone."""
    width, style = {
        "quoted": (2.0, Qt.PenStyle.SolidLine),
        "supported": (1.0, Qt.PenStyle.SolidLine),
        "partly": (2.0, Qt.PenStyle.CustomDashLine),
        "not found": (1.6, Qt.PenStyle.CustomDashLine),
        "stale": (1.6, Qt.PenStyle.CustomDashLine),
    }.get(state, (1.0, Qt.PenStyle.SolidLine))
    line = QPen(QColor(colour), width + (1.0 if strong and width < 2 else 0.0), style)
    if style is Qt.PenStyle.CustomDashLine:
        line.setDashPattern(_DASHES[state])
    line.setCapStyle(Qt.PenCapStyle.FlatCap)
    return line


def style_sheet(tokens: Tokens) -> str:
    """For the text document; Qt knows a small part of CSS and no script."""
    return (
        f"a {{ color: {tokens.ink}; text-decoration: none; }}"
        f"a.cite {{ color: {tokens.accent}; font-family: Inter; font-weight: 600; "
        "font-size: 14px; text-decoration: none; }"
        f"h2 {{ font-size: 22px; font-weight: 600; color: {tokens.ink}; }}"
        f"h3, h4 {{ font-size: 18px; font-weight: 600; color: {tokens.ink}; }}"
        f"p, li, td, th {{ color: {tokens.ink}; }}"
        f"code, pre {{ font-family: monospace; font-size: 14px; }}"
        f"blockquote {{ color: {tokens.quiet}; }}"
        f"p.quiet {{ color: {tokens.quiet}; font-family: Inter; font-size: 13px; }}"
    )


def spans(first: QTextBlock) -> list[Span]:
    """The claims of a document, from its anchors: from the first to the last piece of each."""
    by_claim: dict[int, Span] = {}
    for piece in _fragments(first):
        match = LINK.fullmatch(piece.charFormat().anchorHref())
        if match and match.group(1) and match.group(2) != "0":
            number, start = int(match.group(1)), piece.position()
            begin = by_claim[number].start if number in by_claim else start
            by_claim[number] = Span(number, begin, start + piece.length())
    return list(by_claim.values())


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """Of it and all after it."""
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            yield iterator.fragment()
            iterator += 1
        block = block.next()


def char_format(font: QFont, colour: str, href: str, underlined: bool = False) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setFont(font)
    made.setForeground(QColor(colour))
    made.setFontUnderline(underlined)
    if href:
        made.setAnchor(True)
        made.setAnchorHref(href)
    return made
