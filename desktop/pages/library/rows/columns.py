"""The columns of the list: what each says of a document, what it is sorted by, how wide it is.

Title takes the room that is left; the others keep their width. A column that has no room is left
out for the time, the last in ``GIVE_WAY`` first.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QLocale

from warehouse.extent import noun, printed_pages
from warehouse.records import UNFINISHED, Document, State
from warehouse.store.catalog import people
from warehouse.text import plural

NONE = "—"
MUCH_KEPT_OUT = 10  # per cent of the text that the x-ray keeps out
KIND_NAMES = {
    "pdf": "PDF",
    "web": "Web page",
    "text": "Text",
    "document": "Document",
    "book": "E-book",
    "sheet": "Spreadsheet",
    "slides": "Slides",
    "mail": "E-mail",
    "image": "Picture",
}
_ORDER: dict[State, int] = {
    "locked": 1,
    "failed": 2,
    "queued": 3,
    "copied": 4,
    "parsed": 5,
    "searchable": 6,
    "embedded": 7,
    "headed": 8,
    "verified": 9,
    "removed": 10,
}


class Status(Struct, frozen=True):
    """What the State column shows: words, and either a dot in a token's colour or a bar."""

    words: str
    token: str = ""
    fraction: float = 0.0


def status(document: Document, is_stopped: bool = False) -> Status:
    """The state in words, with figures that mean something; ``is_stopped`` counts for a document
    that is under way.
    """
    if is_stopped and document.state in UNFINISHED:
        is_found = document.state in ("searchable", "embedded", "headed")
        return Status("Stopped; searchable" if is_found else "Stopped", "partly")
    place = f"{noun(document.kind)} {document.pages_done:,} of {document.pages:,}"
    match document.state:
        case "queued":
            return Status("Waiting to be read again" if document.passages else "Waiting")
        case "copied":
            share = document.pages_done / document.pages if document.pages else 0.0
            return Status(f"Reading {place}" if document.pages else "Reading", "", 0.5 * share)
        case "parsed":
            return Status("Being made searchable", "", 0.55)
        case "searchable":
            share = document.embedded / document.passages if document.passages else 0.0
            words = f"Found by meaning: {share:.0%}" if share else "Searchable"
            return Status(words, "", 0.6 + 0.3 * share)
        case "embedded":
            return Status("Summary being made", "", 0.92)
        case "headed":
            return Status("Being checked", "", 0.97)
        case "locked":
            return Status("Needs a password", "missing")
        case "removed":
            return Status("Recently deleted", "missing")
        case "failed":
            return Status(document.problem or "Not readable", "missing")
        case "verified":
            return _ready(document)


def _ready(document: Document) -> Status:
    if document.kept_out >= MUCH_KEPT_OUT:
        return Status(f"Ready · {document.kept_out}% kept out of answers", "partly")
    if document.blank_pages:
        blank = plural(document.blank_pages, noun(document.kind))
        return Status(f"Ready · {blank} without text", "partly")
    return Status("Ready", "quoted")


def needs_you(document: Document) -> bool:
    """Whether only the user can bring it further."""
    return document.state in ("locked", "failed")


def year(document: Document) -> str:
    return document.date[:4]


def language_name(code: str) -> str:
    """ "en" -> "English"; the code itself where it is not known."""
    if not code:
        return ""
    language = QLocale.codeToLanguage(code)
    return code if language == QLocale.Language.AnyLanguage else QLocale.languageToString(language)


def added(document: Document) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(document.added)) if document.added else NONE


def size(document: Document) -> str:
    """ "640 kB"; "1.5 MB"."""
    return QLocale.c().formattedDataSize(
        document.size_bytes,
        0 if document.size_bytes < 1_000_000 else 1,
        QLocale.DataSizeFormat.DataSizeSIFormat,
    )


def kind_name(document: Document) -> str:
    return KIND_NAMES.get(document.kind, document.kind.upper() or NONE)


class Column(Struct, frozen=True):
    """``key`` names it in what is kept. What it is ``sorted_by`` is falsy where there is nothing:
    such rows come last. ``most_first``: a first click sorts from the largest.

    ``width_px`` is 0 for the one that takes what is left; ``offered`` is whether it is shown to
    who has chosen nothing.
    """

    key: str
    name: str
    says: Callable[[Document], str]
    sorted_by: Callable[[Document], Any]
    width_px: int
    offered: bool = True
    most_first: bool = False


def _author(document: Document) -> str:
    return people.short(document.authors) or document.site or NONE


def _author_sorted(document: Document) -> str:
    return people.sort_key(document.authors) or document.site.casefold()


def _pages(document: Document) -> str:
    pages = printed_pages(document)
    return f"{pages:,}" if pages else NONE


COLUMNS = (
    Column("title", "Title", lambda one: one.title, lambda one: one.title.casefold(), 0),
    Column("author", "Author", _author, _author_sorted, 118),
    Column("kind", "Kind", kind_name, kind_name, 92),
    Column("pages", "Pages", _pages, printed_pages, 64, most_first=True),
    Column("year", "Year", lambda one: year(one) or NONE, lambda one: one.date, 58, True, True),
    Column("lang", "Lang", lambda one: one.language or NONE, lambda one: one.language, 54),
    Column("added", "Added", added, lambda one: one.added, 106, False, True),
    Column("size", "Size", size, lambda one: one.size_bytes, 78, False, True),
    Column("from", "From", lambda one: one.source or NONE, lambda one: one.source, 180, False),
    Column("state", "State", lambda one: status(one).words, lambda one: _ORDER[one.state], 232),
)
TITLE, AUTHOR, KIND, PAGES, YEAR, LANGUAGE, ADDED, SIZE, FROM, STATE = range(len(COLUMNS))
GIVE_WAY = (FROM, SIZE, ADDED, LANGUAGE, YEAR, PAGES, KIND, AUTHOR)
"""Which go where there is no room, one after the other."""
BY_KEY = {column.key: column for column in COLUMNS}


def cell(document: Document, column: int) -> str:
    return COLUMNS[column].says(document)


def sort_key(key: str) -> Callable[[Document], Any]:
    return BY_KEY[key].sorted_by
