"""Summarise: something of every document in reach, or of those that are named, then the whole.

Each document gives its most telling words (told.py), prose that stands nearest to its own header; a
document that is summarised alone gives one piece for each of its parts. Then two or three sentences
on the whole. A library too large to be told whole is told by those of its documents that differ
most (chosen.py), and the rest is listed. What is no document is a topic (routing.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.answering.answer import gathered
from warehouse.answering.read_sentences import gone_through
from warehouse.answering.summary.chosen import MOST_TOLD, Chosen, choose, named, topics_roll
from warehouse.answering.summary.told import opened, pieces, told
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.absence.absent_answer import absence
from warehouse.question.reading import Reading
from warehouse.results.provenance import Item, Roll, Way, plural
from warehouse.results.records import Answer, Evidence, Research, SubQuery
from warehouse.text import tokens_about

NOTHING = "no sentence of it could be told"


def answer(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled. Without any document that can be read it is an absence answer."""
    question, route, library = reading.text, reading.route, context.library
    chosen = choose(reading, context)
    if not chosen.documents:
        made = absence(question, route.kind, Research(question), context)
        which = f": no document {chosen.limits} can be read" if chosen.limits else ""
        return structs.replace(made, way=Way(route, f"There was nothing to summarise{which}."))
    context.run.step("reading", 0, len(chosen.told))
    read = pieces(chosen, context)
    chain = _chain(question, chosen, read, library)
    context.run.show(chain)
    by_parts = chosen.by_parts
    made_of, losses = told(read, by_parts, context)
    if not made_of:
        made = absence(question, route.kind, chain, context)
        return structs.replace(made, way=Way(route, "No document has a sentence to tell."))
    kept = {one.piece.place.document for one in made_of}
    chosen = structs.replace(chosen, told=tuple(one for one in chosen.told if one.id in kept))
    written, unsaid = opened(_head(chosen, library), _title(chosen, library), made_of, context)
    written = structs.replace(written, evidence=chain.evidence)
    losses = [*chain.losses, *losses, *unsaid, *_untold(chosen)]
    chain = structs.replace(chain, losses=tuple(losses))
    way = Way(route, _how(chosen, by_parts), _rolls(chosen, library))
    return gathered(written, chain, way, context)


def of_documents(reading: Reading, library: Library) -> bool:
    """Is it documents that are to be summarised, and not a topic?"""
    return reading.about.documents or bool(named(reading.text, library.documents()))


def _chain(question: str, chosen: Chosen, read: Sequence[Evidence], library: Library) -> Research:
    opened = tuple(dict.fromkeys(one.place.document for one in read))
    seen = tokens_about(sum(library.catalog.length(id) for id in opened))
    made = Research(question, evidence=tuple(read), read=opened, seen_tokens=seen)
    count = len(chosen.documents)
    return gone_through(made, "What each document says", [SubQuery(question, 1, count)], count)


def _untold(chosen: Chosen) -> list[Loss]:
    many = len(chosen.documents) > MOST_TOLD
    reason = f"not among the {MOST_TOLD} that differ most" if many else NOTHING
    return [Loss("choosing", one.title, reason, one.id) for one in chosen.untold]


def _title(chosen: Chosen, library: Library) -> str:
    if chosen.limits:
        return f"Documents {chosen.limits}"
    if chosen.named:
        return ", ".join(one.title for one in chosen.told)
    return f"“{library.scope.name}”" if library.scope else "The library"


def _head(chosen: Chosen, library: Library) -> str:
    """What is told here, counted; the rolls begin with the documents told."""
    if chosen.named:
        return ""
    count, every = len(chosen.told), len(chosen.documents)
    where = f"in “{library.scope.name}”" if library.scope else "in your library"
    which = f"{chosen.limits} {where}".strip()
    if count == every:
        whole = "The one document" if every == 1 else f"All {plural(every, 'document')}"
        return f"{whole} {which} that can be read (list 1)."
    most = ", those that differ most" if every > MOST_TOLD else ""
    return (
        f"{count:,} of {every:,} documents {which} are told here{most} (list 1); "
        "the others are in list 2, what comes back in the headers of all of them in list 3."
    )


def _how(chosen: Chosen, by_parts: bool) -> str:
    by = "part by part" if by_parts else "by the words nearest to its own header"
    rest = f", {len(chosen.told):,} of them put into words" if chosen.untold else ""
    every = plural(len(chosen.documents), "document")
    return f"Map and reduce over {every}{rest}: each read {by}, told in a sentence, and joined."


def _rolls(chosen: Chosen, library: Library) -> tuple[Roll, ...]:
    rolls = [Roll("Told here", tuple(Item(one.id, one.title) for one in chosen.told))]
    if rest := chosen.untold:
        rolls.append(Roll("Not told here", tuple(Item(one.id, one.title) for one in rest)))
        rolls.append(topics_roll(chosen.documents, library))
    return tuple(rolls)
