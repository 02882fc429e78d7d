"""Signs, found without the model, that a question may be limited to some of the documents.

A question for a fact costs one forward pass, so it is taken apart (details.py) only where it says
something that the catalog knows some documents by, and not all. Whether that limits them or
belongs to the matter, as the year in "When was the flood of 2019?", the model says then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from warehouse.library import Library
from warehouse.question import dates, filters
from warehouse.question.dates import Span
from warehouse.question.details import Details, Limit
from warehouse.question.filters import QUOTES, Filter, Filters
from warehouse.records import Document
from warehouse.search.common_words import is_common
from warehouse.search.names import names

PARTS = 8
"""Passages from which on a document may be asked what it says; the title of a shorter one, as of a
page about a town, is most often what is asked about.
"""
_QUOTED = re.compile(rf"[{QUOTES}]([^{QUOTES}]+)[{QUOTES}]")
_RELATIVE = (2, 3)  # words of a time without digits, "last week"; one word is too seldom a time


def may_limit(question: str, library: Library) -> bool:
    documents = library.documents()
    return any(
        0 < sum(map(one.lets, documents)) < len(documents)
        for one in _known(question, documents, library)
    ) or any(_parts(time, documents) for time in _times(question, library))


def is_matter(limit: Filter, documents: Sequence[Document]) -> bool:
    """Is it a title that is rather what is asked about than a document that is to be asked?"""
    long = (one for one in documents if one.passages >= PARTS)
    return limit.field == "title" and not any(map(limit.lets, long))


def _known(question: str, documents: Sequence[Document], library: Library) -> Iterator[Filter]:
    """Of kinds, languages and names in the catalog. A name in the question may be a part of an
    author's; a tag, which may be any word, has to stand as a name there, or in quotation marks.
    """
    standing = filters.standing(question, library, Filters()).all
    yield from (one for one in standing if not is_matter(one, documents))
    called = [" ".join(w for w in name.split() if not is_common(w)) for name in names(question)]
    limits = [Limit("author", name) for name in called if name]
    limits += [Limit("tag", name) for name in (*called, *_QUOTED.findall(question)) if name]
    for limit in limits:
        yield from filters.checked(Details(limits=(limit,)), library).all


def _times(question: str, library: Library) -> Iterator[Span]:
    languages = library.retrieval.languages()
    words = question.split()
    texts = [question] if any(map(str.isdigit, question)) else []
    runs = (words[at : at + size] for size in _RELATIVE for at in range(len(words) - size + 1))
    texts += [text for run in runs if not any(map(str.isdigit, text := " ".join(run)))]
    yield from filter(None, (dates.span(text, languages) for text in texts))


def _parts(time: Span, documents: Sequence[Document]) -> bool:
    """Are some documents of this time or added in it, or are some earlier and some later?"""
    days = [one.date for one in documents if one.date]
    inside = sum(map(time.may_hold, days))
    added = sum(time.holds(one.added) for one in documents)
    outside = (any(map(time.bounded(way).may_hold, days)) for way in ("before", "after"))
    return any(0 < count < len(documents) for count in (inside, added)) or all(outside)
