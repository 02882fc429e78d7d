"""Disagreements side by side: what the two halves say, where, and of which date.

Window, export and command line take the words of a disagreement from here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from indexers.text.placenames import place_name
from warehouse.render import line
from warehouse.results.records import Answer, Article, Disagreement, Side

TITLE = "The sources disagree"
BETWEEN = "  |  "


def of(result: Answer | Article) -> tuple[Disagreement, ...]:
    """What the sources of a result disagree about, the surest first."""
    return result.research.disagreements


def head(one: Disagreement) -> str:
    """``The number: 300 and 340 · 93% sure``."""
    about = one.about[:1].upper() + one.about[1:]
    return f"{about} · {one.sure:.0%} sure"


def whence(side: Side) -> str:
    """``Annual report, p. 4, 1998``: the document, the place in it and its date."""
    return ", ".join(filter(None, (side.title, place_name(side.page_label), side.date)))


def said(side: Side) -> str:
    return f"“{' '.join(side.said.split())}”"


def other(one: Disagreement, number: int) -> Side | None:
    """The side that stands against evidence ``number``; None where it has no part in this."""
    if one.first.number == number:
        return one.second
    return one.first if one.second.number == number else None


def columns(one: Disagreement, width: int) -> str:
    """Both sides as two columns of plain text, ``width`` characters wide together."""
    room = (width - len(BETWEEN)) // 2
    left, right = (_lines(side, room) for side in (one.first, one.second))
    height = max(len(left), len(right))
    rows = zip(_filled(left, height), _filled(right, height), strict=True)
    return "\n".join(f"{a.ljust(room)}{BETWEEN}{b}".rstrip() for a, b in rows)


def html(result: Answer | Article) -> Iterator[str]:
    """A part of an exported page; nothing where the sources agree."""
    if not of(result):
        return
    yield f'<h2 id="disagreements">{TITLE}</h2>'
    for disagreement in of(result):
        yield f'<h4>{line(head(disagreement))}</h4><div class="sides">'
        for side in (disagreement.first, disagreement.second):
            yield f'<div><p class="head"><a href="#e{side.number}">{side.number}</a>'
            yield f" {line(whence(side))}</p><blockquote>{line(said(side))}</blockquote></div>"
        yield "</div>"


def markdown(result: Answer | Article, escaped: Callable[[str], str]) -> list[str]:
    """The same as Markdown: a table of two columns each, footnotes as in the text."""
    if not of(result):
        return []
    parts = [f"## {TITLE}"]
    for disagreement in of(result):
        pair = (disagreement.first, disagreement.second)
        heads = " | ".join(f"{escaped(whence(side))} [^{side.number}]" for side in pair)
        words = " | ".join(escaped(said(side)) for side in pair)
        parts += [escaped(head(disagreement)), f"| {heads} |\n|---|---|\n| {words} |"]
    return parts


def _lines(side: Side, room: int) -> list[str]:
    where = textwrap.wrap(f"[{side.number}] {whence(side)}", room)
    return [*where, *textwrap.wrap(said(side), room)]


def _filled(lines: Sequence[str], height: int) -> list[str]:
    return [*lines, *[""] * (height - len(lines))]
