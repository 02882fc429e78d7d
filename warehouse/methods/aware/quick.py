"""AWARE: from a task to a chain of intents, each with the evidence that resolves it.

    I_1 = the task -> K_1 -> enough? -> plan I_2, naming what K_1 found -> K_2 -> ... -> sifted

Qian et al., "AWARE: Agentic Knowledge Warehousing for Contextual Intelligence", section 3.2. The
paper plans before it searches; on a laptop a plan costs more than a search, so the task is
searched first and planning starts from what that found, unless that is surely about another
matter: then nothing more is looked for. The chain is shown while it grows and holds everything
that was dropped with the reason. What a fact does not need beside the rest goes at the end
(evidence/sifting.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.methods.absence import offtopic
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.evidence import planning
from warehouse.methods.evidence.chain_builder import Growing
from warehouse.methods.evidence.pool import Pool
from warehouse.methods.evidence.reduction import head, notes
from warehouse.methods.evidence.relevance import STARTING, Calibration, fitted
from warehouse.methods.evidence.remembering import remember
from warehouse.question import phrasing
from warehouse.records import Recalled
from warehouse.results.records import Chain, Evidence
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.search.names import TitleIndex, names, normal
from warehouse.settings import Settings

NAMES_ASKED = 2
SURE = 0.5
TOLD = 0.7


def explore(
    task: str,
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
    calibration: Calibration = STARTING,
    recalled: Sequence[Recalled] = (),
) -> Chain:
    """The knowledge chain for ``task``. Raises Cancelled; an empty library gives an empty chain.

    ``recalled`` are thoughts: the words they rest on are the first evidence, and count as read.
    """
    task = " ".join(task.split())
    readable = [one for one in library.documents() if one.passages]
    titles = TitleIndex((one.id, one.title) for one in readable)
    growing = Growing(task, titles, Pool(library), run)
    if not readable:
        return growing.chain()
    explain = phrasing.explanation(task)
    planned = True
    while (plan := _next(growing, planned, engine, settings, run)) is not None:
        index = len(growing.intents)
        growing.begin(plan.intent)
        if recalled and index == 0:
            remember(recalled, growing, library)
        work = Exploration(
            plan,
            growing,
            library,
            engine,
            settings,
            fitted(calibration, engine.info()),
            run,
            explain=explain and index == 0,
            whole=phrasing.whole(task) if index == 0 else "",
        )
        work.open() if index == 0 else work.explore()
        work.steered()
        growing.close()
        if index in run.course.fixed:
            growing.wish(one for one in growing.evidence if one.intent == index)
        if index == 0 and (words := foreign(growing, library, settings, run)):
            return structs.replace(growing.chain(), foreign=words)
        if index and not growing.intents[-1].kept and not _is_of_the_user(index, plan, run):
            planned = False
    work.steered(rest=True)
    growing.close()
    if not explain:
        growing.sift(library)
    return growing.chain()


def _is_of_the_user(index: int, plan: planning.Plan, run: Run) -> bool:
    """That such an intent found nothing does not tell that planning has come to its end."""
    return index in run.course.added or run.course.is_stopped(plan.intent)


def foreign(growing: Growing, library: Library, settings: Settings, run: Run) -> str:
    """Why the library is surely about other matters than the task; "" where that is not sure.

    What the user wants read or looked for is looked for.
    """
    course = run.course
    if not settings.absence or course.fixed or course.searches or course.insisted:
        return ""
    documents = {hit.document for hit in growing.found}
    if offtopic.in_another_language(growing.task, documents, library):
        return ""
    told = [*offtopic.framed(growing.evidence), *offtopic.nearest(growing.found)]
    return offtopic.surely(growing.task, told, library)


def _next(
    growing: Growing, planned: bool, engine: Engine, settings: Settings, run: Run
) -> planning.Plan | None:
    """The user's intent where there is one for this place, else the model's; None when done.

    What the user added comes on top of the most that are planned. ``planned`` is False when
    planning has come to its end; the user's intents still follow.
    """
    index = len(growing.intents)
    mine = run.course.fixed.get(index, "")
    if index == 0:
        return opening(mine or growing.task)
    added = sum(place < index for place in run.course.added)
    if not mine and planned and index - added < settings.max_intents:
        plan = _plan(growing, engine, settings, run)
        if plan is not None:
            return plan
    mine = mine or run.course.after(index)
    return planning.Plan(mine, (mine, *names(mine)[:NAMES_ASKED])) if mine else None


def opening(task: str) -> planning.Plan:
    """The task as its own first intent, and the names in it, or else what it compares."""
    called = names(task)[:NAMES_ASKED]
    if len(called) < NAMES_ASKED:
        called = phrasing.sides(task) or called
    return planning.Plan(task, (task, *called))


def _plan(growing: Growing, engine: Engine, settings: Settings, run: Run) -> planning.Plan | None:
    """The model's plan with the searches the program adds, or None when done."""
    facts = notes(growing.evidence)
    if answered(growing.task, growing.evidence):
        return None
    run.step("planning", len(growing.intents), settings.max_intents)
    if not growing.evidence:
        plan = planning.first_intent(growing.task, engine, settings, run)
        return planning.Plan(plan.intent, (*plan.queries, plan.intent))
    if _enough(growing.task, facts, engine, run):
        return None
    queries = [query.text for intent in growing.intents for query in intent.sub_queries]
    plan_next = planning.next_intent(growing.task, facts, queries, engine, settings, run)
    if plan_next is None or _repeats(plan_next.intent, growing):
        return None
    bridges = _bridges(growing)
    return planning.Plan(plan_next.intent, (plan_next.intent, *plan_next.queries, *bridges))


def _enough(task: str, facts: str, engine: Engine, run: Run) -> bool:
    return planning.enough(task, facts, engine, run) >= planning.enough_from(engine)


def answered(task: str, evidence: Sequence[Evidence]) -> bool:
    """Is the evidence so plainly about the task that asking the model would be waste?

    A fact can be missing although the words of the question were found, so more is wanted then.
    """
    if not evidence:
        return False
    told = set(analyzer.terms(" ".join(f"{head(one)} {one.text}" for one in evidence)))
    wanted = phrasing.content(task)
    share = len(wanted & told) / (len(wanted) or 1)
    best = max(one.score for one in evidence)
    return share >= TOLD if phrasing.explanation(task) else share >= 1.0 and best >= SURE


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
