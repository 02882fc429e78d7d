"""Signs, found without the model, that a question may be limited to some of the documents.

A question for a fact costs one forward pass, so it is taken apart (details.py) only where a name
stands in it whole that the catalog knows some documents by, an author's, a tag's, a collection's or
a long document's, or a year that parts them. Whether that limits them or belongs to what is asked,
as the year in "When was the flood of 2019?", the model says then; what had no sign limits nothing.
Kinds and languages are no signs, since questions about anything name them, and neither is a name of
a single word outside quotation marks, as Debian.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from warehouse.library import Library
from warehouse.question import dates, filters
from warehouse.question.dates import Span, Way
from warehouse.question.details import Details, Limit, What
from warehouse.question.filters import QUOTES
from warehouse.records import Document
from warehouse.search.common_words import is_common
from warehouse.search.names import all_stand_in, normal, of_title, places

PASSAGES = 8
"""From which on a document may be asked what it says; the title of a shorter one, as of a page
about a town, is most often what is asked about.
"""
WORDS = 100  # of a question, that are looked at
TIMES = (*get_args(Way), "added")


def found(question: str, library: Library) -> list[Limit]:
    """As the model would tell them; one time stands for all that may be told of times."""
    question = " ".join(question.split()[:WORDS])
    words = frozenset(normal(question).split())
    documents = library.documents()
    named = [
        Limit(what, name)
        for what, name in dict.fromkeys(_names(documents, library))
        if words.issuperset(normal(name).split()) and _stands(name, question)
    ]
    texts = (*question.split(), question)  # "the 2019 report of 1850", "1998 to 2004"
    times = dict.fromkeys(filter(None, (dates.span(text, None) for text in texts)))
    timed = next((time for time in times if _parts(time, documents)), None)
    return [
        *(one for one in named if _lets_some(one, documents, library)),
        *([Limit("in", timed.words)] if timed else []),
    ]


def held(told: Iterable[Limit], signs: Sequence[Limit]) -> tuple[Limit, ...]:
    """Of what the model has told that of which there is a sign: times as they are told, names
    whole.
    """
    limits = [
        limit if limit.what in TIMES else sign
        for limit in told
        for sign in signs
        if _is_of(limit, sign)
    ]
    return tuple(dict.fromkeys(limits))


def _is_of(limit: Limit, sign: Limit) -> bool:
    if limit.what in TIMES:
        return sign.what == "in" and dates.span(limit.words, None) is not None
    one, other = limit.words, sign.words
    return limit.what == sign.what and (all_stand_in(one, other) or all_stand_in(other, one))


def _names(documents: Sequence[Document], library: Library) -> Iterator[tuple[What, str]]:
    for _, who in library.catalog.authors():
        yield "author", who
        if "," in who:  # Weber, Ida
            yield "author", " ".join(part.strip() for part in reversed(who.split(",")))
    for tag in library.catalog.tags():
        yield "tag", tag.name
    for shelf in library.shelves.all():
        yield "collection", shelf.name
    for document in documents:
        if document.passages >= PASSAGES:
            yield "title", document.title
            yield "title", of_title(document.title)


def _stands(name: str, question: str) -> bool:
    """In quotation marks, or as a name of two words or more that say something."""
    telling = sum(not is_common(word) for word in normal(name).split()) > 1
    return any(
        (telling and not question[start].islower()) or _is_quoted(question, start, end)
        for start, end in places(name, question)
    )


def _is_quoted(question: str, start: int, end: int) -> bool:
    around = question[start - 1 : start], question[end : end + 1]
    return all(mark and mark in QUOTES for mark in around)


def _lets_some(limit: Limit, documents: Sequence[Document], library: Library) -> bool:
    let = filters.checked(Details(limits=(limit,)), library).let(documents)
    return 0 < len(let) < len(documents)


def _parts(time: Span, documents: Sequence[Document]) -> bool:
    """Are some documents of this time or added in it, or are some earlier and some later?"""
    days = [one.date for one in documents if one.date]
    inside = sum(map(time.may_hold, days))
    added = sum(time.holds(one.added) for one in documents)
    outside = (any(map(time.bounded(way).may_hold, days)) for way in ("before", "after"))
    return any(0 < count < len(documents) for count in (inside, added)) or all(outside)
