"""Which documents a question is limited to, looked up in the catalog.

What the model says limits them (details.py) is a *filter* where the catalog knows such a thing, and
else *unknown*, which the answer tells. Authors, collections, titles, kinds and languages that stand
in the question beside its matter are filters, too.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from warehouse.library import Library
from warehouse.question import dates
from warehouse.question.details import KINDS as KIND_NAMES
from warehouse.question.details import Details, Limit
from warehouse.records import Document
from warehouse.search import languages
from warehouse.search.analyzer import is_whole
from warehouse.search.collections.fields import KINDS
from warehouse.search.collections.naming_and_filing import key
from warehouse.search.common_words import is_common
from warehouse.search.names import TitleIndex, normal

_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)\s*([kmg]b)?", re.IGNORECASE)
_BYTES = {"kb": 1e3, "mb": 1e6, "gb": 1e9}
_SAID = {"author": "by {}", "tag": "tagged “{}”", "in": "in “{}”", "title": "called “{}”"}
"""Of each field of the search box what it lets through."""
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
GENERIC = ("document", "text", "page", "word", "book")  # said of files of any kind
SHORTEST = 4  # letters of a language's name, or of one word of a title; shorter ones are codes


class Filter(Struct, frozen=True):
    """``words`` as in "dated 2019"; ``lets`` says whether a document may through. Of several with
    the same ``field`` one is enough.
    """

    words: str
    lets: Callable[[Document], bool]
    field: str = ""


class Filters(Struct, frozen=True):
    """``unknown`` are the words of limits that the catalog knows nothing of."""

    all: tuple[Filter, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return ", ".join(one.words for one in self.all)

    def let(self, documents: Sequence[Document]) -> list[Document]:
        fields: dict[str, list[Filter]] = {}
        for one in self.all:
            fields.setdefault(one.field or one.words, []).append(one)
        return [
            document
            for document in documents
            if all(any(one.lets(document) for one in some) for some in fields.values())
        ]


def checked(details: Details, library: Library, now: float | None = None) -> Filters:
    """The limits that the model has told; ``now`` is Unix seconds, for "last week"."""
    found = [(limit, _of(limit, library, now)) for limit in details.limits]
    return Filters(
        tuple(one for _, one in found if one is not None),
        tuple(limit.words for limit, one in found if one is None),
    )


def known(details: Details, library: Library) -> tuple[Filters, list[str]]:
    """What limits the documents, and words that belong to the matter, as an unknown author's."""
    documents = library.documents()
    titles = {normal(one.title) for one in documents}  # whole: a word of one may be the matter
    told = [
        (limit.words, _of(limit, library, None))
        for limit in details.limits
        if not (limit.what == "title" and limit.words == details.about)
        or normal(limit.words) in titles
    ]
    real = [
        (words, one)
        for words, one in told
        if one and (one.field not in _SAID or any(map(one.lets, documents)))
    ]
    unknown = [words for words, _ in told if words not in dict(real)]
    return Filters(tuple(one for _, one in real)), unknown


def standing(question: str, library: Library, dated: bool) -> Filters:
    """What stands in the question and the catalog knows; ``dated``: years, too (no model tells)."""
    digits = dated and any(map(str.isdigit, question))
    times = [_dated(time.words, *time.years)] if digits and (time := dates.span(question)) else []
    return Filters((*_standing(question, library), *times))


def joined(told: Filters, own: Filters) -> Filters:
    """Both; of what says the same the first."""
    every = {one.words: one for one in (*own.all, *told.all)}
    return Filters(tuple(every.values()), told.unknown)


def _standing(question: str, library: Library) -> Iterator[Filter]:
    folded = f" {normal(question)} "
    for who in sorted({who.strip() for _, who in library.catalog.authors() if normal(who)}):
        if f" {normal(who)} " in folded:
            yield _holding("author", who, library)
    for shelf in library.shelves.all():
        if _stands_whole(shelf.name, question):
            yield _holding("in", shelf.name, library)
    titles = {one.id: one.title for one in library.documents()}
    for id in TitleIndex(titles.items()).mentioned(question):
        yield _holding("title", titles[id], library)
    words = _WORD.findall(question)
    for kind in dict.fromkeys(filter(None, map(_kind, words))):
        yield _of_kind(kind)
    codes = {languages.code_of(word) for word in words if len(word) >= SHORTEST} - {""}
    yield from map(_speaking, sorted(codes))


def _stands_whole(name: str, question: str) -> bool:
    found = re.finditer(re.escape(name), question)
    return any(is_whole(question, *one.span()) for one in found)


