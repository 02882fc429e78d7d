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

from warehouse.context import Context
from warehouse.methods.absence import offtopic
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.evidence import planning
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.reduction import head, notes
from warehouse.methods.evidence.remembering import remember
from warehouse.question.words import content
from warehouse.records import Recalled
from warehouse.results.records import Evidence, Research
from warehouse.search import analyzer
from warehouse.search.names import TitleIndex, names, normal
from warehouse.steering import node_at, place_of

NAMES_ASKED = 2
SURE = 0.5
TOLD = 0.7


def explore(task: str, context: Context, recalled: Sequence[Recalled] = ()) -> Research:
    """The knowledge chain for ``task``. Raises Cancelled; an empty library gives an empty chain.

    ``recalled`` are thoughts: the words they rest on are the first evidence, and count as read.
    """
    task = " ".join(task.split())
    readable = [one for one in context.library.documents() if one.passages]
    titles = TitleIndex((one.id, one.title) for one in readable)
    builder = ChainBuilder(task, titles, context)
    if not readable:
        return builder.chain()
    explain = context.reading.explains
    planned = True
    while (plan := _next(builder, planned, context)) is not None:
        index = len(builder.intents)
        builder.begin(plan.intent)
        if recalled and index == 0:
            remember(recalled, builder, context)
        work = Exploration(
            plan,
            builder,
            context,
            explain=explain and index == 0,
            whole=context.reading.whole if index == 0 else "",
        )
        work.open() if index == 0 else work.explore()
        work.steered()
        builder.close()
        if node_at(index) in context.steering.course.fixed:
            builder.wish(builder.own)
        if index == 0 and (words := foreign(builder, context)):
            return structs.replace(builder.chain(), foreign=words)
        if index and not builder.intents[-1].evidence and not _is_of_the_user(index, plan, context):
            planned = False
    work.steered(rest=True)
    builder.close()
    if not explain:
        builder.sift(context.library)
    return builder.chain()


def _is_of_the_user(index: int, plan: planning.Plan, context: Context) -> bool:
    """That such an intent found nothing does not tell that planning has come to its end."""
    course = context.steering.course
    return node_at(index) in course.added or course.is_stopped(plan.intent)


def foreign(builder: ChainBuilder, context: Context) -> str:
    """Why the library is surely about other matters than the task; "" where that is not sure.

    What the user wants read or looked for is looked for.
    """
    course = context.steering.course
    if not context.settings.absence or course.fixed or course.searches or course.insisted:
        return ""
    documents = {hit.document for hit in builder.found}
    if offtopic.in_another_language(builder.task, documents, context.library):
        return ""
    told = [*offtopic.framed(builder.evidence), *offtopic.nearest(builder.found)]
    return offtopic.surely(builder.task, told, context.library, context.reading.whole)


def _next(builder: ChainBuilder, planned: bool, context: Context) -> planning.Plan | None:
    """The user's intent where there is one for this place, else the model's; None when done.

    What the user added comes on top of the most that are planned. ``planned`` is False when
    planning has come to its end; the user's intents still follow.
    """
    index = len(builder.intents)
    mine = context.steering.course.fixed.get(node_at(index), "")
    if index == 0:
        return opening(mine or builder.task, context)
    added = sum(place_of(node) < index for node in context.steering.course.added)
    if not mine and planned and index - added < context.settings.max_intents:
        plan = _plan(builder, context)
        if plan is not None:
            return plan
    mine = mine or context.steering.course.after(index)
    return planning.Plan(mine, (mine, *names(mine)[:NAMES_ASKED])) if mine else None


def opening(task: str, context: Context) -> planning.Plan:
    """The task as its own first intent, and the names in it, or else what it compares."""
    called = names(task)[:NAMES_ASKED]
    if len(called) < NAMES_ASKED:
        called = [*context.reading.compared] or called
    return planning.Plan(task, (task, *called))


def _plan(builder: ChainBuilder, context: Context) -> planning.Plan | None:
    """The model's plan with the searches the program adds, or None when done."""
    facts = notes(builder.evidence)
    if answered(builder.task, builder.evidence, context.reading.explains):
        return None
    context.run.step("planning", len(builder.intents), context.settings.max_intents)
    if not builder.evidence:
        plan = planning.first_intent(builder.task, context)
        return planning.Plan(plan.intent, (*plan.queries, plan.intent))
    if _enough(builder.task, facts, context):
        return None
    queries = [query.text for intent in builder.intents for query in intent.sub_queries]
    plan_next = planning.next_intent(builder.task, facts, queries, context)
    if plan_next is None or _repeats(plan_next.intent, builder):
        return None
    bridges = _bridges(builder)
    return planning.Plan(plan_next.intent, (plan_next.intent, *plan_next.queries, *bridges))


def _enough(task: str, facts: str, context: Context) -> bool:
    return planning.enough(task, facts, context) >= planning.enough_from(context.engine)


def answered(task: str, evidence: Sequence[Evidence], explains: bool = False) -> bool:
    """Is the evidence so plainly about the task that asking the model would be waste?

    A fact can be missing although the words of the question were found, so more is wanted then.
    """
    if not evidence:
        return False
    told = set(analyzer.terms(" ".join(f"{head(one)} {one.text}" for one in evidence)))
    wanted = content(task)
    share = len(wanted & told) / (len(wanted) or 1)
    best = max(one.score for one in evidence)
    return share >= TOLD if explains else share >= 1.0 and best >= SURE


def _repeats(intent: str, builder: ChainBuilder) -> bool:
    return any(normal(intent) == normal(one.title) for one in builder.intents)


def _bridges(builder: ChainBuilder) -> list[str]:
    """Names that the evidence brought and the task did not have, best evidence first."""
    known = normal(builder.task)
    found: dict[str, None] = {}
    for one in sorted(builder.evidence, key=lambda one: -one.score)[:4]:
        for name in names(one.text):
            if normal(name) not in known and len(name.split()) > 1:
                found[name] = None
    return list(found)[:NAMES_ASKED]
