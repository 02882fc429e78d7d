"""Which documents a question is limited to, looked up in the catalog.

What the model says limits them (details.py) is a *filter* where the catalog knows such a thing, and
else *unknown*, which the answer tells. Authors, collections, titles, kinds and languages that stand
in the question beside its matter are filters, too. A name that the catalog knows is looked for
first: no word of it is a time, a kind or a language.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, structs

from warehouse.extent import PLACES
from warehouse.library import Library
from warehouse.question import dates
from warehouse.question.dates import Span, Way
from warehouse.question.details import Details, Limit, blanked
from warehouse.records import Document
from warehouse.search import languages
from warehouse.search.analyzer import bare, is_whole
from warehouse.search.collections.fields import KINDS, begins_in
from warehouse.search.collections.naming_and_filing import key
from warehouse.search.common_words import is_common
from warehouse.search.names import TitleIndex, all_stand_in, normal, of_title, places, stands_in

_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)\s*([kmg]b)?", re.IGNORECASE)
_BYTES = {"kb": 1e3, "mb": 1e6, "gb": 1e9}
_SAID = {"author": "by {}", "tag": "tagged “{}”", "in": "in “{}”", "title": "called “{}”"}
"""Of each field that holds names what it lets through."""
NO_MODEL = "(without a model “before” and “after” are not read)"
QUOTES = "\"'“”„‘’‚«»‹›「」『』"
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
GENERIC = ("document", "text", "page", "word", "book")  # said of files of any kind
SHORTEST = 4  # letters of a language's name, or of one word of a title; shorter ones are codes


class Filter(Struct, frozen=True):
    """``words`` as in "dated 2019"; ``lets`` says whether a document may through. Of several with
    the same ``field`` one is enough. ``name`` is what the catalog knows by these words.
    """

    words: str
    lets: Callable[[Document], bool]
    field: str = ""
    name: str = ""


Place = tuple[int, int]
Called = tuple[Place, Filter]
"""Where a name stands in the question, and whom it lets through."""


class Filters(Struct, frozen=True):
    """``unknown`` are the words of limits that the catalog knows nothing of."""

    all: tuple[Filter, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        texts = (" or ".join(filter_.words for filter_ in some) for some in self._fields())
        return ", ".join(texts)

    def let(self, documents: Sequence[Document]) -> list[Document]:
        fields = self._fields()
        return [
            document
            for document in documents
            if all(any(filter_.lets(document) for filter_ in some) for some in fields)
        ]

    def _fields(self) -> list[list[Filter]]:
        fields: dict[str, list[Filter]] = {}
        for filter_ in self.all:
            fields.setdefault(filter_.field or filter_.words, []).append(filter_)
        return list(fields.values())


def checked(details: Details, library: Library) -> Filters:
    """The limits that the model has told."""
    pairs = _looked_up(details.limits, library)
    return Filters(
        tuple(filter_ for _, filter_ in pairs if filter_ is not None),
        tuple(limit.words for limit, filter_ in pairs if filter_ is None),
    )


def known(details: Details, library: Library) -> tuple[Filters, list[str]]:
    """What limits the documents, and words that belong to the matter, as an unknown author's."""
    documents = library.documents()
    # whole: a word of one may be the matter
    titles = {normal(document.title) for document in documents}
    limits = [
        limit
        for limit in details.limits
        if not (limit.what == "title" and limit.words == details.about)
        or normal(limit.words) in titles
    ]
    pairs = [(limit.words, filter_) for limit, filter_ in _looked_up(limits, library)]
    real = [
        (words, filter_)
        for words, filter_ in pairs
        if filter_ and (filter_.field not in _SAID or any(map(filter_.lets, documents)))
    ]
    unknown = [words for words, _ in pairs if words not in dict(real)]
    return Filters(tuple(filter_ for _, filter_ in real)), unknown


