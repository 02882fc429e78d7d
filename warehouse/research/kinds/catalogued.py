"""Questions about the library itself, answered from the catalog without model or passage.

"How many documents do I have from 2019?", "what could not be read?", "which is the oldest?": the
words say what is to be counted (census.py) and of which documents (filters.py). Where they say
neither, everything that the catalog can say in a few lines is told. No sentence is a claim about
what a document says, so none is checked: each figure names the list it was counted from.
"""

from __future__ import annotations

import re

from warehouse.library import Library
from warehouse.research.answer import coverage
from warehouse.research.context import Context
from warehouse.research.kinds import census, filters
from warehouse.research.kinds.census import Teller, Told, View
from warehouse.research.meter import Metered
from warehouse.research.records import Answer, Chain
from warehouse.research.ways import Route, Way, plural
from warehouse.run import Run

METHOD = "library"
_OLDEST = census.extremes(lambda one: one.date, "oldest", last=False)
_NEWEST = census.extremes(lambda one: one.date, "newest", last=True)
_ADDED_LAST = census.extremes(lambda one: one.added, "last added", last=True)
_LONGEST = census.extremes(lambda one: one.pages, "longest", last=True)
_SHORTEST = census.extremes(lambda one: one.pages, "shortest", last=False)
_LARGEST = census.extremes(lambda one: one.size_bytes, "largest", last=True)
_SMALLEST = census.extremes(lambda one: one.size_bytes, "smallest", last=False)

# What is asked for, by the words that ask for it; the first that stands in the question counts.
_ASKED: tuple[tuple[str, Teller], ...] = (
    (
        r"unreadable|failed|locked|encrypted|password|unlesbar|lesbar|illisible|ilegible"
        r"|n[o']t (?:yet )?(?:be |been )?(?:read|opened|parsed|taken in)|nicht gelesen|pas .*lus?\b"
        r"|no se pud",
        census.unreadable,
    ),
    (r"oldest|earliest|älteste", _OLDEST),
    (r"last added|recently added|most recently|latest added|added last\b(?! \w)", _ADDED_LAST),
    (r"newest|latest|most recent|neueste", _NEWEST),
    (r"longest|längste", _LONGEST),
    (r"shortest|kürzeste", _SHORTEST),
    (r"largest|biggest|größte", _LARGEST),
    (r"smallest|kleinste", _SMALLEST),
    (r"\bhow (?:big|large)\b|\bsize\b|\bwie groß\b|\bmegabytes?\b", census.size),
    (r"\blanguages?\b|\bsprachen?\b|\blangues?\b|\bidiomas?\b", census.languages),
    (r"\bkinds? of\b|\bfile types?\b|\bformats?\b", census.kinds),
    (r"\b(?:which|what|how many|welche|wie viele) (?:\w+ )?(?:authors|autoren)\b", census.authors),
    (r"\b(?:auteurs|autores)\b", census.authors),
    (r"\b(?:which|what) years\b|\bwelchen jahren\b", census.years),
    (r"\b(?:which|what|how many) (?:\w+ )?(?:collections|saved searches)\b", census.collections),
    (r"\b(?:which|what|how many) (?:\w+ )?tags\b", census.tags),
    (r"\bhow many (?:\w+ )?pages\b|\bwie viele seiten\b|\bpáginas\b|\bcombien de pages\b",
     census.pages),
    (r"\bhow many (?:\w+ )?passages\b", census.passages),
    (r"^(?:how|what) (?:is|do i have|have i) (?:there )?in (?:my|the|this|our)\b",
     census.overview),
)  # fmt: skip


def answer(question: str, route: Route, library: Library, meter: Metered, run: Run) -> Answer:
    """From the catalog alone, so without a call of the model."""
    run.step("counting", 0, 1)
    told = tell(question, library)
    chain = Chain(question, (), ())
    read = plural(len(library.documents()), "document")
    how = f"Counted in the catalog of {read}; no passage was read and no model asked."
    made = Answer(
        question=question,
        method=METHOD,
        text=told.text,
        absent=False,
        claims=(),
        chain=chain,
        coverage=coverage(chain, Context("", (), 0), (), library, meter),
        spend=meter.spend(),
        way=Way(route, how, told.rolls),
    )
    run.show(made)
    return made


def tell(question: str, library: Library, now: float | None = None) -> Told:
    """``now`` is Unix seconds, for "last week"."""
    every = library.documents()
    limits = filters.read(question, library, now)
    kept = [one for one in every if all(limit.lets(one) for limit in limits)]
    scope = library.scope
    where = f"in “{scope.name}”" if scope else "in your library"
    if not every:
        return Told(f"There are no documents {where}.")
    view = View(kept, len(every), ", ".join(limit.words for limit in limits), where)
    return _teller(question, bool(limits))(view, library)


def _teller(question: str, limited: bool) -> Teller:
    asked = " ".join(question.split())
    for words, tell_ in _ASKED:
        if re.search(words, asked, re.IGNORECASE):
            return tell_
    about_documents = limited or re.search(
        r"\b(?:documents?|files?|pdfs?|books?|papers?|reports?|letters?|e-?mails?|pages|dokumente?"
        r"|dateien?|bücher|fichiers?|livres?|documentos?|archivos?|libros?|articles?)\b|\badd\b",
        asked,
        re.IGNORECASE,
    )
    return census.documents if about_documents else census.overview
