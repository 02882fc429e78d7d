"""From the facets of an article to its evidence: each facet is an intent of the chain.

No planner is asked again: a facet has its question and its parts already. Its parts and one search
for its question bring up prose; the windows nearest to the question and the topic are kept, until
they carry the length the section is to have. What an earlier facet has, or nearly its words, is
not taken twice. Evidence of a chain that was given (an answer to write from) goes to the facet it
is nearest to, and keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.prose import leans
from warehouse.methods.evidence.reduction import LOST_CHARS, SAID_ALREADY, framed, made, notes
from warehouse.methods.evidence.repetition import KnownEvidence
from warehouse.records import Hit, Place
from warehouse.results.records import Evidence, Node, Research, Structure, SubQuery
from warehouse.search.embedding import Vector
from warehouse.search.rarity import word_shares
from warehouse.steering import node_at
from warehouse.text import shortened, tokens_about, words_in
from warehouse.writing.retold.parts import Key, Prose, Survey, Window, key_of
from warehouse.writing.retold.planned import Facet

SEARCHED = 10
EMBEDDED = 30
MOST_PIECES = 9
WORDS_READ = 1.7
FAR = 0.2
NEW_DOCUMENT = 0.45
OWN_PART = 0.1
TOPIC_SHARE = 0.3
LEANING = 0.1  # a window that begins with "it" has lost what the word stands for
NO_PROSE = "none of its prose was near enough to a section"
NOT_NEAR = "found for a section, but not near enough to the topic"


class Gathering:
    """Fills a chain facet by facet; ``shares`` holds each facet's evidence."""

    def __init__(
        self,
        chain: Research,
        survey: Survey,
        facets: Sequence[Facet],
        context: Context,
        prose: Prose,
    ) -> None:
        self._first = len(chain.nodes)
        self._chain = msgspec.structs.replace(chain, losses=(*chain.losses, *survey.losses))
        self._survey = survey
        self._facets = facets
        self._context = context
        self._prose = prose
        self._seen: dict[str, Hit] = {hit.id: hit for hit in survey.found.hits}
        self._known = KnownEvidence(context)
        self._owner = {
            part.key: index for index, facet in enumerate(facets) for part in facet.parts
        }
        self.shares: list[list[Evidence]] = [[] for _ in facets]

    def gather(self) -> Research:
        """The chain with an intent for each facet, shown while it grows."""
        self._adopt()
        self._topic = self._context.library.retrieval.embed([self._chain.task])[0]
        for index, facet in enumerate(self._facets):
            self._context.run.step("reading", index, len(self._facets), facet.title)
            self._one(index, facet)
            self._context.run.show(self._chain)
        unread = tuple(self._unread())
        self._chain = msgspec.structs.replace(self._chain, losses=(*self._chain.losses, *unread))
        return self._chain

    def _unread(self) -> Iterator[Loss]:
        """Documents that a search brought up and no section has read."""
        settled = {*self._chain.read, *(loss.document for loss in self._chain.losses)}
        for id in dict.fromkeys(hit.document for hit in self._seen.values()):
            if id not in settled:
                near = id in self._survey.documents
                reason = NO_PROSE if near else NOT_NEAR
                yield Loss("choosing", self._context.library.catalog.document(id).title, reason, id)

    def _one(self, index: int, facet: Facet) -> None:
        hits_by_query = {query: self._passages(query) for query in self._queries(index, facet)}
        hits = [hit for many in hits_by_query.values() for hit in many]
        self._seen.update((hit.id, hit) for hit in hits)
        windows = self._windows(index, facet, hits)
        kept = self._kept(index, facet, windows)
        fresh = [self._evidence(window, score, facet.question) for window, score in kept]
        self.shares[index] += fresh
        self._extend(facet, hits_by_query, fresh, windows)

    def _queries(self, index: int, facet: Facet) -> list[str]:
        """Its question, and the user's own searches; none for a section that is not wanted."""
        course = self._context.steering.course
        mine = course.searches.get(node_at(self._first + index), ())
        return list(filter(None, map(course.wanted, (facet.question, *mine)))) * facet.wanted

    def _passages(self, query: str) -> list[Hit]:
        return self._context.library.retrieval.passages(query, SEARCHED)

    def _windows(self, index: int, facet: Facet, hits: Sequence[Hit]) -> list[Window]:
        """Prose of the facet's own parts, and of what its question found and no other facet has."""
        parts = facet.parts if facet.wanted else ()
        facet_hits = [hit for part in parts for hit in self._prose.passages(part.key)]
        new_hits = [hit for hit in hits if self._may(index, hit)]
        taken = [piece.place for piece in self._chain.evidence]
        windows = [
            window
            for window in self._prose.windows(
                {hit.id: hit for hit in (*facet_hits, *new_hits)}.values()
            )
            if not any(_meets(window, place) for place in taken)
        ]
        shares = word_shares(
            (facet.question, self._chain.task), [window.framed for window in windows]
        )
        best = sorted(zip(shares, windows, strict=True), key=lambda pair: -pair[0])
        return [window for _, window in best[:EMBEDDED]]

    def _may(self, index: int, hit: Hit) -> bool:
        near = hit.document in self._survey.documents or (hit.dense or 0.0) >= NEW_DOCUMENT
        return near and self._owner.get(key_of(hit), index) == index

    def _kept(
        self, index: int, facet: Facet, windows: Sequence[Window]
    ) -> list[tuple[Window, float]]:
        """The nearest windows up to the wanted length, by part and in its order."""
        if not windows:
            return []
        places = {part.key: place for place, part in enumerate(facet.parts)}
        rows = self._context.library.retrieval.embed(
            [facet.question, *(window.framed for window in windows)]
        )
        nearness = (1 - TOPIC_SHARE) * (rows[1:] @ rows[0]) + TOPIC_SHARE * (rows[1:] @ self._topic)
        scores = [
            float(near) + OWN_PART * (key_of(window.hit) in places) - LEANING * leans(window.text)
            for near, window in zip(nearness, windows, strict=True)
        ]
        room = WORDS_READ * self._context.settings.article_words / len(self._facets)
        room -= sum(words_in(piece.text) for piece in self.shares[index])
        kept: list[tuple[Window, float]] = []
        for at in sorted(range(len(windows)), key=lambda at: -scores[at]):
            if room <= 0 or len(kept) == MOST_PIECES or scores[at] < FAR:
                break
            if self._is_new(windows[at], rows[at + 1]):
                kept.append((windows[at], scores[at]))
                room -= words_in(windows[at].text)
        kept.sort(key=lambda pair: _order(pair[0], places))
        return kept

    def _is_new(self, window: Window, row: Vector) -> bool:
        if self._known.is_new(window.text, row):
            return True
        what = f"{window.hit.title}: {shortened(window.text, LOST_CHARS)}"
        place = window.hit.document, window.start, window.end
        losses = (*self._chain.losses, Loss("reducing", what, SAID_ALREADY, *place))
        self._chain = msgspec.structs.replace(self._chain, losses=losses)
        return False

    def _adopt(self) -> None:
        """Share out the evidence that is there already."""
        given = self._chain.evidence
        if not given:
            return
        piece_texts = [framed(piece) for piece in given]
        facet_texts = [f"{facet.title}: {facet.question}" for facet in self._facets]
        rows = self._context.library.retrieval.embed([*piece_texts, *facet_texts])
        alike = rows[: len(given)] @ rows[len(given) :].T
        alike[:, [not facet.wanted for facet in self._facets]] = -1.0
        self._known.adopt(given, list(rows[: len(given)]))
        for piece, row in zip(given, alike, strict=True):
            key = (piece.place.document, piece.path, 0)
            self.shares[self._owner.get(key, int(np.argmax(row)))].append(piece)

    def _extend(
        self,
        facet: Facet,
        found: Mapping[str, Sequence[Hit]],
        fresh: list[Evidence],
        windows: Sequence[Window],
    ) -> None:
        chain = self._chain
        read = dict.fromkeys((*chain.read, *(window.hit.document for window in windows)))
        node = Node(
            id=node_at(len(chain.nodes)),
            title=facet.question,
            state="resolved" if fresh else "unresolved",
            sub_queries=tuple(SubQuery(query, 1, len(hits)) for query, hits in found.items()),
            seen=len({hit.document for hits in found.values() for hit in hits}),
            read=len({window.hit.document for window in windows}),
            evidence=tuple(piece.number for piece in fresh),
            notes=notes(fresh),
        )
        self._chain = msgspec.structs.replace(
            chain,
            structure=Structure("sections", (*chain.structure.nodes, node)),
            evidence=(*chain.evidence, *fresh),
            read=tuple(read),
            seen_tokens=tokens_about(sum(len(hit.text) for hit in self._seen.values())),
        )

    def _evidence(self, window: Window, score: float, query: str) -> Evidence:
        catalog = self._context.library.catalog
        stands = catalog.stands(window.hit.document, window.start, window.end)
        number = self._context.steering.numbers.of(stands[0])
        return made(window.hit, stands, window.text, query, min(1.0, max(0.0, score)), number)


def _order(window: Window, own: dict[Key, int]) -> tuple[int, str, int]:
    return own.get(key_of(window.hit), len(own)), window.hit.document, window.start


def _meets(window: Window, place: Place) -> bool:
    return place.meets(window.hit.document, window.start, window.end)
