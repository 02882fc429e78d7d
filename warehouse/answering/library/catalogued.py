"""Questions about the library itself, answered from the catalog without a passage.

"How many documents do I have from 2019?", "what could not be read?", "which is the oldest?": what
is counted (census.py) and of which documents stands in the reading of the question. Where it says
neither, everything that the catalog can say in a few lines is told, and what limits it and the
catalog does not know is named. No sentence is a claim about what a document says, so none is
checked: each figure names the list it was counted from.
"""

from __future__ import annotations

from msgspec import structs

from warehouse.answering.library import census
from warehouse.answering.library.census import Teller, Told, View
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.brief import Brief
from warehouse.methods.evidence.coverage import coverage
from warehouse.question.reading import Reading
from warehouse.results.provenance import Way, plural
from warehouse.results.records import Answer, Research, Structure

METHOD = "library"
TELLERS: dict[str, Teller] = {
    "files": census.documents,
    "unreadable": census.unreadable,
    "duplicates": census.duplicates,
    "oldest": census.extremes(lambda one: one.date, "oldest", last=False),
    "newest": census.extremes(lambda one: one.date, "newest", last=True),
    "added": census.extremes(lambda one: one.added, "last added", last=True),
    "longest": census.extremes(lambda one: one.pages, "longest", last=True),
    "shortest": census.extremes(lambda one: one.pages, "shortest", last=False),
    "largest": census.extremes(lambda one: one.size_bytes, "largest", last=True),
    "smallest": census.extremes(lambda one: one.size_bytes, "smallest", last=False),
    "size": census.size,
    "languages": census.languages,
    "formats": census.kinds,
    "authors": census.authors,
    "years": census.years,
    "collections": census.collections,
    "tags": census.tags,
    "pages": census.pages,
    "passages": census.passages,
    "words": census.words,
    "everything": census.overview,
}
"""By the labels of question/catalog_questions.py."""


def answer(reading: Reading, context: Context) -> Answer:
    """From the catalog alone."""
    context.run.step("counting", 0, 1)
    told = tell(reading, context.library)
    chain = Research(reading.text, Structure(), ())
    read = plural(len(context.library.documents()), "document")
    how = f"Counted in the catalog of {read}; no passage was read."
    made = Answer(
        question=reading.text,
        method=METHOD,
        text=told.text,
        absent=False,
        claims=(),
        research=chain,
        coverage=coverage(chain, Brief("", (), 0), (), context),
        spend=context.engine.spend(),
        way=Way(reading.route, how, told.rolls),
    )
    context.run.show(made)
    return made


def tell(reading: Reading, library: Library) -> Told:
    every = library.documents()
    limits = reading.limits
    kept = limits.let(every)
    scope = library.scope
    where = f"in “{scope.name}”" if scope else "in your library"
    if not every:
        return Told(f"There are no documents {where}.")
    told = TELLERS[reading.counted](View(kept, len(every), limits.words, where), library)
    said = [told.text]
    if not kept and len(limits.all) > 1:
        alone = (f"{limit.words} {sum(map(limit.lets, every)):,}" for limit in limits.all)
        said.append(f"Each by itself: {', '.join(alone)}.")
    if limits.unknown:
        words = ", ".join(f"“{word}”" for word in limits.unknown)
        said.append(f"Not counted by, since the catalog knows nothing of it: {words}.")
    return structs.replace(told, text="\n\n".join(said))
