"""Online multi-threaded exploration of one intent, then map-reduce of what it opened.

AWARE, section 3.2.2. The task itself is searched first, before any plan: ``open`` shows evidence
without a call of the model, and follows the documents that the evidence calls by their title.
Later intents ``explore``: all sub-queries at once -> screening by header or best passage (F) ->
the sentences (E) and the reduction (R). An intent that stays without evidence, and whose headers
do not cover it, gets new sub-queries, never one that was asked before, until a round lets no new
document pass, or ``Settings.depth``.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.research import planning
from warehouse.research.extraction import extract
from warehouse.research.growing import Growing
from warehouse.research.lines import read
from warehouse.research.names import names, new_queries, normal
from warehouse.research.pool import search
from warehouse.research.reduction import reduce
from warehouse.research.relevance import Calibration
from warehouse.research.screening import SCORED, Screened, screen
from warehouse.run import Run
from warehouse.settings import Settings

COVERED = 0.5
ADDED_QUERIES = 3
HEADERS_SHOWN = 8
HEADER_CHARACTERS = 160


class Exploration:
    """The work on one intent. ``explore`` runs it to its end and leaves it in the chain."""

    def __init__(
        self,
        plan: planning.Plan,
        growing: Growing,
        library: Library,
        engine: Engine,
        settings: Settings,
        calibration: Calibration,
        run: Run,
        *,
        explain: bool = False,
    ) -> None:
        """``explain`` keeps longer runs of sentences."""
        self._plan = plan
        self._growing = growing
        self._library = library
        self._engine = engine
        self._settings = settings
        self._calibration = calibration
        self._run = run
        self._explain = explain
        self._pool = growing.pool
        self._judged: set[str] = set()
        self._passed: list[Screened] = []
        self._unopened: list[Screened] = []

    def open(self) -> None:
        """One round without the model, then the documents named by what was read."""
        self._round(self._plan.queries, 1, scored=0)
        if self._integrate() and self._growing.linked:
            self._judged -= self._growing.linked.keys() - self._growing.read
            self._pool.link(self._growing.linked, self._growing.task)
            self._screen(scored=0)
            self._integrate()

    def explore(self) -> None:
        queries: Sequence[str] = self._plan.queries
        for depth in range(1, self._settings.depth + 1):
            newly = self._round(queries, depth)
            if not newly and depth > 1:
                break
            if self._integrate() or self._covered():
                return
            if depth < self._settings.depth:
                queries = self._widen()

    def _round(self, queries: Sequence[str], depth: int, scored: int = SCORED) -> list[Screened]:
        """Search, link, screen; the documents that newly pass."""
        most = self._settings.sub_queries + (ADDED_QUERIES if depth == 1 else 0)
        fresh = new_queries(queries, self._growing.asked, most)
        if not fresh:
            return []
        self._run.step("searching", depth, self._settings.depth, "; ".join(fresh)[:120])
        found = search(self._library, fresh, self._settings.retrieve)
        self._pool.add(found)
        self._pool.name(self._growing.named(self._plan.intent), self._growing.task)
        self._pool.link(self._growing.linked, self._growing.task)
        self._growing.searched(found, depth)
        return self._screen(scored)

    def _screen(self, scored: int) -> list[Screened]:
        self._run.step("screening", 0, len(self._pool.candidates) - len(self._judged))
        passed, losses = screen(
            self._growing.task,
            self._pool,
            self._judged,
            self._growing.read,
            self._calibration,
            self._engine,
            self._run,
            scored,
        )
        self._judged.update(self._pool.candidates)
        self._passed += passed
        self._unopened += passed
        self._growing.screened(losses)
        return passed

    def _covered(self) -> bool:
        """Do the headers that passed cover the intent? Its names are looked for first."""
        if not self._passed:
            return False
        told = normal(" ".join(self._pool.source(one.candidate) for one in self._passed))
        wanted = [normal(name) for name in names(self._plan.intent)]
        if wanted and all(f" {name} " in f" {told} " for name in wanted):
            return True
        headers = self._headers()
        chance = planning.covered(self._plan.intent, headers, self._engine, self._run)
        return chance >= COVERED

    def _headers(self) -> list[str]:
        shown = self._passed[:HEADERS_SHOWN]
        return [self._pool.header(one.candidate.document)[:HEADER_CHARACTERS] for one in shown]

    def _widen(self) -> tuple[str, ...]:
        """New sub-queries for what is missing, written from the headers seen."""
        self._run.step("planning", 0, 1)
        asked = [query.text for query in self._growing.current.sub_queries]
        intent = self._plan.intent
        return planning.widen(
            intent, self._headers(), asked, self._engine, self._settings, self._run
        )

    def _integrate(self) -> bool:
        """E and R over what passed and was not opened yet; True when evidence was kept."""
        fresh, self._unopened = self._unopened, []
        if not fresh:
            return False
        self._run.step("reading", 0, len(fresh))
        lines = [line for one in fresh for line in read(one, self._library, self._pool.ranks)]
        self._growing.opened(lines)
        unused = self._growing.unused(lines)
        picked = extract(
            (self._growing.task, self._plan.intent),
            unused,
            self._growing.titles.mentioned,
            self._library,
            self._calibration,
            self._engine,
            self._run,
        )
        evidence, losses = reduce(
            picked,
            unused,
            self._explain,
            self._growing.vectors,
            self._growing.next_number,
            self._growing.current.index,
            {one.candidate.document: one.candidate.query for one in fresh},
            self._settings.evidence_duplicate,
            self._library,
        )
        self._growing.keep(evidence, losses)
        return bool(evidence)