def _looked_up(limits: Sequence[Limit], library: Library) -> list[tuple[Limit, Filter | None]]:
    """Each with what it lets through, less those of which the words are told of a name, too."""
    pairs = [(limit, _of(limit, library)) for limit in limits]
    names = [filter_.name for _, filter_ in pairs if filter_ and filter_.name]
    return [
        (limit, filter_)
        for limit, filter_ in pairs
        if (filter_ and filter_.name)
        or limit.what.startswith("no ")  # their words only say that it is wanted
        or not any(stands_in(limit.words, name) for name in names)
    ]


def standing(question: str, library: Library, told: Filters, dated: bool = False) -> Filters:
    """What is ``told``, and what else stands in the question and the catalog knows; of what says
    the same the one that was told. ``dated``: years, too (no model tells).
    """
    named = [(place, filter_) for filter_ in told.all for place in places(filter_.name, question)]
    spans = [place for place, _ in named]
    called = [pair for pair in _called(question, library) if pair[0] not in spans]
    spans += [place for place, _ in called]
    rest = " ".join(blanked(question, spans).split())
    inner = {filter_.words for _, filter_ in named} - _longest(named, spans)
    outer = [filter_ for _, filter_ in called if filter_.words in _longest(called, spans)]
    by_words = {
        filter_.words: filter_
        for filter_ in (*outer, *_standing(rest), *_years(rest, library, dated))
    }
    by_words |= {filter_.words: filter_ for filter_ in told.all if filter_.words not in inner}
    return Filters(tuple(by_words.values()), told.unknown)


def _called(question: str, library: Library) -> Iterator[Called]:
    """Names that the catalog knows. An author's of a single word has to stand as it is written
    there (WHO is not who), and so has a collection's that is not in quotation marks: many are
    words of any question, as To read.
    """
    for who in sorted({who for _, who in library.catalog.authors()}):
        is_one = " " not in normal(who)
        for start, end in places(who, question):
            as_written = not is_one or question[start:end] in who
            if as_written and (filter_ := _named("author", who, library)):
                yield (start, end), filter_
    for shelf in library.shelves.all():
        name = re.escape(shelf.name)
        quoted = rf"(?<=[{QUOTES}])(?i:{name})(?=[{QUOTES}])"
        for match in re.finditer(rf"{name}|{quoted}", question):
            whole = is_whole(question, *match.span())
            if whole and (filter_ := _named("collection", shelf.name, library)):
                yield match.span(), filter_
    titles = {document.id: document.title for document in library.documents()}
    mentioned = TitleIndex(titles.items()).mentioned(question)
    for title in dict.fromkeys(titles[id] for id in mentioned):
        ids = frozenset(id for id in mentioned if titles[id] == title)
        for place in places(title, question) or places(of_title(title), question):
            yield place, _one_of("title", title, ids)


def _longest(called: Iterable[Called], spans: Iterable[Place]) -> set[str]:
    """Words of those that do not only stand inside another name."""
    return {
        filter_.words
        for (start, end), filter_ in called
        if not any(
            first <= start and end <= last and last - first > end - start for first, last in spans
        )
    }


def _standing(question: str) -> Iterator[Filter]:
    words = _WORD.findall(question)
    for kind in dict.fromkeys(filter(None, map(_kind, words))):
        yield _of_kind(kind)
    codes = {languages.code_of(word) for word in words if len(word) >= SHORTEST} - {""}
    yield from map(_speaking, sorted(codes))


def _years(question: str, library: Library, dated: bool) -> Iterator[Filter]:
    digits = dated and any(map(str.isdigit, question))
    if digits and (time := dates.span(question, library.retrieval.languages())):
        filter_ = _dated(time)
        yield structs.replace(filter_, words=f"{filter_.words} {NO_MODEL}")


def _of(limit: Limit, library: Library) -> Filter | None:
    words = limit.words
    match limit.what:
        case "in" | "before" | "until" | "after" | "since":
            return _in_time(limit.what, words, library)
        case "added":
            if (time := dates.span(words, library.retrieval.languages())) is None:
                return None
            return Filter(f"added {words}", lambda one: time.holds(one.added))
        case "language":
            codes = sorted({languages.code_of(word) for word in _WORD.findall(words)} - {""})
            return _speaking(codes[0]) if codes else None
        case "author" | "tag" | "collection" | "title":
            return _named(limit.what, words, library) or _unknown(limit, library)
        case "more than" | "less than" | "exactly":
            return _sized(limit)
        case "no author" | "no date" | "no language" | "no text" | "no tag":
            return _lacking(limit.what, library)
        case kind:
            return _of_kind(KINDS[kind.split()[0]])


