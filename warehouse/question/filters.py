"""Which documents a question about the library is limited to: its limits, looked up in the catalog.

The words are read by limits.py. Authors, tags and collections are those of this library, and so are
titles: what is left of a question is taken for a title where one has all of it. What is left then
is *unknown*, and the answer says so. Each filter says in words what it lets through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import PurePath

from msgspec import Struct

from warehouse.library import Library
from warehouse.question import limits, remainder
from warehouse.question.limits import Limit
from warehouse.records import Document
from warehouse.search import analyzer
from warehouse.search.collections.naming_and_filing import key
from warehouse.search.names import normal


class Filter(Struct, frozen=True):
    """``words`` as in "dated 2019"; ``lets`` says whether a document may through."""

    words: str
    lets: Callable[[Document], bool]


class Filters(Struct, frozen=True):
    """``rest`` is the question without what the filters were read from, ``unknown`` the words of
    it that nothing explains.
    """

    all: tuple[Filter, ...]
    rest: str
    unknown: tuple[str, ...]


def read(question: str, library: Library, now: float | None = None, titles: bool = True) -> Filters:
    """All filters of a question; ``now`` is Unix seconds, for "last week". ``titles``: words that
    nothing explains may be those of a title.
    """
    said = limits.read(question, now)
    found = [one for limit in said if limit.words for one in _filters(limit, library)]
    for more in (_collection, _author):
        for one, limit in more(limits.blanked(question, said), library):
            found.append(one)
            said.append(limit)
    rest = limits.blanked(question, said)
    unknown = remainder.unexplained(rest)
    if titles and unknown and (ids := _titled(unknown, library)):
        words = f"with {' and '.join(f'“{word}”' for word in unknown)} in title or file name"
        found.append(Filter(words, partial(_is_among, ids)))
        unknown = []
    return Filters(tuple(found), rest, tuple(unknown))


def _filters(limit: Limit, library: Library) -> Iterator[Filter]:
    match limit.what:
        case "dated":
            yield Filter(limit.words, partial(_is_dated, limit))
        case "added":
            yield Filter(limit.words, lambda one: limit.first <= one.added <= limit.last)
        case "pages":
            yield Filter(limit.words, lambda one: limit.first <= one.pages <= limit.last)
        case "size":
            yield Filter(limit.words, lambda one: limit.first <= one.size_bytes <= limit.last)
        case "kind":
            yield Filter(limit.words, lambda one: one.kind in limit.values)
        case "language":
            yield Filter(limit.words, lambda one: one.language in limit.values)
        case "without":
            yield Filter(limit.words, partial(_lacks, limit.values[0], library))
        case "author":
            yield _by(limit.values[0], library)
        case "tag":
            yield _tagged(limit, library)


def _is_dated(limit: Limit, one: Document) -> bool:
    return one.date[:4].isdecimal() and limit.first <= int(one.date[:4]) <= limit.last


def _lacks(what: str, library: Library, one: Document) -> bool:
    return not {
        "an author": one.authors,
        "a date": one.date,
        "a language": one.language,
        "text": one.passages,
        "a tag": what == "a tag" and library.catalog.tags_of(one.id),
    }[what]


def _is_among(ids: frozenset[str], one: Document) -> bool:
    return one.id in ids


def _by(name: str, library: Library) -> Filter:
    """One that no document has is a filter, too, and lets nothing through."""
    wanted = set(normal(name).split())
    ids = {id for id, who in library.catalog.authors() if wanted <= set(normal(who).split())}
    return Filter(f"by {name}", partial(_is_among, frozenset(ids)))


def _author(rest: str, library: Library) -> Iterator[tuple[Filter, Limit]]:
    """The name of an author of this library, wherever it stands, as in "what did Ann Lee write"."""
    folded = f" {normal(rest)} "
    known = sorted({who for _, who in library.catalog.authors()}, key=lambda who: (-len(who), who))
    for who in known:
        name = normal(who)
        if f" {name} " in folded and (place := _place(who, rest)):
            yield _by(who, library), Limit("author", "", *place)
            return


def _tagged(limit: Limit, library: Library) -> Filter:
    said, quoted = limit.values
    tag = said if quoted else _known_tag(said, library)
    return Filter(f"tagged “{tag}”", partial(_is_among, library.catalog.ids_tagged(key(tag))))


def _known_tag(said: str, library: Library) -> str:
    """The longest tag that ``said`` begins with, as in "urgent do I have"; all of it for none."""
    words = said.split()
    begun = (" ".join(words[:size]) for size in range(len(words), 0, -1))
    return next((one for one in begun if library.catalog.tag_spelt(key(one))), said.strip())


def _collection(rest: str, library: Library) -> Iterator[tuple[Filter, Limit]]:
    """A collection or saved search that is called by its name, as a name is written."""
    folded = f" {normal(rest)} "
    for one in library.shelves.all():
        name = normal(one.name)
        if f" {name} " in folded and one.name[:1] in rest and (place := _place(one.name, rest)):
            ids = library.finder.scope(one.name).documents
            yield Filter(f"in “{one.name}”", partial(_is_among, ids)), Limit("tag", "", *place)
            return


def _place(name: str, text: str) -> tuple[int, int] | None:
    """Where the words of ``name`` stand in ``text``, whatever is between them."""
    words = [re.escape(word) for word in re.findall(r"\w+", name)]
    found = re.search(r"\W+".join(words), text, re.IGNORECASE) if words else None
    return found.span() if found else None


def _titled(words: Sequence[str], library: Library) -> frozenset[str]:
    """Documents that have all of the words in their title and the name of their file."""
    wanted = set(analyzer.terms(" ".join(words)))
    return frozenset(
        one.id
        for one in library.documents()
        if wanted and wanted <= set(analyzer.terms(f"{one.title} {PurePath(one.source).name}"))
    )
