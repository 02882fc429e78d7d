"""Notes, figures and tables stand aside: a sentence that goes on past them is not torn by them.

A column often ends with notes, or with a figure or table and its caption, while the last sentence
of its text goes on in the next column or on the next page; there a figure may stand first. What
stands aside at the end is read before the paragraph that goes on, what stands aside at the
beginning after it. Words set sideways in the margin are read before it, too. Nothing is moved out
of its page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from indexers.paged.paragraphs import Paragraph, flows_on, is_open
from indexers.text.raised import MARKS

_NOTE = re.compile(rf"(?:[{MARKS}]+|\d{{1,3}}|[*∗†‡§¶]{{1,3}})\s?[^\s\d.)]")
CAPTION = re.compile(
    r"^(fig(?:ure|ura|\.)?|abb(?:ildung|\.)|tab(?:le|elle|leau|la|ella|\.)|cuadro|scheme|listing|"
    r"algorithm)\s*(\d+(?:\.\d+)*|[IVX]+)\b",
    re.IGNORECASE,
)
_AFTER_A_CAPTION = re.compile(r"\s*(?:[.:|–—]|$)")
_SMALL = 0.92


def read_in_order(
    paragraphs: Sequence[Paragraph], strays: Sequence[Paragraph], before: Paragraph | None
) -> list[Paragraph]:
    """The paragraphs of a page, ``strays`` those of its margin; ``before`` is the last one of the
    page before it.
    """
    size = _usual_size(paragraphs)
    ordered: list[Paragraph] = []
    for _, run in groupby(paragraphs, key=lambda one: one.rows[0].column):
        column = _going_on_first(list(run), ordered[-1] if ordered else before, size)
        ordered += _open_last(column, size)
    at = place_aside(ordered, before)
    return [*ordered[:at], *strays, *ordered[at:]]


def place_aside(paragraphs: Sequence[Paragraph], before: Paragraph | None) -> int:
    """Where others tear no sentence: at the end, or before what goes on to the next page."""
    at = end = len(paragraphs)
    if at and is_open(paragraphs[-1]):
        at -= 1
        while at and flows_on(paragraphs[at - 1], paragraphs[at]):
            at -= 1
        if at == 0 and before is not None and flows_on(before, paragraphs[0]):
            return end
    return at


def _usual_size(paragraphs: Sequence[Paragraph]) -> float:
    """The size of the longest."""
    longest = max(paragraphs, key=lambda one: len(one.rows), default=None)
    return longest.rows[0].size if longest else 0.0


def _first_words(one: Paragraph) -> str:
    return one.rows[0].cells[0].text


def _is_small(one: Paragraph, size: float) -> bool:
    return one.rows[0].size <= _SMALL * size


def _is_note(one: Paragraph, size: float) -> bool:
    return _is_small(one, size) and _NOTE.match(_first_words(one)) is not None


def _is_caption(one: Paragraph, size: float) -> bool:
    """A sentence may begin with "Figure 3", too, but in the size of the text and without a stop."""
    words = _first_words(one)
    caption = CAPTION.match(words) if one.kind != "code" else None
    if caption is None:
        return False
    return _is_small(one, size) or _AFTER_A_CAPTION.match(words, caption.end()) is not None


def _open_last(column: list[Paragraph], size: float) -> list[Paragraph]:
    """What stands aside at the end of a column goes before the paragraph that goes on."""
    start = len(column)
    while start > 1 and _may_stand_aside(column, start - 1, size):
        start -= 1
    while start < len(column) and not _begins_an_aside(column, start, size):
        start += 1
    if start == len(column) or not is_open(column[start - 1]):
        return column
    return [*column[: start - 1], *column[start:], column[start - 1]]


def _may_stand_aside(column: Sequence[Paragraph], at: int, size: float) -> bool:
    paragraph = column[at]
    if _is_small(paragraph, size) or _is_caption(paragraph, size):
        return True
    return paragraph.kind == "table" and at + 1 < len(column) and _is_caption(column[at + 1], size)


def _begins_an_aside(column: Sequence[Paragraph], at: int, size: float) -> bool:
    return _is_note(column[at], size) or any(
        _is_caption(paragraph, size) for paragraph in column[at : at + 2]
    )


def _going_on_first(
    column: list[Paragraph], before: Paragraph | None, size: float
) -> list[Paragraph]:
    """A figure or table with its caption goes after the rest of the sentence that it parts."""
    if before is None or not is_open(before):
        return column
    captioned = False
    for at, paragraph in enumerate(column):
        if captioned and _first_words(paragraph)[0].islower() and flows_on(before, paragraph):
            return [paragraph, *column[:at], *column[at + 1 :]]
        captioned = captioned or _is_caption(paragraph, size)
        if not (
            _is_small(paragraph, size) or _is_caption(paragraph, size) or paragraph.kind == "table"
        ):
            return column
    return column
