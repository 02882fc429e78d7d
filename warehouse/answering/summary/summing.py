"""Summarise: something of every document in reach, or of those that are named, then the whole.

Map: each document gives its most telling words, prose that stands nearest to its own header; a
document that is summarised alone gives one piece for each of its parts. Each piece is told in a
sentence of the model's own and checked, or quoted where that cannot be proven (writing/wording.py).
Reduce: two or three sentences on the whole, from what is proven. A library too large to be told
whole is told by those of its documents that differ most; what all headers have in common is
counted, and the rest is listed. What is to be summarised may be called by a title, a part of one
in quotation marks, or by what the catalog knows ("my German documents"); where it is nothing of
the kind it is a topic, which is looked for in the documents instead (routing.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.answering.answer import Written, gathered
from warehouse.answering.summary import telling
from warehouse.answering.summary.spread import spread, topics_roll
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.evidence import pinned
from warehouse.question.reading import Reading
from warehouse.records import Document, Place
from warehouse.results.provenance import Item, Roll, Way, plural
from warehouse.results.records import Answer, Evidence, Node, Research, Structure, SubQuery
from warehouse.search.names import TitleIndex, normal
from warehouse.steering import Numbers, node_at
from warehouse.text import tokens_about
from warehouse.writing.parts import Prose

MOST_TOLD = 24
NOTHING = "no sentence of it could be told"
FEW = 2  # documents that are told by their parts
_QUOTED = re.compile(r"[\"“„«]([^\"”“»]{3,})[\"”“»]")


class _Chosen(Struct, frozen=True):
    """``documents`` are to be summarised, ``told`` those of them that are put into words.

    ``limits`` says which are wanted, as in "in German"; those of a few are told by their parts.
    """

    documents: tuple[Document, ...]
    told: tuple[Document, ...]
    named: bool
    limits: str = ""


def answer(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled. Without any document that can be read it is an absence answer."""
    question, route = reading.text, reading.route
    chosen = _chosen(reading, context)
    if not chosen.documents:
        made = absence(question, route.kind, Research(question, Structure(), ()), context)
        which = f": no document {chosen.limits} can be read" if chosen.limits else ""
        return structs.replace(made, way=Way(route, f"There was nothing to summarise{which}."))
    prose = Prose(context.library)
    context.run.step("reading", 0, len(chosen.told))
    by_parts = bool(chosen.named or chosen.limits) and len(chosen.told) <= FEW
    numbers = context.steering.numbers
    pieces = telling.pieces(chosen.told, by_parts, context.library, prose, numbers)
    pieces = _with_kept(pieces, context.steering.course.places, numbers, context.library)
    chain = _chain(question, chosen, pieces, context.library)
    context.run.show(chain)
    told, losses = telling.told(pieces, by_parts, context)
    if not told:
        made = absence(question, route.kind, chain, context)
        return structs.replace(made, way=Way(route, "No document has a sentence to tell."))
    chosen = _that_were_told(chosen, [one.piece.place.document for one in told])
    called = (
        ", ".join(one.title for one in chosen.told) if chosen.named else _whole(context.library)
    )
    title = f"Documents {chosen.limits}" if chosen.limits else called
    begun, own, unsaid = telling.opening(title, told, context)
    text, claims = telling.text((begun, own), told, _head(chosen, context.library))
    losses = [*chain.losses, *losses, *unsaid, *_untold(chosen)]
    chain = structs.replace(chain, losses=tuple(losses))
    way = Way(route, _how(chosen, by_parts), _rolls(chosen, context.library))
    return gathered(Written(text, claims, chain.evidence), chain, way, context)


def of_documents(reading: Reading, library: Library) -> bool:
    """Is it documents that are to be summarised, and not a topic?"""
    return bool(_named(reading.text, library.documents())) or reading.about.documents


def _chosen(reading: Reading, context: Context) -> _Chosen:
    """Those the question names, else those it is limited to, else all; what the user has pinned or
    kept is always told.
    """
    readable = [one for one in context.library.documents() if one.passages]
    pinned = {one.id for one in readable} & context.steering.course.insisted
    named, limits = _named(reading.text, readable), ""
    if not named and reading.limits.all:
        limits = reading.limits.words
        readable = reading.limits.let(readable)
    called = {one.id for one in named} | pinned
    wanted = [one for one in readable if one.id in called] if named else readable
    context.run.step("choosing", 0, len(wanted))
    told = wanted
    if len(wanted) > MOST_TOLD:
        others = [one for one in wanted if one.id not in pinned]
        chosen = pinned | {
            one.id for one in spread(others, MOST_TOLD - len(pinned), context.library)
        }
        told = [one for one in wanted if one.id in chosen]
    return _Chosen(tuple(wanted), tuple(told), bool(named), limits)


