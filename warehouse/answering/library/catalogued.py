"""Questions about the library itself, answered from the catalog without model or passage.

"How many documents do I have from 2019?", "what could not be read?", "which is the oldest?": the
words say what is to be counted (census.py) and of which documents (filters.py). Where they say
neither, everything that the catalog can say in a few lines is told, and what is said besides, and
not understood, is named. No sentence is a claim about what a document says, so none is checked:
each figure names the list it was counted from.
"""

from __future__ import annotations

import re

from msgspec import structs

from warehouse.answering.library import census
from warehouse.answering.library.census import Teller, Told, View
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.brief import Brief
from warehouse.methods.evidence.coverage import coverage
from warehouse.question import filters, signs
from warehouse.question.filters import Filters
from warehouse.question.vocabulary import ANYTHING, WRITING
from warehouse.results.provenance import Route, Way, plural
from warehouse.results.records import Answer, Research, Structure

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
        r"unreadable|failed|locked|encrypted|password|unlesbar|lesbar|illisible|ilegible|readable"
        r"|n[o']t (?:yet )?(?:be |been )?(?:read|opened|parsed|taken in)|nicht gelesen|pas .*lus?\b"
        r"|no se pud|无法|不能|没能|读不了|打不开|加密|没有被?(?:读|打开)",
        census.unreadable,
    ),
    (r"\bduplicates?\b|\bduplikate\b|\bdoublons?\b|\bduplicados?\b|重复", census.duplicates),
    (r"oldest|earliest|älteste", _OLDEST),
    (r"last added|recently added|most recently|latest added|added last\b(?! \w)"
     r"|add(?:ed)? (?:\w+ )?recently", _ADDED_LAST),
    (r"newest|latest|most recent|neueste", _NEWEST),
    (r"longest|längste|(?:most|meisten|plus de|más) (?:pages|seiten|páginas)", _LONGEST),
    (r"shortest|kürzeste|(?:fewest|least|wenigsten) (?:pages|seiten)", _SHORTEST),
    (r"largest|biggest|größte", _LARGEST),
    (r"smallest|kleinste", _SMALLEST),
    (r"\bhow (?:big|large)\b|\bsize\b|\bwie groß\b|\bmegabytes?\b", census.size),
    (r"\blanguages?\b|\bsprachen?\b|\blangues?\b|\bidiomas?\b", census.languages),
    (r"\bkinds? of\b|\bfile types?\b|\bformats?\b", census.kinds),
    (r"\b(?:authors|autoren|auteurs|autores)\b|\bwho wrote\b|作者", census.authors),
    (r"\b(?:which|what) years\b|\bwelchen jahren\b", census.years),
    (r"\b(?:which|what|how many) (?:\w+ )?(?:collections|saved searches)\b", census.collections),
    (r"\b(?:which|what|how many) (?:\w+ )?tags\b", census.tags),
    (r"\bhow many (?:\w+ )?pages\b|\bwie ?viele seiten\b|\bpáginas\b|\bcombien de pages\b"
     r"|多少页", census.pages),
    (r"\bhow many (?:\w+ )?passages\b", census.passages),
    (r"\bhow many (?:\w+ )?words\b|\bwie ?viele wörter\b|\bcombien de mots\b", census.words),
    (r"^(?:how|what)(?: is|'s|s)? (?:do i have |have i |there )?in (?:my|the|this|our)\b",
     census.overview),
)  # fmt: skip


def answer(question: str, route: Route, context: Context) -> Answer:
    """From the catalog alone, so without a call of the model."""
    context.run.step("counting", 0, 1)
    told = tell(question, context.library)
    chain = Research(question, Structure(), ())
    read = plural(len(context.library.documents()), "document")
    how = f"Counted in the catalog of {read}; no passage was read and no model asked."
    made = Answer(
        question=question,
        method=METHOD,
        text=told.text,
        absent=False,
        claims=(),
        research=chain,
        coverage=coverage(chain, Brief("", (), 0), (), context),
        spend=context.engine.spend(),
        way=Way(route, how, told.rolls),
    )
    context.run.show(made)
    return made


def tell(question: str, library: Library, now: float | None = None) -> Told:
    """``now`` is Unix seconds, for "last week"."""
    every = library.documents()
    found = filters.read(signs.bare(question), library, now)
    kept = [one for one in every if all(limit.lets(one) for limit in found.all)]
    scope = library.scope
    where = f"in “{scope.name}”" if scope else "in your library"
    if not every:
        return Told(f"There are no documents {where}.")
    limits = ", ".join(limit.words for limit in found.all)
    told = _teller(found)(View(kept, len(every), limits, where), library)
    said = [told.text]
    if not kept and len(found.all) > 1:
        alone = (f"{limit.words} {sum(map(limit.lets, every)):,}" for limit in found.all)
        said.append(f"Each by itself: {', '.join(alone)}.")
    if found.unknown:
        words = ", ".join(f"“{word}”" for word in found.unknown)
        said.append(f"Not counted by, since the catalog knows nothing of it: {words}.")
    return structs.replace(told, text="\n\n".join(said))


def _teller(found: Filters) -> Teller:
    asked = " ".join(found.rest.split())
    for words, tell_ in _ASKED:
        if re.search(words, asked, re.IGNORECASE):
            return tell_
    about_documents = found.all or re.search(
        rf"\b(?:{WRITING}|{ANYTHING}|pages)\b|\badd\b|文件|文档|资料", asked, re.IGNORECASE
    )
    return census.documents if about_documents else census.overview
