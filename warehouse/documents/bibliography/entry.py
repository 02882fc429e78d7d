"""A document as an entry of a bibliography: its fields as they count, its kind, its key.

Keys look like ``weber2019tides`` and are given once: an entry keeps its key when its title is
corrected later, and no two documents share one.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from indexers.text import identifiers
from warehouse.records import Document
from warehouse.search.common_words import is_common
from warehouse.store.catalog import Catalog, people
from warehouse.store.catalog.metadata import Known
from warehouse.store.catalog.people import Name

KEY_CHARS = 40
_KINDS = {
    "web": "webpage",
    "book": "book",
    "mail": "personal_communication",
    "slides": "speech",
    "sheet": "dataset",
}


class Entry(Struct, frozen=True):
    """``kind`` is a type of CSL; ``date`` is ISO, as far as it is known. ``document`` is its id.

    ``seen`` is when a web page was got, ISO, or "".
    """

    document: str
    key: str
    kind: str
    title: str
    authors: tuple[Name, ...] = ()
    editors: tuple[Name, ...] = ()
    date: str = ""
    container: str = ""
    publisher: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    doi: str = ""
    arxiv: str = ""
    isbn: str = ""
    url: str = ""
    language: str = ""
    seen: str = ""


def entries(catalog: Catalog, documents: Iterable[str]) -> list[Entry]:
    """In the order given, each document once; those that are not in the library are left out."""
    rows = catalog.some_documents(documents)
    known = catalog.known_of(list(rows))
    return [_entry(catalog, row, known[id]) for id, row in rows.items()]


def _entry(catalog: Catalog, row: Document, known: Mapping[str, Known]) -> Entry:
    values = {field: fact.value.values for field, fact in known.items() if fact.value.values}
    texts = {field: value[0] for field, value in values.items()}
    fetches = catalog.fetches(row.id)
    entry = Entry(
        document=row.id,
        key="",
        kind=texts.get("type") or _kind(row, texts),
        title=texts.get("title", row.title),
        authors=tuple(map(people.parsed, values.get("authors", ()))),
        editors=tuple(map(people.parsed, values.get("editors", ()))),
        date=texts.get("date", ""),
        container=texts.get("container", "") or row.site,
        publisher=texts.get("publisher", ""),
        volume=texts.get("volume", ""),
        issue=texts.get("issue", ""),
        pages=texts.get("pages", ""),
        doi=texts.get("doi", ""),
        arxiv=texts.get("arxiv", ""),
        isbn=texts.get("isbn", ""),
        url=fetches[-1].url if fetches else texts.get("url", ""),
        language=texts.get("language", ""),
        seen=time.strftime("%Y-%m-%d", time.localtime(fetches[-1].fetched)) if fetches else "",
    )
    key = catalog.keep_citation_key(row.id, wanted_key(entry))
    return replace(entry, key=key)


def _kind(row: Document, texts: Mapping[str, str]) -> str:
    if row.kind in _KINDS:
        return _KINDS[row.kind]
    if texts.get("container"):
        proceedings = re.match(
            r"(?:in\s+)?proceedings\b|.*\bconference\b", texts["container"], re.I
        )
        return "paper-conference" if proceedings else "article-journal"
    if texts.get("isbn"):
        return "book"
    if texts.get("arxiv"):
        return "article"
    return "article-journal" if texts.get("doi") else "document"


def wanted_key(entry: Entry) -> str:
    """Family name, year and the first telling word of the title, in plain letters."""
    names: Sequence[Name] = entry.authors or entry.editors
    family = _plain(names[0].family) if names else ""
    words = [_plain(word) for word in re.findall(r"\w+", entry.title) if not is_common(word)]
    telling = next((word for word in words if len(word) > 2 and not word.isdigit()), "")
    key = f"{family[:20]}{identifiers.year_of(entry.date)}{telling}"[:KEY_CHARS]
    return key if re.search("[a-z]", key) else f"document{entry.document[:8]}"


def _plain(text: str) -> str:
    """Letters a to z and digits, accents taken off; "" for other scripts."""
    folded = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o").lower())
    return re.sub(r"[^a-z0-9]", "", folded)
