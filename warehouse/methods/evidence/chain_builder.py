"""The knowledge chain while it grows; every change is shown as an immutable snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.evidence_filter import sift
from warehouse.methods.evidence.findings import Findings
from warehouse.methods.evidence.pinned import places
from warehouse.methods.evidence.pool import Found, Pool
from warehouse.methods.evidence.reduction import notes
from warehouse.methods.evidence.sentences import SHORT_PASSAGES, Line
from warehouse.records import Place
from warehouse.results.records import (
    By,
    Decision,
    Evidence,
    Node,
    Recollection,
    Research,
    Structure,
    SubQuery,
)
from warehouse.search.names import TitleIndex, normal
from warehouse.steering import node_at


class ChainBuilder(Findings):
    """``asked`` holds every sub-query, folded, so that none is repeated."""

    def __init__(self, task: str, context: Context) -> None:
        super().__init__(" ".join(task.split()), context)
        self.has_long = any(document.passages > SHORT_PASSAGES for document in self.readable)
        self.pool = Pool(context.library)
        self.asked: set[str] = set()
        self.linked: dict[str, float] = {}
        self.intents: list[Node] = []
        self._aside: dict[str, Loss] = {}  # by this intent's screening, unless opened later
        self._recollections: list[Recollection] = []
        self._documents: set[str] = set()
        self._wished: set[int] = set()
        self._decisions: dict[tuple[str, By], Decision] = {}

    @property
    def current(self) -> Node:
        return self.intents[-1]

    @property
    def own(self) -> list[Evidence]:
        """The evidence of the intent in work."""
        return self.of(self.current.evidence)

    def begin(self, text: str) -> None:
        self.intents.append(Node(node_at(len(self.intents)), text, "open"))
        self._documents = set()
        self._losses += self._aside.values()
        self._aside = {}
        self.show()

    def searched(self, found: Iterable[Found], depth: int, supposed: str = "") -> None:
        """``supposed`` is that of the searches which has a supposed answer, if one has."""
        queries = list(self.current.sub_queries)
        for result in found:
            queries.append(
                SubQuery(result.query, depth, len(result.hits), result.query == supposed)
            )
            self._documents.update(hit.document for hit in result.hits)
            self._documents.update(header.document for header in result.headers)
            for hit in result.hits:
                self.found.setdefault(hit.id, hit)
        self._change(sub_queries=tuple(queries), seen=len(self._documents))

    def screened(self, losses: Sequence[Loss]) -> None:
        self._aside |= {loss.document: loss for loss in losses}
        self._change(screened_out=len(self._aside))

    def opened(self, lines: Sequence[Line]) -> None:
        """What was read, and the documents it calls by their title."""
        documents = dict.fromkeys(line.document for line in lines)
        self.read.update(documents)
        for document, strength in links(lines, self.titles).items():
            self.linked[document] = max(self.linked.get(document, 0.0), strength)
        for document in documents:
            self._aside.pop(document, None)
        self._change(read=self.current.read + len(documents), screened_out=len(self._aside))

    def keep(self, evidence: Sequence[Evidence], losses: Sequence[Loss]) -> None:
        self.evidence += evidence
        self._losses += losses
        numbers = (*self.current.evidence, *(piece.number for piece in evidence))
        self._change(evidence=numbers, notes=notes(self.of(numbers)))

    def unasked(self, wanted: Iterable[str], most: int) -> None:
        """Searches that were left out because there are enough."""
        left = [query for query in wanted if normal(query) and normal(query) not in self.asked]
        reason = f"over the limit of {most} searches a round"
        self._losses += [Loss("planning", query, reason) for query in left]

    def insist(self, wanted: Sequence[Place]) -> None:
        """Words that the user wants as evidence, whatever was said against them."""
        numbers, library = self._context.steering.numbers, self._context.library
        pieces = places(wanted, self.evidence, numbers, library)
        known = {piece.number: piece for piece in pieces}
        self.evidence = [known.pop(piece.number, piece) for piece in self.evidence]
        self.wish(pieces)
        if pieces:
            self.keep(tuple(known.values()), ())

    def remember(
        self,
        recollections: Sequence[Recollection],
        evidence: Sequence[Evidence],
        losses: Sequence[Loss],
    ) -> None:
        """Evidence that thoughts rest on, before anything is searched."""
        self._recollections += recollections
        self.read.update(dict.fromkeys(piece.place.document for piece in evidence))
        self.wish(evidence)
        self.keep(evidence, losses)

    def wish(self, evidence: Iterable[Evidence]) -> None:
        """Evidence that stays, whatever else there is."""
        self._wished.update(piece.number for piece in evidence)

    def sift(self) -> None:
        """Once the chain is complete: what is not needed beside the rest goes."""
        if self.evidence:
            self.decided("what is needed beside the rest", "fit")
        pieces, losses = sift(self.task, self.evidence, self._wished, self.titles, self._context)
        before = zip(self.evidence, pieces, strict=True)
        left = {old.number: piece.number for old, piece in before if piece is not None}
        self.evidence = [piece for piece in pieces if piece is not None]
        self._losses += losses
        for index, node in enumerate(self.intents):
            numbers = tuple(left[number] for number in node.evidence if number in left)
            text = notes(self.of(numbers))
            self.intents[index] = msgspec.structs.replace(node, evidence=numbers, notes=text)
        self.show()

    def answered(self, answer: str) -> None:
        """The current intent, in a few words."""
        self._change(found=answer)

    def noted(self, found: Mapping[str, str], losses: Sequence[Loss]) -> None:
        """What intents came to, by their ids, once all are explored."""
        self.intents = [
            msgspec.structs.replace(node, found=found.get(node.id, node.found))
            for node in self.intents
        ]
        self._losses += losses
        self.show()

    def decided(self, what: str, by: By, how: str = "", losses: Sequence[Loss] = ()) -> None:
        """Who took a decision, and what it left out; taken again it is told as the last time."""
        self._decisions[what, by] = Decision(what, by, how)
        self._losses += losses

    def close(self) -> None:
        self._change(state="resolved" if self.current.evidence else "unresolved")

    def named(self, intent: str) -> list[str]:
        """Documents called by their title in the task or the intent."""
        return list(dict.fromkeys(self.titles.mentioned(self.task) + self.titles.mentioned(intent)))

    def unused(self, lines: Sequence[Line]) -> list[Line]:
        """The lines that are not evidence already."""
        taken = [piece.place for piece in self.evidence]
        return [
            line
            for line in lines
            if not any(place.meets(line.document, line.start, line.end) for place in taken)
        ]

    def chain(self) -> Research:
        research = self.research(Structure(nodes=tuple(self.intents)))
        return msgspec.structs.replace(
            research,
            losses=(*research.losses, *self._aside.values()),
            recollections=tuple(self._recollections),
            decisions=tuple(self._decisions.values()),
        )

    def show(self) -> None:
        self._context.run.show(self.chain())

    def _change(self, **changes: object) -> None:
        self.intents[-1] = msgspec.structs.replace(self.current, **changes)
        self.show()


def links(lines: Sequence[Line], titles: TitleIndex) -> dict[str, float]:
    """The documents that ``lines`` of others call by their title, with the trust (0..1) in these:
    how probable their document is, over the most probable one.
    """
    best = max((line.source for line in lines), default=1.0)
    strengths: dict[str, float] = {}
    for line in lines:
        for document in titles.mentioned(line.text):
            if document != line.document:
                strengths[document] = max(strengths.get(document, 0.0), line.source / best)
    return strengths