def _with_kept(
    pieces: Sequence[Evidence], places: Sequence[Place], numbers: Numbers, library: Library
) -> list[Evidence]:
    """The pieces and the words that the user keeps, each once, by document."""
    kept = pinned.places(places, pieces, numbers, library)
    every = {one.number: one for one in (*pieces, *kept)}
    order = list(dict.fromkeys(one.place.document for one in every.values()))
    return sorted(every.values(), key=lambda one: order.index(one.place.document))


def _that_were_told(chosen: _Chosen, ids: Sequence[str]) -> _Chosen:
    """Without the documents of which nothing could be told."""
    return structs.replace(chosen, told=tuple(one for one in chosen.told if one.id in set(ids)))


def _named(question: str, readable: Sequence[Document]) -> list[Document]:
    """Documents that the question calls by their title, or by a part of it in quotation marks."""
    called = set(TitleIndex((one.id, one.title) for one in readable).mentioned(question))
    parts = [normal(part) for part in _QUOTED.findall(question)]
    return [
        one
        for one in readable
        if one.id in called or any(part and part in normal(one.title) for part in parts)
    ]


def _chain(
    question: str, chosen: _Chosen, pieces: Sequence[Evidence], library: Library
) -> Research:
    read = tuple(dict.fromkeys(one.place.document for one in pieces))
    intent = Node(
        id=node_at(0),
        title="What each document says",
        state="resolved" if pieces else "unresolved",
        sub_queries=(SubQuery(question, 1, len(chosen.documents)),),
        seen=len(chosen.documents),
        screened_out=len(chosen.documents) - len(chosen.told),
        read=len(read),
        evidence=tuple(one.number for one in pieces),
    )
    seen = tokens_about(sum(library.catalog.length(id) for id in read))
    return Research(
        question, Structure(nodes=(intent,)), tuple(pieces), read=read, seen_tokens=seen
    )


def _untold(chosen: _Chosen) -> list[Loss]:
    told = {one.id for one in chosen.told}
    many = len(chosen.documents) > MOST_TOLD
    reason = f"not among the {MOST_TOLD} that differ most" if many else NOTHING
    rest = [one for one in chosen.documents if one.id not in told]
    return [Loss("choosing", one.title, reason, one.id) for one in rest]


def _whole(library: Library) -> str:
    return f"“{library.scope.name}”" if library.scope else "The library"


def _head(chosen: _Chosen, library: Library) -> str:
    """What is told here, counted; the rolls begin with the documents told."""
    if chosen.named:
        return ""
    told, every = len(chosen.told), len(chosen.documents)
    where = f"in “{library.scope.name}”" if library.scope else "in your library"
    which = f"{chosen.limits} {where}".strip()
    if told == every == 1:
        return f"The one document {which} that can be read (list 1)."
    if told == every:
        return f"All {plural(every, 'document')} {which} that can be read (list 1)."
    most = ", those that differ most" if every > MOST_TOLD else ""
    return (
        f"{told:,} of {every:,} documents {which} are told here{most} (list 1); "
        "the others are in list 2, what comes back in the headers of all of them in list 3."
    )


def _how(chosen: _Chosen, by_parts: bool) -> str:
    every, told = plural(len(chosen.documents), "document"), len(chosen.told)
    by = "part by part" if by_parts else "by the words nearest to its own header"
    rest = "" if told == len(chosen.documents) else f", {told:,} of them put into words"
    return f"Map and reduce over {every}{rest}: each read {by}, told in a sentence, and joined."


def _rolls(chosen: _Chosen, library: Library) -> tuple[Roll, ...]:
    told = {one.id for one in chosen.told}
    rest = [one for one in chosen.documents if one.id not in told]
    found = [Roll("Told here", tuple(Item(one.id, one.title) for one in chosen.told))]
    if rest:
        found.append(Roll("Not told here", tuple(Item(one.id, one.title) for one in rest)))
        found.append(topics_roll(chosen.documents, library))
    return tuple(found)
