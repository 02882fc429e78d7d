"""What the details say of a document in a line: who, when, how much, and the words around a hit."""

from __future__ import annotations

from desktop.pages.library.rows.columns import KIND_NAMES, language_name, year
from warehouse.extent import extent
from warehouse.records import Document

SNIPPET = 160


def meta(document: Document) -> str:
    """Who, when, kind, how long, language."""
    names = document.authors or (document.site,)
    who = " and ".join(names) if len(names) < 3 else f"{names[0]} and others"
    kind = KIND_NAMES.get(document.kind, "")
    parts = [who, year(document), kind, extent(document), language_name(document.language)]
    return " · ".join(filter(None, parts))


def count(number: int, noun: str) -> str:
    """ "3 pages"; "" for none."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}" if number else ""


def snippet(text: str, words: str) -> str:
    """``words`` with what stands around them in a passage."""
    flat = " ".join(text.split())
    start = max(0, flat.find(" ".join(words.split())) - SNIPPET // 3)
    start = flat.find(" ", start) + 1 if start else 0
    part = flat[start : start + SNIPPET]
    if start + SNIPPET < len(flat):
        part = part.rsplit(" ", 1)[0] + " …"
    return f"… {part}" if start else part
