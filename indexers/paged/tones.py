"""How each line of a page looks, in the order of the word list.

Two ways in: MuPDF's HTML of the page (fast, no directions) for pages that read left to right, and
its dictionary (an order slower) for pages where a line may run another way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from indexers.paged.sheets import Toned

_BOLD_FACE = re.compile(r"bold|black|heavy|cmbx|semibold|demi|[-_]medi\b", re.IGNORECASE)
_MONO_FACE = re.compile(r"mono|courier|consol|typewriter|cmtt|sftt|menlo|code", re.IGNORECASE)
_BOLD_FLAG, _MONO_FLAG = 16, 8
_MOST_STYLES = 10_000
_SPAN = '<span style="font-family:'
_STYLE = re.compile(r'([^;"<>]*);font-size:([\d.]+)pt')
Span = tuple[float, str, bool, bool]
"""Size in points, text, bold, monospaced."""

_styles: dict[str, tuple[float, bool, bool]] = {}
_faces: dict[str, tuple[bool, bool]] = {}


def from_html(html: str) -> list[Toned]:
    """One for each line with ink; all taken to read left to right."""
    tones: list[Toned] = []
    bold = False
    for line in html.split("<p style")[1:]:
        before, *pieces = line.split(_SPAN)
        spans: list[Span] = []
        for piece in pieces:
            if "b>" in before:
                bold = before.rfind("<b>") > before.rfind("</b>")
            style, _, rest = piece.partition(">")
            text, _, before = rest.partition("<")
            if text and not text.isspace():
                size, heavy, fixed = _styles.get(style) or _style(style)
                spans.append((size, text, bold or heavy, fixed))
        if "b>" in before:
            bold = before.rfind("<b>") > before.rfind("</b>")
        if spans:
            tones.append(_toned(spans, 0))
    return tones


def _style(style: str) -> tuple[float, bool, bool]:
    if len(_styles) > _MOST_STYLES:
        _styles.clear()
    found = _STYLE.match(style)
    size = float(found.group(2)) if found is not None else 0.0
    _styles[style] = made = (size, *_face(found.group(1) if found is not None else ""))
    return made


def from_dictionary(blocks: Iterable[dict[str, Any]]) -> list[Toned]:
    """One for each line with ink, with its direction."""
    tones = []
    for block in blocks:
        for line in block.get("lines", ()):
            spans = [_span(span) for span in line["spans"] if span["text"].strip()]
            if spans:
                tones.append(_toned(spans, _quarter(*line["dir"])))
    return tones


def _span(span: dict[str, Any]) -> Span:
    heavy, fixed = _face(span["font"])
    flags = span["flags"]
    bold, mono = heavy or bool(flags & _BOLD_FLAG), fixed or bool(flags & _MONO_FLAG)
    return span["size"], span["text"], bold, mono


def _quarter(across: float, down: float) -> int:
    if across > 0.7:
        return 0
    if abs(down) > 0.7:
        return 1 if down < 0 else 3
    return 2


def _face(font: str) -> tuple[bool, bool]:
    """(bold, monospaced), by the name of the font."""
    face = _faces.get(font)
    if face is None:
        face = (_BOLD_FACE.search(font) is not None, _MONO_FACE.search(font) is not None)
        _faces[font] = face
    return face


def _toned(spans: list[Span], quarter: int) -> Toned:
    if len(spans) == 1:
        size, _, bold, mono = spans[0]
        return Toned(size, bold, mono, quarter)
    size, _, _, mono = max(spans, key=lambda span: len(span[1]))
    if mono:  # code within a line of text is often set smaller
        size = max([size, *(span[0] for span in spans if not span[3])])
    return Toned(size, all(s[2] for s in spans), all(s[3] for s in spans), quarter)