def _named(what: str, words: str, library: Library) -> Filter | None:
    """Of an author (words of one name), a tag, a collection, or a whole title; None where the
    catalog knows none so named.
    """
    ids: frozenset[str] = frozenset()
    if what == "collection":
        if (shelf := library.catalog.collection(key(words))) is None:
            return None
        return _one_of("in", shelf.name, library.finder.scope(shelf.name).documents)
    if what == "author":
        authors = library.catalog.authors()
        ids = frozenset(id for id, name in authors if _names(words, name))
    elif what == "tag":
        ids = library.catalog.ids_tagged(key(words))
    elif folded := normal(words):
        titles = library.catalog.titles()
        ids = frozenset(
            id for id, title in titles if folded in (normal(title), normal(of_title(title)))
        )
    return _one_of(what, words, ids) if ids else None


def _names(words: str, name: str) -> bool:
    """Does each of the words stand in an author's name, an initial at the beginning of a word?"""
    parts = normal(words.replace(".", " ")).split()
    if max(map(len, parts), default=0) < 2:  # initials alone would be of half of all authors
        return all_stand_in(words, name)
    plain = bare(name)
    return all(
        begins_in(part, plain) if len(part) == 1 else stands_in(part, name) for part in parts
    )


def _unknown(limit: Limit, library: Library) -> Filter | None:
    """A time or a kind that was taken for a name, or words of titles. An author or a tag that no
    document has is a filter, too, and lets nothing through.
    """
    what, words = limit.what, limit.words
    if any(map(str.isdigit, words)) and (time := _in_time("in", words, library)):
        return time
    if kind := _kind(words):
        return _of_kind(kind)
    if what == "title":
        return _titled(words, library)
    if what == "collection":
        return None
    return structs.replace(_one_of(what, words, frozenset()), name="")


def _titled(words: str, library: Library) -> Filter | None:
    """Documents with these words in their title. A short word, as the "R" of a book on statistics,
    is the matter.
    """
    telling = " ".join(word for word in words.split() if not is_common(word))
    if whole := _named("title", telling, library):
        return whole
    if max(map(len, telling.split()), default=0) < SHORTEST:
        return None
    titles = library.catalog.titles()
    ids = frozenset(id for id, title in titles if all_stand_in(telling, title))
    return _one_of("title", telling, ids) if ids else None


def _one_of(field: str, name: str, ids: frozenset[str]) -> Filter:
    return Filter(_SAID[field].format(name), lambda one: one.id in ids, field, name)


def _in_time(way: Way, words: str, library: Library) -> Filter | None:
    time = dates.span(words, library.retrieval.languages())
    return _dated(time.bounded(way)) if time else None


def _dated(time: Span) -> Filter:
    """Of several times one is enough; bounds hold together."""
    field = "time" if time.first and time.last else ""
    return Filter(f"dated {time.words}", lambda one: time.may_hold(one.date), field)


def _sized(limit: Limit) -> Filter | None:
    """Bytes where a unit of them stands there, else pages."""
    match = _NUMBER.search(limit.words)
    if match is None:
        return None
    written, unit = match[1], (match[2] or "").lower()
    number = float(re.sub(r"[.,](?=\d{3}\b)", "", written).replace(",", "."))
    size = number * _BYTES.get(unit, 1.0)
    meets = {"more than": operator.gt, "less than": operator.lt, "exactly": operator.eq}[limit.what]
    words = f"with {limit.what} {written} {unit.upper() or 'pages'}"
    if unit:
        return Filter(words, lambda one: meets(one.size_bytes, size))
    return Filter(words, lambda one: one.kind not in PLACES and meets(one.pages, size))


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
