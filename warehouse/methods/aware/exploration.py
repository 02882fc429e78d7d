"""Online multi-threaded exploration of one intent, then map-reduce of what it opened.

AWARE, section 3.2.2. ``open`` searches the task itself, before any plan, and follows the documents
that the evidence calls by their title; the model is asked for an explanation alone, which of the
found sentences tell a part of it. Later intents ``explore``: all sub-queries at once -> screening
by header or best passage (F) -> sentences (E) -> reduction (R); an intent without evidence that its
headers do not cover gets new sub-queries, until a round lets no new document pass, or
``Settings.depth``. Every round looks at what the names of its first query lead to, as well
(search/name_walk.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence import breadth, part_of_answer, planning
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.extraction import (
    LATER_CHARACTERS,
    LONG_CHARACTERS,
    Picked,
    extract,
)
from warehouse.methods.evidence.pinned import screened
from warehouse.methods.evidence.pool import search
from warehouse.methods.evidence.reduction import reduce
from warehouse.methods.evidence.screening import LEAST, PASSED, SCORED, SURE, Screened, screen
from warehouse.methods.evidence.sentences import LONG_PASSAGES, SHORT_PASSAGES, Line, passages, read
from warehouse.results.records import Evidence
from warehouse.search.names import new_queries
from warehouse.steering import place_of

COVERED = 0.5
ADDED_QUERIES = 3
HEADERS_SHOWN = 8
HEADER_CHARACTERS = 160
KEPT = "which sentences to keep"


class Exploration:
    """The work on one intent. ``explore`` runs it to its end and leaves it in the chain.

    ``most`` new documents are opened a round.
    """

    most = PASSED

    def __init__(
        self,
        plan: planning.Plan,
        builder: ChainBuilder,
        context: Context,
        *,
        explain: bool = False,
        whole: str = "",
    ) -> None:
        """``explain`` keeps longer runs of sentences; ``whole`` is the matter that is asked about
        as a whole, of which many documents tell a little.
        """
        self._plan = plan
        self._builder = builder
        self._context = context
        self._explain = explain and not whole
        self._whole = whole
        self._passages = breadth.PASSAGES if whole else LONG_PASSAGES
        self._pool = builder.pool
        self._judged: set[str] = set()
        self._passed: list[Screened] = []
        self._unopened: list[Screened] = []
        self._owed: dict[str, None] = {}  # documents that give a sentence, however good it is

    @property
    def _sought(self) -> str:
        """What documents are judged by."""
        return self._builder.task

    def open(self) -> None:
        """One round without the model, then the documents named by what was read."""
        rounds = self._context.steering.course.rounds(self._plan.intent, 2)
        if rounds:
            self._round(self._plan.queries, 1, scored=0)
        if self._integrate() and self._builder.linked and rounds > 1 and not self._whole:
            self._judged -= self._builder.linked.keys() - self._builder.read
            self._pool.link(self._builder.linked, self._sought)
            self._screen(scored=0)
            self._integrate()

    def explore(self) -> None:
        queries: Sequence[str] = self._plan.queries
        most = self._context.steering.course.rounds(self._plan.intent, self._context.settings.depth)
        for depth in range(1, most + 1):
            if not self._round(queries, depth) and depth > 1:
                break
            if self._integrate() or self._covered():
                return
            if depth < most:
                queries = self._widen()

    def steered(self, rest: bool = False) -> None:
        """What the user asked for in this intent comes after its own work, which stays as it is.

        ``rest``: what was asked for in later intents, of which there are none now.
        """
        course, here = self._context.steering.course, place_of(self._builder.current.id)
        for node in sorted({*course.searches, *course.pinned, *course.kept}, key=place_of):
            if not (place_of(node) > here if rest else place_of(node) == here):
                continue
            before = len(self._builder.evidence)
            if mine := course.searches.get(node):
                self._round(mine, 0)
                self._integrate(insisted=True)
            library, pinned = self._context.library, course.pinned.get(node, ())
            asked = screened(pinned, self._builder.task, self._pool, library)
            self._unopened += asked
            self._owed.update(dict.fromkeys(passed.candidate.document for passed in asked))
            self._integrate(insisted=True)
            self._builder.insist(course.kept.get(node, ()))
            self._builder.wish(self._builder.evidence[before:])

    def _round(self, queries: Sequence[str], depth: int, scored: int = SCORED) -> list[Screened]:
        """Search, link, screen; the documents that newly pass. The user's own rounds are ``depth``
        0, and have no limit.
        """
        context, builder, pool = self._context, self._builder, self._pool
        most = context.settings.sub_queries + (ADDED_QUERIES if depth == 1 else 0)
        wanted = list(filter(None, map(context.steering.course.wanted, queries)))
        fresh = new_queries(wanted, builder.asked, most if depth else len(wanted))
        builder.unasked(wanted, most)
        if not fresh:
            return []
        context.run.step("searching", depth, context.settings.depth, "; ".join(fresh)[:120])
        results = search(context.library, fresh, context.settings.retrieve)
        pool.add(results)
        pool.walk(fresh[0])
        pool.name(builder.named(self._plan.intent), self._sought)
        pool.link(builder.linked, self._sought)
        builder.searched(results, depth, self._plan.supposed)
        if not depth:  # what the user's own search found best is read, the others are judged anew
            self._judged -= {hit.document for result in results for hit in result.hits}
            best = {result.hits[0].document: None for result in results if result.hits}
            unread = [document for document in best if document not in builder.read]
            self._unopened += [Screened(pool.candidates[document], SURE) for document in unread]
            self._judged.update(unread)
            self._owed.update(dict.fromkeys(unread))
        return self._screen(scored)

    def _screen(self, scored: int) -> list[Screened]:
        limit = breadth.DOCUMENTS
        most, least = (limit, limit) if self._whole else (self.most, LEAST)
        judged, read = self._judged, self._builder.read
        self._context.run.step("screening", 0, len(self._pool.candidates) - len(judged))
        passed, losses, (by, how) = screen(
            self._sought, self._pool, judged, read, self._context, scored, most, least
        )
        self._judged.update(self._pool.candidates)
        self._passed += passed
        self._unopened += passed
        self._builder.screened(losses)
        if passed or losses:
            self._builder.decided("which documents to open", by, how)
        return passed

    def _covered(self) -> bool:
        """Do the headers that passed cover the intent?"""
        if not self._passed:
            return False
        return planning.covered(self._plan.intent, self._headers(), self._context) >= COVERED

    def _headers(self) -> list[str]:
        shown = self._passed[:HEADERS_SHOWN]
        return [
            self._pool.header(passed.candidate.document)[:HEADER_CHARACTERS] for passed in shown
        ]

    def _widen(self) -> tuple[str, ...]:
        """New sub-queries for what is missing, written from the headers seen."""
        self._context.run.step("planning", 0, 1)
        asked = [query.text for query in self._builder.current.sub_queries]
        intent = self._plan.intent
        return planning.widen(intent, self._headers(), asked, self._context)

    def _integrate(self, insisted: bool = False) -> bool:
        """E and R over what passed and was not opened yet; True when evidence was kept. Of what the
        user ``insisted`` on the best is kept, however good it is, and of each document of it that
        gave nothing beside the others its best sentence.
        """
        fresh, self._unopened = self._unopened, []
        if not fresh:
            return False
        context, builder = self._context, self._builder
        context.run.step("reading", 0, len(fresh))
        library, ranks = context.library, self._pool.ranks
        lines = [line for passed in fresh for line in read(passed, library, ranks, self._passages)]
        builder.opened(lines)
        unused = builder.unused(lines)
        picked = self._picked(unused, insisted)
        queries, known = self._pool.queries, builder.known
        evidence, losses = reduce(picked, unused, queries, known, context, self._explain)
        builder.keep(evidence, [*losses, *self._unkept(fresh, lines, evidence)])
        return bool(evidence)

    def _picked(self, lines: Sequence[Line], insisted: bool) -> list[Picked]:
        if self._whole:
            spread = breadth.spread(self._whole, lines, self._context.library)
            self._builder.decided(KEPT, "rule", "those near the middle of all that was read")
            return [*spread, *self._owing(lines, spread)]
        task = self._builder.task
        supposed = self._context.steering.course.wanted(self._plan.supposed)
        least = 0.0 if insisted else None
        titles, questions = self._builder.titles, (task, self._plan.intent)
        room = LATER_CHARACTERS if len(self._builder.intents) > 1 else LONG_CHARACTERS
        picked = extract(
            questions, lines, titles, self._context, least=least, supposed=supposed, room=room
        )
        self._builder.decided(KEPT, "fit")
        owing = self._owing(lines, picked)
        if not (self._explain and (picked or owing)):
            return [*picked, *owing]
        decision = part_of_answer.weighing(self._context)
        self._builder.decided(decision.what, decision.by, decision.how)
        most = max(part_of_answer.WEIGHED, len(owing))
        picked = [*picked[: most - len(owing)], *owing]
        return part_of_answer.weighed(task, picked, self._context, most)

    def _owing(self, lines: Sequence[Line], picked: Sequence[Picked]) -> list[Picked]:
        """Of each document that the user insists on and nothing is picked of, its best sentence."""
        given = {pick.line.document for pick in picked}
        owed, self._owed = [document for document in self._owed if document not in given], {}
        best: list[Picked] = []
        for document in owed:
            own = [line for line in lines if line.document == document]
            questions, titles = (self._builder.task, self._plan.intent), self._builder.titles
            best += extract(questions, own, titles, self._context, most=1, least=0.0, room=0)
        return best

    def _unkept(
        self, opened: Sequence[Screened], lines: Sequence[Line], evidence: Sequence[Evidence]
    ) -> Iterator[Loss]:
        """For each document how much of it was read and kept, where that is not all."""
        ranks = self._pool.ranks
        for passed in opened:
            document = self._context.library.catalog.document(passed.candidate.document)
            own_lines = [line for line in lines if line.document == document.id]
            places = [item.place for item in evidence if item.place.document == document.id]
            kept = sum(any(p.start <= line.start < p.end for p in places) for line in own_lines)
            parts = [f"{kept} of {len(own_lines)} sentences kept"]
            if document.passages > SHORT_PASSAGES:
                count = len(passages(passed.candidate, ranks, self._passages)) or self._passages
                parts.insert(0, f"{count} of {document.passages:,} passages read")
            if len(parts) > 1 or kept < len(own_lines) or not own_lines:
                yield Loss("extracting", document.title, "; ".join(parts), document.id)
