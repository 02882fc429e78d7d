"""AWARE: from a task to a chain of intents, each with the evidence that resolves it.

    plan I_1 -> explore -> K_1 -> plan I_2, naming what K_1 found -> explore -> K_2 -> ... -> done

Qian et al., "AWARE: Agentic Knowledge Warehousing for Contextual Intelligence", section 3.2. The
chain is shown while it grows and holds everything that was dropped with the reason.
"""

from __future__ import annotations

from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.research import planning
from warehouse.research.exploration import Exploration
from warehouse.research.growing import Growing
from warehouse.research.names import TitleIndex, names, normal
from warehouse.research.pool import Pool
from warehouse.research.records import Chain
from warehouse.research.reduction import notes
from warehouse.research.relevance import STARTING, Calibration
from warehouse.run import Run
from warehouse.settings import Settings

NAMES_ASKED = 2


def explore(
    task: str,
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
    calibration: Calibration = STARTING,
) -> Chain:
    """The knowledge chain for ``task``. Raises Cancelled; an empty library gives an empty chain."""
    task = " ".join(task.split())
    readable = [one for one in library.catalog.documents() if one.passages]
    titles = TitleIndex((one.id, one.title) for one in readable)
    growing = Growing(task, titles, Pool(library), run)
    if not readable:
        return growing.chain()
    for index in range(settings.max_intents):
        run.step("planning", index, settings.max_intents)
        plan = _plan(growing, engine, settings, run)
        if plan is None:
            break
        growing.begin(plan.intent)
        Exploration(plan, growing, library, engine, settings, calibration, run).explore()
        growing.close()
        if not growing.evidence:
            break
    return growing.chain()


def _plan(growing: Growing, engine: Engine, settings: Settings, run: Run) -> planning.Plan | None:
    """The model's plan with the searches the program adds, or None when done."""
    if not growing.intents:
        plan = planning.first_intent(growing.task, engine, settings, run)
        own = [growing.task, *names(growing.task)[:NAMES_ASKED]]
        return planning.Plan(plan.intent, (growing.task, *plan.queries, *own))
    asked = [query.text for intent in growing.intents for query in intent.sub_queries]
    facts = notes(growing.evidence)
    next_plan = planning.next_intent(growing.task, facts, asked, engine, settings, run)
    if next_plan is None or _repeats(next_plan.intent, growing):
        return None
    bridges = _bridges(growing)
    return planning.Plan(next_plan.intent, (next_plan.intent, *next_plan.queries, *bridges))


def _repeats(intent: str, growing: Growing) -> bool:
    return any(normal(intent) == normal(one.text) for one in growing.intents)


def _bridges(growing: Growing) -> list[str]:
    """Names that the evidence brought and the task did not have, best evidence first."""
    known = normal(growing.task)
    found: dict[str, None] = {}
    for one in sorted(growing.evidence, key=lambda one: -one.score)[:4]:
        for name in names(one.text):
            if normal(name) not in known and len(name.split()) > 1:
                found[name] = None
    return list(found)[:NAMES_ASKED]
