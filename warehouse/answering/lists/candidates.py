"""The documents that a list is made from: every one in reach, by its words and by its header.

What neither the full-text index nor the ranked headers bring up is left out with the reason.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.answering.read_sentences import gone_through
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.sentences import Line, is_long, of_hits
from warehouse.question.reading import Reading
from warehouse.question.topics import Topic
from warehouse.records import Document, Hit, Place
from warehouse.results.records import Evidence, Research, SubQuery
from warehouse.search.collections.query_search import SOME_ONLY
from warehouse.text import plural, tokens_about

HALF = 0.5  # of the words of the topic, from which on a document is worth reading
NEAR = 0.35  # cosine to the topic from which a header or a passage is worth reading
MOST = 60  # documents that one list reads
HITS = 3  # passages of a long document
NAMING = 40  # of one in which things are named
PASSAGES = 80
HEADERS = 1000
LOSSES_TOLD = 300
STAGE = "screening"
FAR = "few of the words, and its header is far from them"
OVER = f"over the limit of {MOST} documents that one list reads"


class Reached(Struct, frozen=True):
    """A document worth reading, with its sentences to read; ``said``: all words stand together."""

    document: Document
    lines: tuple[Line, ...]
    said: bool


class Candidates(Struct, frozen=True):
    """``reached`` best first; ``looked`` counts the documents that were gone through.

    Of those over the limit ``counted`` have all of the words, where these decide; ``unread`` is how
    many may belong and were not read.
    """

    reached: tuple[Reached, ...] = ()
    counted: tuple[Document, ...] = ()
    unread: int = 0
    losses: tuple[Loss, ...] = ()
    looked: int = 0
    nearest: tuple[Place, ...] = ()

    @property
    def lines(self) -> list[Line]:
        return [line for reached in self.reached for line in reached.lines]


def find(topic: Topic, context: Context, naming: bool = False) -> Candidates:
    """Go through all documents that can be read. Raises Cancelled.

    ``naming``: things are wanted that documents name, so more of a long one is read.
    """
    library = context.library
    readable = {document.id: document for document in library.documents() if document.passages}
    context.run.step("searching", 0, len(readable), topic.words[:120])
    said, shares = _by_words(topic, library, frozenset(readable) if library.scope else None)
    hits = library.retrieval.passages(topic.words, PASSAGES)
    near = _nearness(topic, hits, library)
    pinned = context.steering.course.insisted
    worth = [id for id in readable if shares[id] >= HALF or near[id] >= NEAR or id in pinned]
    worth.sort(key=lambda id: (id not in pinned, id not in said, -shares[id] - near[id], id))
    reached: list[Reached] = []
    losses: list[Loss] = []
    for done, id in enumerate(worth[:MOST]):
        title = readable[id].title
        context.run.step("searching", done, min(len(worth), MOST), title)
        passages = _passages(id, topic, library, NAMING if naming else HITS)
        if len(passages) < (count := library.catalog.passage_count(id)):
            losses.append(Loss("reading", title, f"{len(passages)} of {count:,} passages read", id))
        reached.append(Reached(readable[id], tuple(of_hits(passages, library)), id in said))
    best = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:3]
    nearest = tuple(hit.place for hit in best)
    over = worth[MOST:]
    counted = tuple(readable[id] for id in over if topic.named and id in said)
    unread = 0 if topic.named and said.intersection(worth) else len(over)
    losses += _passed_over(readable, worth, {document.id for document in counted})
    looked = len(readable)
    return Candidates(tuple(reached), counted, unread, tuple(losses), looked, nearest)


def chain(
    reading: Reading,
    candidates: Candidates,
    evidence: tuple[Evidence, ...] | None = None,
    losses: Sequence[Loss] = (),
) -> Research:
    """One node: to go through everything for the topic; without ``evidence`` it is open."""
    words = reading.about.words
    read = tuple(reached.document.id for reached in candidates.reached)
    research = Research(
        task=reading.text,
        evidence=evidence or (),
        losses=(*candidates.losses, *losses),
        read=read,
        seen_tokens=tokens_about(sum(len(line.text) for line in candidates.lines)),
        nearest=candidates.nearest,
    )
    title, query = f"Every document, for “{words}”", SubQuery(words, 1, len(read))
    return gone_through(research, title, [query], candidates.looked, open=evidence is None)


def _by_words(
    topic: Topic, library: Library, within: frozenset[str] | None
) -> tuple[frozenset[str], Mapping[str, float]]:
    """Documents with all of the words in one passage or in the title; and which share each has."""
    shares = defaultdict[str, float](float)
    if not topic.content:  # a search without words finds everything
        return frozenset(), shares
    whole = library.finder.find(" ".join(topic.content), 1, within)
    for word in topic.content:
        for id in library.finder.find(word, 1, within).documents:
            shares[id] += 1 / len(topic.content)
    return frozenset() if SOME_ONLY in whole.note else whole.documents, shares


def _nearness(topic: Topic, hits: Sequence[Hit], library: Library) -> Mapping[str, float]:
    """The best cosine of each document's header and passages, for those that came back."""
    near = defaultdict[str, float](float)
    for header in library.retrieval.headers(topic.words, HEADERS):
        near[header.document] = header.dense or 0.0
    for hit in hits:
        near[hit.document] = max(near[hit.document], hit.dense or 0.0)
    return near


def _passages(id: str, topic: Topic, library: Library, most: int) -> list[Hit]:
    """All of a short document, of a long one the passages nearest to the topic; in its order."""
    if not is_long(id, library):
        return library.catalog.passage_hits(id)
    hits = library.retrieval.passages(topic.words, most, frozenset([id]))
    return sorted(hits, key=lambda hit: hit.start)


def _passed_over(
    readable: Mapping[str, Document], worth: Sequence[str], counted: Collection[str]
) -> list[Loss]:
    near = {*worth}
    over = [(id, OVER) for id in worth[MOST:] if id not in counted]
    left_out = [*over, *((id, FAR) for id in readable if id not in near)]
    losses = [Loss(STAGE, readable[id].title, reason, id) for id, reason in left_out[:LOSSES_TOLD]]
    rest = Counter(reason for _, reason in left_out[LOSSES_TOLD:])
    return losses + [
        Loss(STAGE, plural(count, "more document"), reason) for reason, count in rest.items()
    ]
