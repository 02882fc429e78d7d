"""How each line of a page looks, in the order of the word list.

Two ways in: MuPDF's HTML of the page (fast, no directions) for pages that read left to right, and
its dictionary (an order slower) for pages where a line may run another way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from indexers.paged.letters import Run, begins_with_a_mark, runs_of
from indexers.paged.sheets import Toned
from indexers.paged.unseen import PALE, SMALLEST_PT

_BOLD_FACE = re.compile(r"bold|black|heavy|cmbx|semibold|demi|[-_]medi\b", re.IGNORECASE)
_MONO_FACE = re.compile(r"mono|courier|consol|typewriter|cmtt|sftt|menlo|code", re.IGNORECASE)
_BOLD_FLAG, _MONO_FLAG, _RAISED_FLAG = 16, 8, 1
_MOST_STYLES = 10_000
_SPAN = '<span style="font-family:'
_STYLE = re.compile(r'([^;"<>]*);font-size:([\d.]+)pt(?:;color:#([0-9a-f]{6}))?')
Span = tuple[float, str, bool, bool, bool]
"""Size in points, text, bold, monospaced, and whether it may be hard to see."""

_styles: dict[str, tuple[float, bool, bool, bool]] = {}
_faces: dict[str, tuple[bool, bool]] = {}


def from_html(html: str) -> tuple[list[Toned], dict[int, list[Run]]]:
    """One for each line with ink, all taken to read left to right; and, by their places among
    these, the runs of the lines where letters may stand above the line.
    """
    tones: list[Toned] = []
    raised: dict[int, list[Run]] = {}
    bold, any_raised = False, "<sup>" in html
    for line in html.split("<p style")[1:]:
        before, *pieces = line.split(_SPAN)
        spans: list[Span] = []
        for piece in pieces:
            if "b>" in before:
                bold = before.rfind("<b>") > before.rfind("</b>")
            style, _, rest = piece.partition(">")
            text, _, before = rest.partition("<")
            if text and not text.isspace():
                size, heavy, fixed, doubt = _styles.get(style) or _style(style)
                spans.append((size, text, bold or heavy, fixed, doubt))
        if "b>" in before:
            bold = before.rfind("<b>") > before.rfind("</b>")
        if spans:
            if len(spans) > 1 and (
                (any_raised and "<sup>" in line)
                or begins_with_a_mark(spans[0][1], spans[0][0], spans[1][0])
            ):
                raised[len(tones)] = runs_of(line)
            tones.append(_toned(spans, 0))
    return tones, raised


def _style(style: str) -> tuple[float, bool, bool, bool]:
    """MuPDF names no colour where nothing is painted."""
    if len(_styles) > _MOST_STYLES:
        _styles.clear()
    match = _STYLE.match(style)
    size = float(match.group(2)) if match is not None else 0.0
    colour = int(match.group(3), 16) if match is not None and match.group(3) else -1
    bold, mono = _face(match.group(1) if match is not None else "")
    _styles[style] = look = (size, bold, mono, _doubtful(size, colour))
    return look


def _doubtful(size: float, colour: int) -> bool:
    """``colour`` is 0xRRGGBB, -1 for none."""
    light = min(colour >> 16, colour >> 8 & 255, colour & 255)
    return colour < 0 or size < SMALLEST_PT or light > PALE * 255


def from_dictionary(
    blocks: Iterable[dict[str, Any]],
) -> tuple[list[Toned], dict[int, list[Run]]]:
    """As ``from_html``, each line with its direction."""
    tones: list[Toned] = []
    raised: dict[int, list[Run]] = {}
    for block in blocks:
        for line in block.get("lines", ()):
            spans = [_span(span) for span in line["spans"] if span["text"].strip()]
            quarter = _quarter(*line["dir"])
            if len(spans) > 1 and quarter == 0:
                raised[len(tones)] = [
                    (span["text"], span["size"], bool(span["flags"] & _RAISED_FLAG))
                    for span in line["spans"]
                    if span["text"].strip()
                ]
            if spans:
                tones.append(_toned(spans, quarter))
    return tones, raised


def _span(span: dict[str, Any]) -> Span:
    heavy, fixed = _face(span["font"])
    flags = span["flags"]
    bold, mono = heavy or bool(flags & _BOLD_FLAG), fixed or bool(flags & _MONO_FLAG)
    colour = span["color"] if span["alpha"] > PALE * 255 else -1
    return span["size"], span["text"], bold, mono, _doubtful(span["size"], colour)


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
        size, _, bold, mono, doubt = spans[0]
        return _one_tone(size, bold, mono, quarter, doubt)
    size, _, _, mono, _ = max(spans, key=lambda span: len(span[1]))
    if mono:  # code within a line of text is often set smaller
        size = max([size, *(span[0] for span in spans if not span[3])])
    bold, mono = all(s[2] for s in spans), all(s[3] for s in spans)
    return Toned(size, bold, mono, quarter, any(s[4] for s in spans))


@lru_cache(maxsize=4096)
def _one_tone(size: float, bold: bool, mono: bool, quarter: int, doubt: bool) -> Toned:
    """Most lines of a document look like others of it."""
    return Toned(size, bold, mono, quarter, doubt)
