"""Every document in reach, by its words and by its header: what a list is made from.

A search for passages brings up the best few; a list wants all. So the full-text index is asked for
every document in which the words of the topic stand, the headers of all documents are ranked, and
what neither knows is left out with the reason. Nothing is read here but the index.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.answering.lists import called
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.sentences import SHORT_PASSAGES, Line, of_hits
from warehouse.question.topics import Topic
from warehouse.records import Document, Hit, Place
from warehouse.results.records import Evidence, Node, Research, Structure, SubQuery
from warehouse.search.collections.finding import SOME_ONLY
from warehouse.search.rarity import word_shares
from warehouse.steering import node_at
from warehouse.text import tokens_about

HALF = 0.5  # of the words of the topic, from which on a document is worth reading
NEAR = 0.35  # cosine to the topic from which a header or a passage is worth reading
MOST = 60  # documents that one list reads
HITS = 3
NAMING = 40  # further passages of a long document, in which the noun of a list stands
PASSAGES = 80
HEADERS = 1000
LOSSES_TOLD = 300
STAGE = "screening"
FAR = "few of the words, and its header is far from them"
OVER = f"over the limit of {MOST} documents that one list reads"


class Reached(Struct, frozen=True):
    """A document worth reading, with its sentences to read; ``said``: all words stand together."""

    document: Document
    header: str
    lines: tuple[Line, ...]
    said: bool


class Map(Struct, frozen=True):
    """``reached`` best first; ``looked`` counts the documents that were gone through."""

    reached: tuple[Reached, ...]
    losses: tuple[Loss, ...]
    looked: int
    nearest: tuple[Place, ...]


def over(topic: Topic, context: Context, naming: bool = False) -> Map:
    """Go through all documents that can be read. Raises Cancelled.

    ``naming``: things are wanted that documents name, so more of a long one is read.
    """
    readable = {one.id: one for one in context.library.documents() if one.passages}
    context.run.step("searching", 0, len(readable), topic.words[:120])
    if not readable:
        return Map((), (), 0, ())
    ids = frozenset(readable) if context.library.scope else None
    said, shares = _by_words(topic, context.library, ids)
    hits = context.library.retrieval.passages(topic.words, PASSAGES)
    near = _nearness(topic, hits, context.library, len(readable))
    pinned = context.steering.course.insisted
    worth = [
        id for id in readable if shares[id] >= HALF or near.get(id, 0.0) >= NEAR or id in pinned
    ]
    worth.sort(
        key=lambda id: (id not in pinned, id not in said, -shares[id] - near.get(id, 0.0), id)
    )
    reached = []
    losses: list[Loss] = []
    for done, id in enumerate(worth[:MOST]):
        context.run.step("searching", done, min(len(worth), MOST), readable[id].title)
        found = _passages_of(id, topic, hits, context.library, naming)
        if len(found) < (count := context.library.catalog.passage_count(id)):
            told = f"{len(found)} of {count:,} passages read"
            losses.append(Loss("reading", readable[id].title, told, id))
        lines = of_hits(found, context.library)
        header = context.library.catalog.header(id)
        summary = header.summary if header else ""
        reached.append(Reached(readable[id], summary, tuple(lines), id in said))
    best = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:3]
    nearest = tuple(Place(hit.document, hit.page, hit.start, hit.end) for hit in best)
    losses += _losses(readable, worth)
    return Map(tuple(reached), tuple(losses), len(readable), nearest)


def chain(
    question: str,
    topic: Topic,
    mapped: Map,
    evidence: tuple[Evidence, ...] = (),
    losses: Sequence[Loss] = (),
    open: bool = False,
) -> Research:
    """One intent: to go through everything for the topic; ``open`` while that is worked on."""
    read = tuple(one.document.id for one in mapped.reached)
    intent = Node(
        id=node_at(0),
        title=f"Every document, for “{topic.words}”",
        state="open" if open else "resolved" if evidence else "unresolved",
        sub_queries=(SubQuery(topic.words, 1, len(read)),),
        seen=mapped.looked,
        screened_out=mapped.looked - len(read),
        read=len(read),
        evidence=tuple(one.number for one in evidence),
    )
    seen = sum(len(line.text) for one in mapped.reached for line in one.lines)
    return Research(
        task=question,
        structure=Structure(nodes=(intent,)),
        evidence=evidence,
        losses=(*mapped.losses, *losses),
        read=read,
        seen_tokens=tokens_about(seen),
        nearest=mapped.nearest,
    )


def best_line(topic: Topic, one: Reached) -> Line | None:
    """The sentence of a document with most of the topic's words, of several the one found first."""
    return next(iter(ranked(topic, one)), None)


def ranked(topic: Topic, one: Reached) -> list[Line]:
    """The sentences of a document by how many of the topic's words they have, rare ones first."""
    shares = word_shares([topic.words], [line.framed for line in one.lines])
    order = sorted(zip(shares, one.lines, strict=True), key=lambda pair: (-pair[0], -pair[1].near))
    return [line for _, line in order]


def _by_words(
    topic: Topic, library: Library, within: frozenset[str] | None
) -> tuple[frozenset[str], Mapping[str, float]]:
    """Documents with all of the words in one passage or in the title; and which share each has."""
    if not topic.content:  # a search without words finds everything
        return frozenset(), defaultdict(float)
    whole = library.finder.find(" ".join(topic.content), 1, within)
    said: frozenset[str] = frozenset() if SOME_ONLY in whole.note else whole.documents
    shares = Counter[str]()
    for word in topic.content:
        shares.update(library.finder.find(word, 1, within).documents)
    every = len(topic.content)
    return said, defaultdict(float, {id: count / every for id, count in shares.items()})


def _nearness(
    topic: Topic, hits: Sequence[Hit], library: Library, documents: int
) -> Mapping[str, float]:
    """The best cosine of each document's header and passages, for those that came back."""
    near: dict[str, float] = {}
    for header in library.retrieval.headers(topic.words, min(documents, HEADERS)):
        near[header.document] = header.dense or 0.0
    for hit in hits:
        near[hit.document] = max(near.get(hit.document, 0.0), hit.dense or 0.0)
    return near


def _passages_of(
    id: str, topic: Topic, hits: Sequence[Hit], library: Library, naming: bool
) -> list[Hit]:
    """All of a short document, of a long one the passages nearest to the topic."""
    if library.catalog.passage_count(id) <= SHORT_PASSAGES:
        return library.catalog.passage_hits(id)
    found = [hit for hit in hits if hit.document == id][:HITS]
    if len(found) < HITS:
        found = library.retrieval.passages(topic.words, HITS, frozenset([id]))
    if naming:
        known = {hit.id for hit in found}
        every = library.catalog.passage_hits(id)
        further = [one for one in every if one.id not in known and called.may_name(topic, one.text)]
        found = [*found, *further[:NAMING]]
    return sorted(found, key=lambda hit: hit.start)


def _losses(readable: Mapping[str, Document], worth: Sequence[str]) -> tuple[Loss, ...]:
    kept = set(worth)
    far = [Loss(STAGE, one.title, FAR, id) for id, one in readable.items() if id not in kept]
    many = [Loss(STAGE, readable[id].title, OVER, id) for id in worth[MOST:]]
    every = [*many, *far]
    if len(every) <= LOSSES_TOLD:
        return tuple(every)
    rest = len(every) - LOSSES_TOLD
    return (*every[:LOSSES_TOLD], Loss(STAGE, f"{rest:,} more documents", FAR))