def _of(limit: Limit, library: Library, now: float | None) -> Filter | None:
    words = limit.words
    match limit.what:
        case "in" | "before" | "until" | "after" | "since":
            return _in_time(limit, library, now)
        case "added":
            if (time := dates.span(words, library.retrieval.languages(), now)) is None:
                return None
            return Filter(f"added {words}", lambda one: time.holds(one.added))
        case "language":
            codes = sorted({languages.code_of(word) for word in _WORD.findall(words)} - {""})
            return _speaking(codes[0]) if codes else None
        case "author" | "tag" | "collection" | "title":
            if any(map(str.isdigit, words)) and dates.span(words, (), now):  # no name, but a time
                return _in_time(structs.replace(limit, what="in"), library, now)
            if kind := _kind(words):
                return _of_kind(kind)
            return _named(limit.what, words, library)
        case "more than" | "less than" | "exactly":
            return _sized(limit)
        case "no author" | "no date" | "no language" | "no text" | "no tag":
            return _lacking(limit.what, library)
        case kind:
            return _of_kind(KIND_NAMES.get(kind, kind))


def _named(what: str, words: str, library: Library) -> Filter | None:
    """An author or a tag that no document has is a filter, too, and lets nothing through."""
    if what == "collection":
        known = library.catalog.collection(key(words)) is not None
        return _holding("in", words, library) if known else None
    if what == "title":
        return _titled(words, library)
    return _holding(what, words, library)


def _titled(words: str, library: Library) -> Filter | None:
    """Documents with these words in their title. A short word that is no whole title, as the "R" of
    a book on statistics, is the matter.
    """
    telling = [word for word in words.split() if not is_common(word)]
    titles = {normal(one.title) for one in library.documents()}
    if max(map(len, telling), default=0) < SHORTEST and normal(" ".join(telling)) not in titles:
        return None
    found = _holding("title", " ".join(telling), library)
    return found if any(map(found.lets, library.documents())) else None


def _holding(field: str, words: str, library: Library) -> Filter:
    """As the search box finds them."""
    ids = library.finder.scope_of(f'{field}:"{words.replace(chr(34), " ")}"').documents
    return Filter(_SAID[field].format(words), lambda one: one.id in ids, field)


def _in_time(limit: Limit, library: Library, now: float | None) -> Filter | None:
    time = dates.span(limit.words, library.retrieval.languages(), now)
    if time is None:
        return None
    first, last = time.years
    words = f"{first}" if first == last else f"{first} to {last}"
    ways = {
        "before": (f"{first - 1} or earlier", 0, first - 1),
        "until": (f"{last} or earlier", 0, last),
        "after": (f"{last + 1} or later", last + 1, 9999),
        "since": (f"{first} or later", first, 9999),
    }
    return _dated(*ways.get(limit.what, (words, first, last)))


def _dated(words: str, first: int, last: int) -> Filter:
    return Filter(
        f"dated {words}",
        lambda one: one.date[:4].isdecimal() and first <= int(one.date[:4]) <= last,
    )


def _sized(limit: Limit) -> Filter | None:
    """Bytes where a unit of them stands there, else pages."""
    found = _NUMBER.search(limit.words)
    if found is None:
        return None
    written, unit = found[1], (found[2] or "").lower()
    number = float(re.sub(r"[.,](?=\d{3}\b)", "", written).replace(",", "."))
    size = number * _BYTES.get(unit, 1.0)
    meets = {"more than": operator.gt, "less than": operator.lt, "exactly": operator.eq}[limit.what]
    words = f"with {limit.what} {written} {unit.upper() or 'pages'}"
    return Filter(words, lambda one: meets(one.size_bytes if unit else one.pages, size))


def _kind(word: str) -> str:
    """The kind of file that a word names, in the singular or with an s; "" for none."""
    small = word.lower().removesuffix("s")
    return "" if small in GENERIC else KINDS.get(word.lower()) or KINDS.get(small, "")


def _of_kind(kind: str) -> Filter:
    return Filter(f"of the kind “{kind}”", lambda one: one.kind == kind, "kind")


def _speaking(code: str) -> Filter:
    return Filter(f"in {languages.name_of(code)}", lambda one: one.language == code, "language")


def _lacking(what: str, library: Library) -> Filter:
    fields = {"no author": "authors", "no date": "date", "no text": "passages"}
    if what == "no tag":
        return Filter(f"with {what}", lambda one: not library.catalog.tags_of(one.id))
    field = fields.get(what, "language")
    return Filter(f"with {what}", lambda one: not getattr(one, field))
