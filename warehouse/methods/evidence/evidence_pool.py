"""The evidence that searches bring, for a structure of any kind: each piece once, numbered.

Several searches run side by side; of the passages that each brings up the sentences that tell most
of it are kept (E), and what says the same as evidence before it is not (R).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence import pinned, remembering, sentences
from warehouse.methods.evidence.extraction import Picked, extract
from warehouse.methods.evidence.findings import Findings
from warehouse.methods.evidence.nearest import nearest
from warehouse.methods.evidence.pieces import antecedents
from warehouse.methods.evidence.pool import side_by_side
from warehouse.methods.evidence.reduction import framed, reduce
from warehouse.methods.evidence.sentences import Line
from warehouse.proof import checks
from warehouse.records import Hit, Place, Recalled
from warehouse.results.records import Evidence, Research, Structure, SubQuery
from warehouse.search.embedding import Vectors
from warehouse.search.names import normal
from warehouse.text import WORD

MORE = 2  # times the passages are looked up, so that other documents have their say
LINE_CHARACTERS = 160  # of a sentence of a long document, where so many sentences may be kept
NEARLY = 0.75  # of the best cosine, from which they have
PAIRS = 12  # of words of a task that are looked at; a longer one is no topic
NEAR, NEARER = 0.4, 0.2  # cosine of a passage to a part of the task, and how much more than found


class Brought(Struct, frozen=True):
    """What one search brought: the numbers of its evidence, best documents first, and its count."""

    search: SubQuery
    numbers: tuple[int, ...]
    documents: tuple[str, ...]


class Breadth(Struct, frozen=True):
    """Of each search so many passages are read, so many sentences kept, from ``least`` on (their
    probability to answer; None: the fit's threshold). ``topical``: those nearest to the search and
    the task are kept instead, for a task that asks nothing.
    """

    passages: int = 5
    kept: int = 4
    least: float | None = None
    topical: bool = False


class EvidencePool(Findings):
    """Grows by ``ask``; ``research`` is what there is, over a structure of the method's own."""

    def __init__(self, task: str, context: Context, breadth: Breadth | None = None) -> None:
        super().__init__(task, context)
        self._breadth = breadth or Breadth()
        self._asked: dict[str, Brought] = {}
        self._left_out: tuple[Place, ...] = ()

    def adopt(self, evidence: Sequence[Evidence], rows: Vectors | None = None) -> None:
        """What is known already, from elsewhere: searches bring nothing of it again. ``rows`` are
        the vectors of the framed pieces, where they are known.
        """
        if rows is None:
            rows = self._context.library.retrieval.embed([framed(piece) for piece in evidence])
        self.known.adopt(evidence, list(rows))
        self.evidence += evidence

    def leave_out(self, places: Sequence[Place]) -> None:
        """Words that the user does not want: no search brings them."""
        self._left_out = tuple(places)

    def is_left_out(self, words: Place | Line) -> bool:
        return any(place.meets(words.document, words.start, words.end) for place in self._left_out)

    def begin(self) -> list[Brought]:
        """What a search for the task brings, and one for each part of it that this tells little of,
        and the library more: of two halves ("reporting bugs and contributing changes") the first
        would be all.
        """
        brought = self.ask([self.task])
        return [*brought, *self.ask(self._untold())]

    def _untold(self) -> list[str]:
        """Words of the task, two in a row, to which the best passage of the library is far nearer
        than any evidence; none of them twice, those before others to which it is the more so.
        """
        self._context.run.check()
        words = [word for word in WORD.findall(self.task) if checks.content(word)]
        pairs = [" ".join(two) for two in pairwise(words)][:PAIRS]
        if not pairs or not self.evidence:
            return []
        retrieval = self._context.library.retrieval
        rows = retrieval.embed([*pairs, *map(framed, self.evidence)])
        told = (rows[: len(pairs)] @ rows[len(pairs) :].T).max(axis=1)
        hits_of_pairs = side_by_side(lambda pair: retrieval.passages(pair, 1), pairs)
        more: dict[int, float] = {}
        for at, (hits, near) in enumerate(zip(hits_of_pairs, told, strict=True)):
            best = max((hit.dense or 0.0 for hit in hits), default=0.0)
            if best >= NEAR and best - float(near) >= NEARER:
                more[at] = best - float(near)
        chosen: list[int] = []
        for at in sorted(more, key=lambda at: -more[at]):
            if not {at - 1, at + 1} & {*chosen}:
                chosen.append(at)
        return [pairs[at] for at in sorted(chosen)]

    def ask(self, queries: Sequence[str], depth: int = 1) -> list[Brought]:
        """For each query what it brought; one that was asked before brings the same again."""
        self._context.run.check()
        course = self._context.steering.course
        wanted = [course.wanted(" ".join(query.split())) for query in queries]
        fresh = {normal(query): query for query in wanted if normal(query) not in self._asked}
        fresh.pop("", None)
        retrieve, most = self._context.library.retrieval.passages, self._breadth.passages
        hits = side_by_side(lambda query: retrieve(query, MORE * most), fresh.values())
        for (folded, query), passages in zip(fresh.items(), hits, strict=True):
            self._asked[folded] = self._brought(query, spread(passages, most), depth)
        nothing = Brought(SubQuery("", depth, 0), (), ())
        return [self._asked.get(normal(query), nothing) for query in wanted]

    def lose(self, losses: Iterable[Loss]) -> None:
        self._losses += losses

    def finished(self, structure: Structure, recalled: Sequence[Recalled]) -> Research:
        """With what thoughts rest on and what the user insists on before the rest; shown."""
        research = remembering.first(self.research(structure), recalled, self._context)
        research = pinned.beforehand(self.task, research, self._context)
        self._context.run.show(research)
        return research

    def _brought(self, query: str, hits: Sequence[Hit], depth: int) -> Brought:
        documents = tuple(dict.fromkeys(hit.document for hit in hits))
        self.found.update((hit.id, hit) for hit in hits)
        self.read.update(dict.fromkeys(documents))
        read = sentences.of_hits(hits, self._context.library)
        lines = [line for line in read if not self.is_left_out(line)]
        picked = self._with_antecedents(self._picked((query, self.task), lines), lines)
        old_numbers = [
            piece.number
            for piece in self.evidence
            if any(
                piece.place.meets(pick.line.document, pick.line.start, pick.line.end)
                for pick in picked
            )
        ]
        new = [pick for pick in picked if not self._holds(pick.line.document, pick.line.start)]
        queries = dict.fromkeys(documents, query)
        fresh, losses = reduce(new, lines, queries, self.known, self._context)
        fresh = [piece for piece in fresh if not self.is_left_out(piece.place)]  # of a whole list
        self.evidence += fresh
        self._losses += losses
        numbers = dict.fromkeys([*old_numbers, *(piece.number for piece in fresh)])
        return Brought(SubQuery(query, depth, len(hits)), tuple(numbers), documents)

    def _picked(self, wanted: Sequence[str], lines: Sequence[Line]) -> list[Picked]:
        breadth = self._breadth
        if breadth.topical:
            return nearest([*dict.fromkeys(wanted)], lines, self._context, breadth.kept)
        room = breadth.kept * LINE_CHARACTERS
        return extract(
            wanted, lines, self.titles, self._context, breadth.kept, breadth.least, room=room
        )

    def _with_antecedents(self, picked: list[Picked], lines: Sequence[Line]) -> list[Picked]:
        """A sentence that leans is evidence together with what it leans on."""
        if not (more := antecedents(picked, lines)):
            return picked
        rows = self._context.library.retrieval.embed([line.framed for line in more])
        least = min(pick.probability for pick in picked)
        return [*picked, *(Picked(line, least, row) for line, row in zip(more, rows, strict=True))]

    def _holds(self, document: str, start: int) -> bool:
        return any(piece.place.meets(document, start, start + 1) for piece in self.evidence)


def spread(hits: Sequence[Hit], most: int) -> list[Hit]:
    """The best ``most``, half of them of one document while others are nearly as near: a manual
    that is called by the topic would have all of them.
    """
    near = NEARLY * max((hit.dense or 0.0 for hit in hits), default=0.0)
    taken: Counter[str] = Counter()
    kept: list[Hit] = []
    over: list[Hit] = []
    for rank, hit in enumerate(hits):
        if 2 * taken[hit.document] >= most:
            over.append(hit)
        elif rank < most or (hit.dense or 0.0) >= near:
            kept.append(hit)
            taken[hit.document] += 1
    return [*kept, *over][:most]
