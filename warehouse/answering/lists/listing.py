"""List all, how many: every document gone through, not the best few passages.

Where documents are wanted, listing_documents.py says which belong; where things are wanted that
documents name, listing_things.py finds them. A figure is the length of the list that stands beside
it. What the user keeps stands on the list, whatever was said against it, and what was passed over
is in the loss ledger with the reason.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import msgspec

from warehouse.answering.answer import Written, gathered
from warehouse.answering.lists import entries, listing_documents, listing_things, mapping
from warehouse.answering.lists.entries import Entry, Numbered
from warehouse.answering.lists.listing_things import IN_COLUMN, NEAREST
from warehouse.answering.lists.mapping import Map
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.absence.absent_answer import absence
from warehouse.question.filters import Filters
from warehouse.question.reading import Reading
from warehouse.question.topics import Topic
from warehouse.records import Scope
from warehouse.results.provenance import Way, plural
from warehouse.results.records import Answer


def answer(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled. Nothing found is an absence answer."""
    question, route, topic = reading.text, reading.route, reading.about
    library, limited = narrowed(reading.limits, context.library)
    context = dataclasses.replace(context, library=library)
    mapped = mapping.over(topic, context, naming=not topic.documents)
    context.run.show(mapping.chain(question, topic, mapped, open=True))
    numbered = Numbered(topic.words, context.steering.numbers)
    if topic.documents:
        found, losses = listing_documents.found(topic, mapped, numbered, context)
    else:
        found, losses = listing_things.found(topic, mapped, numbered, context)
    found = [*entries.kept(context.steering.course, found, numbered, context.library), *found]
    chain = mapping.chain(question, topic, mapped, numbered.evidence, losses)
    context.run.show(chain)
    how = _how(topic, mapped, found) + limited
    if not found:
        made = absence(question, route.kind, chain, context)
        return msgspec.structs.replace(made, way=Way(route, how))
    text, claims = entries.told(_head(topic, found, mapped), found)
    way = Way(route, how, (entries.roll(f"Found for “{topic.words}”", found),))
    return gathered(Written(text, claims, chain.evidence), chain, way, context)


def narrowed(limits: Filters, library: Library) -> tuple[Library, str]:
    """The library limited to the documents that the question is limited to, as in "which German
    reports mention the flood?", and in words what of that the catalog does not know.
    """
    unknown = ", ".join(f"“{word}”" for word in limits.unknown)
    said = f" Not taken into account, since the catalog knows nothing of it: {unknown}."
    said = said if unknown else ""
    if not limits.all:
        return library, said
    ids = frozenset(one.id for one in limits.let(library.documents()))
    inside = f"{library.scope.name}, " if library.scope else ""
    scoped = library.within(Scope(f"{inside}documents {limits.words}", "", ids))
    return scoped, f" Only documents {limits.words} were gone through.{said}"


def _head(topic: Topic, found: Sequence[Entry], mapped: Map) -> str:
    count = len(found)
    if all(one.why == NEAREST for one in found):
        return f"No names could be picked out for “{topic.words}”; what stands nearest (list 1):"
    what = plural(count, "document") if topic.documents else f"{count:,}"
    was = "was" if count == 1 else "were"
    gone = f"after all {mapped.looked:,} documents were gone through"
    if mapped.looked == 1:
        gone = "in the one document there is"
    return f"{what} {was} found for “{topic.words}” (list 1), {gone}."


def _how(topic: Topic, mapped: Map, found: Sequence[Entry]) -> str:
    read = plural(len(mapped.reached), "document")
    said = topic.named and any(one.said for one in mapped.reached)
    mine = sum(one.why == entries.KEPT for one in found)
    others = [one for one in found if one.why != entries.KEPT]
    judged = (
        f"what belongs was judged {'by the words that stand there' if said else 'by the model'}"
    )
    if others and all(one.why.startswith(IN_COLUMN) for one in others):
        judged = "the list was read off a table that has a column of them, and no other text"
    elif others and all(one.why == NEAREST for one in others):
        judged = "no name could be picked out, so the nearest sentences stand for themselves"
    told = f"; {mine:,} you kept" if mine else ""
    return (
        f"Words and headers of all {mapped.looked:,} readable documents were gone through for "
        f"“{topic.words}”; {read} came near enough to be read; {judged}{told}."
    )
