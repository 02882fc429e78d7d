"""Which documents a question about the library is limited to, read from its words.

Years and spans, the time they were added, kinds of file, languages, authors, tags and collections:
what the catalog knows. Each filter says in words what it lets through, so that the answer can.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from warehouse.library import Library
from warehouse.order.fields import KINDS
from warehouse.order.shelves import key
from warehouse.records import Document
from warehouse.research.names import names, normal
from warehouse.search import languages

_YEAR = r"(?P<{}>(?:1[0-9]|20)\d\d)"
_SPANS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:between|zwischen|entre) {_YEAR.format('first')} (?:and|und|et|y) "
        rf"{_YEAR.format('last')}",
        rf"\b(?:from |von |de )?{_YEAR.format('first')} ?(?:to|until|till|-|–|bis|à|a) ?"
        rf"{_YEAR.format('last')}",
        rf"\b(?:since|from|seit|ab|depuis|desde) {_YEAR.format('first')} (?:on|onwards)\b",
        rf"\b(?:since|seit|ab|depuis|desde) {_YEAR.format('first')}",
        rf"\b(?P<past>after|nach|après|después de) {_YEAR.format('first')}",
        rf"\b(?P<before>before|vor|avant|antes de) {_YEAR.format('last')}",
        rf"\b{_YEAR.format('one')}\b",
    )
)
_ADDED = re.compile(
    r"\b(?:add(?:ed)?|import(?:ed)?|dropp?(?:ed)?|took in|taken in|hinzugefügt)\b", re.IGNORECASE
)
_WHEN = re.compile(
    r"\b(today|yesterday|(?:this|last) (?:week|month|year)|heute|gestern|diese woche|letzte woche)"
    r"\b",
    re.IGNORECASE,
)
_DAYS = {"today": (0, 0), "yesterday": (1, 1), "this week": (6, 0), "last week": (13, 7)}
_DAYS |= {"this month": (29, 0), "last month": (59, 30), "this year": (364, 0)}
_DAYS |= {"last year": (729, 365)}
_YEARS = {"this year": 0, "last year": 1}  # ago
_DAYS |= {"heute": (0, 0), "gestern": (1, 1), "diese woche": (6, 0), "letzte woche": (13, 7)}
_KIND_WORDS = {
    **{word: kind for word, kind in KINDS.items() if word not in ("document", "text", "page")},
    "web page": "web",
    "word document": "document",
    "text file": "text",
}
_LANGUAGE = re.compile(
    r"\b(?:in|auf|en) (?!latin america)(?P<a>[^\W\d_]{4,})\b"
    r"|\b(?P<b>[^\W\d_]{4,}) (?:documents|files|texts|books|pdfs|pages)\b",
    re.IGNORECASE,
)
_BY = re.compile(r"\b(?:by|authors?|written|von|autor|par|auteur|autores?)\b", re.IGNORECASE)
_TAGGED = re.compile(
    r"\b(?:tagged(?: as| with)?|with (?:the )?tag)s? [\"“„]?(?P<tag>[^\"”“?.!,]+)", re.IGNORECASE
)


class Filter(Struct, frozen=True):
    """``words`` as in "dated 2019"; ``lets`` says whether a document may through."""

    words: str
    lets: Callable[[Document], bool]


def read(question: str, library: Library, now: float | None = None) -> list[Filter]:
    """All filters of a question; ``now`` is Unix seconds, for what was added when."""
    found = [_when(question, now or time.time()), _kind(question), _language(question)]
    return [
        *(one for one in found if one is not None),
        *_author(question, library),
        *_tag(question, library),
        *_collections(question, library),
    ]


def _when(question: str, now: float) -> Filter | None:
    """Years of the documents, or where the question speaks of adding, when that was."""
    added = bool(_ADDED.search(question))
    if said := _WHEN.search(question):
        words = said.group().lower()
        if words in _YEARS and not added:
            year = time.localtime(now).tm_year - _YEARS[words]
            return Filter(f"dated {year}", partial(_is_dated, year, year))
        first, last = (_midnight(now) - 86_400 * days for days in _DAYS[words])
        return Filter(f"added {words}", lambda one: first <= one.added < last + 86_400)
    for pattern in _SPANS:
        if found := pattern.search(question):
            return _span(found, added)
    return None


def _span(found: re.Match[str], added: bool) -> Filter:
    given = {name: int(value) for name, value in found.groupdict().items() if _is_year(value)}
    first = given.get("one", given.get("first", 0)) + ("past" in found.re.groupindex)
    last = given.get("one", given.get("last", 9999)) - ("before" in found.re.groupindex)
    if "first" in given and "last" in given:
        first, last = sorted((first, last))
    words = _span_words(first, last)
    if added:
        return Filter(f"added {words}", partial(_is_added, first, last))
    return Filter(f"dated {words}", partial(_is_dated, first, last))


def _is_dated(first: int, last: int, one: Document) -> bool:
    return one.date[:4].isdecimal() and first <= int(one.date[:4]) <= last


def _is_added(first: int, last: int, one: Document) -> bool:
    return first <= time.localtime(one.added).tm_year <= last


def _is_year(value: str | None) -> bool:
    return value is not None and value.isdecimal()


def _span_words(first: int, last: int) -> str:
    if first == last:
        return str(first)
    if last == 9999:
        return f"{first} or later"
    return f"{first} to {last}" if first else f"{last} or earlier"


def _has(field: str, value: str, one: Document) -> bool:
    return bool(getattr(one, field) == value)


def _is_among(ids: frozenset[str], one: Document) -> bool:
    return one.id in ids


def _midnight(now: float) -> float:
    day = time.localtime(now)
    return time.mktime((day.tm_year, day.tm_mon, day.tm_mday, 0, 0, 0, 0, 0, -1))


def _kind(question: str) -> Filter | None:
    folded = f" {normal(question)} "
    for word, kind in sorted(_KIND_WORDS.items(), key=lambda pair: -len(pair[0])):
        plain = normal(word)
        if any(f" {plain}{end} " in folded for end in ("", "s", "es")):
            return Filter(f"of the kind “{kind}”", partial(_has, "kind", kind))
    return None


def _language(question: str) -> Filter | None:
    for found in _LANGUAGE.finditer(question):
        word = found["a"] or found["b"]
        if code := languages.code_of(word):
            return Filter(f"in {word.capitalize()}", partial(_has, "language", code))
    return None


def _author(question: str, library: Library) -> Iterator[Filter]:
    """A name after "by"; one that no document has is a filter, too, and lets nothing through."""
    spoken = _BY.search(question)
    if spoken is None:
        return
    for name in names(question[spoken.end() :])[:1]:
        wanted = normal(name).split()
        written = library.catalog.authors()
        ids = {id for id, who in written if set(wanted) <= set(normal(who).split())}
        yield Filter(f"by {name}", partial(_is_among, frozenset(ids)))


def _tag(question: str, library: Library) -> Iterator[Filter]:
    if found := _TAGGED.search(question):
        quoted = question[found.start("tag") - 1] in '"“„'
        tag = found["tag"].strip() if quoted else _known_tag(found["tag"], library)
        ids = library.catalog.ids_tagged(key(tag))
        yield Filter(f"tagged “{tag}”", partial(_is_among, ids))


def _known_tag(said: str, library: Library) -> str:
    """The longest tag that ``said`` begins with, as in "urgent do I have"; all of it for none."""
    words = said.split()
    begun = (" ".join(words[:size]) for size in range(len(words), 0, -1))
    return next((one for one in begun if library.catalog.tag_spelt(key(one))), said.strip())


def _collections(question: str, library: Library) -> Iterator[Filter]:
    """A collection or saved search that is called by its name, as a name is written."""
    folded = f" {normal(question)} "
    for one in library.shelves.all():
        if f" {normal(one.name)} " in folded and one.name[:1] in question:
            ids = library.finder.scope(one.name).documents
            yield Filter(f"in “{one.name}”", partial(_is_among, ids))
            return
