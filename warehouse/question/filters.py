"""Which documents a question is limited to, looked up in the catalog.

What the model says limits them (details.py) is a *filter* where the catalog knows such a thing, and
else *unknown*, which the answer tells. Where no model was asked, the authors, collections, kinds,
languages and years that stand in the question are taken. Each filter says in words what it lets
through.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from warehouse.library import Library
from warehouse.question import dates
from warehouse.question.details import Details, Limit
from warehouse.records import Document
from warehouse.search import languages
from warehouse.search.collections.fields import KINDS
from warehouse.search.collections.shelves import key
from warehouse.search.names import TitleIndex, normal

_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)\s*([kmg]b)?", re.IGNORECASE)
_BYTES = {"kb": 1e3, "mb": 1e6, "gb": 1e9}
_QUOTED = re.compile(r"[\"“„«]([^\"”“»]{3,})[\"”“»]")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
GENERIC = ("document", "text", "page", "word", "book")  # said of files of any kind
SHORTEST = 4  # letters of a language's name; shorter words are codes of many things


class Filter(Struct, frozen=True):
    """``words`` as in "dated 2019"; ``lets`` says whether a document may through."""

    words: str
    lets: Callable[[Document], bool]


class Filters(Struct, frozen=True):
    """``unknown`` are the words of limits that the catalog knows nothing of."""

    all: tuple[Filter, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return ", ".join(one.words for one in self.all)

    def let(self, documents: Sequence[Document]) -> list[Document]:
        return [one for one in documents if all(limit.lets(one) for limit in self.all)]


def checked(details: Details, library: Library, now: float | None = None) -> Filters:
    """The limits that the model has told; ``now`` is Unix seconds, for "last week"."""
    found = [(limit, _of(limit, library, now)) for limit in details.limits]
    return Filters(
        tuple(one for _, one in found if one is not None),
        tuple(limit.words for limit, one in found if one is None),
    )


def standing(question: str, library: Library, dated: bool, now: float | None = None) -> Filters:
    """What stands in the question and the catalog knows; ``dated``: years, too, which limit in
    more ways than one, so that a model is asked of them where there is one.
    """
    found = list(_standing(question, library))
    if dated and any(map(str.isdigit, question)) and (time := dates.span(question, (), now)):
        found.append(_dated(f"dated {time.words}", *time.years))
    return Filters(tuple(found))


def joined(told: Filters, own: Filters) -> Filters:
    """Both; of what says the same the first."""
    every = {one.words: one for one in (*own.all, *told.all)}
    return Filters(tuple(every.values()), told.unknown)


def _standing(question: str, library: Library) -> Iterator[Filter]:
    folded = f" {normal(question)} "
    named = {who.strip() for _, who in library.catalog.authors()}
    for who in sorted(named, key=lambda who: (-len(who), who)):
        if f" {normal(who)} " in folded:
            yield _by(who, library)
            break
    for shelf in library.shelves.all():
        if shelf.name in question and (within := _within(shelf.name, library)):
            yield within
            break
    called = _titled(question, library)
    if called is not None:
        yield called
    words = _WORD.findall(question)
    kinds = tuple(dict.fromkeys(kind for word in words if (kind := _kind(word))))
    if kinds:
        yield _of_kinds(kinds)
    codes = {languages.code_of(word) for word in words if len(word) >= SHORTEST} - {""}
    if codes:
        yield _speaking(sorted(codes))


def _of(limit: Limit, library: Library, now: float | None) -> Filter | None:
    words = limit.words
    match limit.what:
        case "in" | "before" | "until" | "after" | "since":
            return _in_time(limit, library, now)
        case "added":
            time = dates.span(words, _spoken(library), now)
            return None if time is None else Filter(f"added {words}", partial(_added, time.seconds))
        case "kind":
            kinds = tuple(dict.fromkeys(filter(None, map(_kind, _WORD.findall(words)))))
            return _of_kinds(kinds) if kinds else None
        case "language":
            codes = sorted({languages.code_of(word) for word in _WORD.findall(words)} - {""})
            return _speaking(codes) if codes else None
        case "author":
            return _by(words, library)
        case "tag":
            return _tagged(words, library)
        case "collection":
            return _within(words, library)
        case "title":
            return _titled(f"“{words}”", library)
        case "more than" | "less than" | "exactly":
            return _sized(limit)
        case _:
            return Filter(f"with {limit.what}", partial(_lacks, limit.what, library))


def _in_time(limit: Limit, library: Library, now: float | None) -> Filter | None:
    time = dates.span(limit.words, _spoken(library), now)
    if time is None:
        return None
    first, last = time.years
    match limit.what:
        case "before":
            return _dated(f"dated {first - 1} or earlier", 0, first - 1)
        case "until":
            return _dated(f"dated {last} or earlier", 0, last)
        case "after":
            return _dated(f"dated {last + 1} or later", last + 1, 9999)
        case "since":
            return _dated(f"dated {first} or later", first, 9999)
    return _dated(f"dated {first}" if first == last else f"dated {first} to {last}", first, last)


def _dated(words: str, first: int, last: int) -> Filter:
    return Filter(
        words, lambda one: one.date[:4].isdecimal() and first <= int(one.date[:4]) <= last
    )


def _added(between: tuple[float, float], one: Document) -> bool:
    return between[0] <= one.added <= between[1]


def _sized(limit: Limit) -> Filter | None:
    """Bytes where a unit of them stands there, else pages."""
    found = _NUMBER.search(limit.words)
    if found is None:
        return None
    written, unit = found[1], (found[2] or "").lower()
    number = float(re.sub(r"[.,](?=\d{3}\b)", "", written).replace(",", "."))
    size = number * _BYTES.get(unit, 1.0)
    low = math.nextafter(size, math.inf) if limit.what == "more than" else size
    high = math.nextafter(size, 0) if limit.what == "less than" else size
    least = low if limit.what != "less than" else 0.0
    most = high if limit.what != "more than" else math.inf
    if unit:
        words = f"with {limit.what} {written} {unit.upper()}"
        return Filter(words, lambda one: least <= one.size_bytes <= most)
    return Filter(f"with {limit.what} {written} pages", lambda one: least <= one.pages <= most)


def _kind(word: str) -> str:
    """The kind of file that a word names, in the singular or with an s; "" for none."""
    small = word.lower().removesuffix("s")
    return "" if small in GENERIC else KINDS.get(word.lower()) or KINDS.get(small, "")


def _of_kinds(kinds: tuple[str, ...]) -> Filter:
    words = f"of the kind {' or '.join(f'“{kind}”' for kind in kinds)}"
    return Filter(words, lambda one: one.kind in kinds)


def _speaking(codes: Sequence[str]) -> Filter:
    return Filter(
        f"in {' or '.join(map(languages.name_of, codes))}", lambda one: one.language in codes
    )


def _lacks(what: str, library: Library, one: Document) -> bool:
    return not {
        "no author": one.authors,
        "no date": one.date,
        "no language": one.language,
        "no text": one.passages,
        "no tag": what == "no tag" and library.catalog.tags_of(one.id),
    }[what]


def _by(name: str, library: Library) -> Filter:
    """An author that no document has is a filter, too, and lets nothing through."""
    wanted = set(normal(name).split())
    ids = {id for id, who in library.catalog.authors() if wanted <= set(normal(who).split())}
    return Filter(f"by {name}", lambda one: one.id in ids)


def _tagged(said: str, library: Library) -> Filter:
    ids = library.catalog.ids_tagged(key(said))
    return Filter(f"tagged “{said}”", lambda one: one.id in ids)


def _within(name: str, library: Library) -> Filter | None:
    if library.catalog.collection(key(name)) is None:
        return None
    ids = library.finder.scope(name).documents
    return Filter(f"in “{name}”", lambda one: one.id in ids)


def _titled(question: str, library: Library) -> Filter | None:
    """Documents called by their title, or by a part of it in quotation marks."""
    documents = library.documents()
    ids = set(TitleIndex((one.id, one.title) for one in documents).mentioned(question))
    parts = [part for part in map(normal, _QUOTED.findall(question)) if part]
    ids |= {one.id for one in documents if any(part in normal(one.title) for part in parts)}
    if not ids:
        return None
    titles = [f"“{one.title}”" for one in documents if one.id in ids]
    return Filter(f"called {' or '.join(titles[:3])}", lambda one: one.id in ids)


def _spoken(library: Library) -> list[str]:
    return library.retrieval.languages()
