"""AWARE: from a task to a chain of intents, each with the evidence that resolves it.

    I_1 = the task -> K_1 -> enough? -> plan I_2, naming what K_1 found -> K_2 -> ... -> sifted

Qian et al., "AWARE: Agentic Knowledge Warehousing for Contextual Intelligence", section 3.2, but
the task is searched before anything is planned, since a plan costs more than a search; beside it
a supposed answer, where documents are long. Nothing more is looked for where that is surely about
another matter. Sifted: evidence_filter.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.engine.calibrated import BY_HAND
from warehouse.methods.absence import offtopic
from warehouse.methods.absence.answerable import best_notes, words_there
from warehouse.methods.aware import side, users_steps
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.evidence import planning, supposed
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.reduction import notes
from warehouse.methods.evidence.remembering import remember
from warehouse.methods.evidence.sentences import are_long
from warehouse.records import Recalled
from warehouse.results.records import Evidence, Research
from warehouse.search.names import LONGEST_QUERY, all_stand_in, names, normal
from warehouse.steering import node_at

NAMES_ASKED = 2
SURE = 0.5
TOLD = 0.7
ENOUGH = "whether what was found is enough"


def explore(task: str, context: Context, recalled: Sequence[Recalled] = ()) -> Research:
    """The knowledge chain for ``task``. Raises Cancelled; an empty library gives an empty chain.

    ``recalled`` are thoughts: the words they rest on are the first evidence, and count as read.
    """
    builder = ChainBuilder(task, context)
    if not builder.readable:
        return builder.chain()
    course, planned = context.steering.course, True
    while (plan := _next(builder, planned, context)) is not None:
        index = len(builder.intents)
        builder.begin(plan.intent)
        if recalled and index == 0:
            remember(recalled, builder, context)
        work = _work(plan, builder, context)
        if index == 0:
            work.open()
        else:
            work.explore()
        work.steered()
        builder.close()
        if users_steps.is_users(plan.intent, course):
            builder.wish(builder.own)
        if index == 0 and (words := foreign(builder, context)):
            return structs.replace(builder.chain(), foreign=words)
        mine = users_steps.is_added(plan.intent, course) or course.is_stopped(plan.intent)
        if index and not builder.current.evidence and not mine:
            planned = False
    work.steered(rest=True)
    builder.close()
    if not (context.reading.explains or context.reading.is_topic):
        builder.sift()
    return builder.chain()


def _work(plan: planning.Plan, builder: ChainBuilder, context: Context) -> Exploration:
    """For the last of the intents."""
    reading = context.reading
    if reading.is_topic:
        return side.Side(plan, builder, context)
    if len(builder.intents) > 1:
        return Exploration(plan, builder, context)
    return Exploration(plan, builder, context, explain=reading.explains, whole=reading.whole)


def foreign(builder: ChainBuilder, context: Context) -> str:
    """Why the library is surely about other matters than the task; "" where that is not sure.

    What the user wants read or looked for is looked for.
    """
    course = context.steering.course
    if not context.settings.absence or course.fixed or course.searches or course.insisted:
        return ""
    hits = builder.found.values()
    judged = offtopic.of_research(builder.chain(), builder.evidence, hits, context)
    if judged is not None:
        found = "it is about other matters" if judged.far else ""
        builder.decided("whether your library is about it", judged.by, found)
    return judged.words if judged is not None and judged.far else ""


def _next(builder: ChainBuilder, planned: bool, context: Context) -> planning.Plan | None:
    """The user's intent where there is one for this place, else the model's; None when done.

    What the user added comes on top of the most that are planned. ``planned`` is False when
    planning has come to its end; the user's intents still follow.
    """
    index, course = len(builder.intents), context.steering.course
    if index == 0:
        return first(course.fixed.get(node_at(0), builder.task), builder, context)
    mine = users_steps.added(builder, course) or users_steps.instead(builder, course)
    added = sum(users_steps.is_added(intent.title, course) for intent in builder.intents)
    settings = context.settings
    most = 1 + side.most_sides(settings) if context.reading.is_topic else settings.max_intents
    if not mine and planned and index - added < most:
        plan = _plan(builder, context)
        if plan is not None:
            return plan
    mine = mine or users_steps.following(builder, course)
    sought = side.looked_for(builder.task, mine) if context.reading.is_topic else mine
    return planning.Plan(mine, (sought, *names(mine)[:NAMES_ASKED])) if mine else None


def first(task: str, builder: ChainBuilder, context: Context) -> planning.Plan:
    """The opening. How the answer may read is supposed where there are documents that are too long
    to be read whole: of these only the passages are read that a search finds.
    """
    unread = builder.has_long and not (context.reading.whole or context.reading.is_topic)
    return opening(task, context, supposed.answer(task, context) if unread else "")


def opening(task: str, context: Context, supposed: str = "") -> planning.Plan:
    """The task as its own first intent, beside how its answer is ``supposed`` to read, and the
    matter that is asked about as a whole, or else what is compared, all of it, or else the names;
    and each of the questions it puts, where it asks for more than a fact.
    """
    reading, compared = context.reading, context.reading.compared
    # What was read of the question may not stand in it any more: the user worded it anew.
    if reading.whole and reading.whole in task:
        called = [reading.whole]
    elif compared and all(all_stand_in(thing, task) for thing in compared):
        called = [*compared]
    else:
        called = names(task)[:NAMES_ASKED]
    query = f"{task} {supposed}"[:LONGEST_QUERY].strip() if supposed else ""
    told = reading.parts if reading.kind != "fact" else ()
    parts = (part for part in dict.fromkeys(told) if all_stand_in(part, task))
    return planning.Plan(task, (task, *filter(None, [query]), *called, *parts), query)


def _plan(builder: ChainBuilder, context: Context) -> planning.Plan | None:
    """The model's plan with the searches the program adds, or None when done."""
    if context.reading.is_topic:
        return side.planned(builder, context)
    task, facts = builder.task, notes(builder.evidence)
    if answered(task, builder.evidence, context.reading.explains):
        builder.decided(ENOUGH, "rule", "the words of the question are there")
        return None
    context.run.step("planning", len(builder.intents), context.settings.max_intents)
    if not builder.evidence:
        plan = planning.first_intent(task, context)
        return planning.Plan(plan.intent, (*plan.queries, plan.intent))
    chance, wanted, how = sure(task, builder.evidence, context)
    told = f"{chance:.0%} sure, where {wanted:.0%} is enough"
    builder.decided(ENOUGH, "model", f"{told}; {how}" if how else told)
    if chance >= wanted:
        return None
    queries = [query.text for intent in builder.intents for query in intent.sub_queries]
    next_plan = planning.next_intent(task, facts, queries, context)
    before = {normal(intent.title) for intent in builder.intents}
    if next_plan is None or normal(next_plan.intent) in before:
        return None
    queries = [next_plan.intent, *next_plan.queries, *_bridges(builder)]
    return planning.Plan(next_plan.intent, tuple(queries))


def sure(task: str, evidence: Sequence[Evidence], context: Context) -> tuple[float, float, str]:
    """(P(the evidence is enough), the probability from which it is, what is told of that), asked as
    it is before an answer is written (absence/answerable.py). None is fitted for explanations.
    """
    of_long = are_long(evidence, context.library)
    facts = best_notes(evidence, context.library) if of_long else notes(evidence)
    if of_long or context.reading.explains:
        return planning.enough(task, facts, context, explains=True), planning.ENOUGH, BY_HAND
    return planning.enough(task, facts, context), *planning.enough_from(context.engine)


def answered(task: str, evidence: Sequence[Evidence], explains: bool = False) -> bool:
    """Is the evidence so plainly about the task that asking the model would be waste?

    A fact can be missing although the words of the question were found, so more is wanted then.
    """
    if not evidence:
        return False
    share = words_there(task, notes(evidence))
    best = max(piece.score for piece in evidence)
    return share >= TOLD if explains else share >= 1.0 and best >= SURE


def _bridges(builder: ChainBuilder) -> list[str]:
    """Names that the evidence brought and the task did not have, best evidence first."""
    known = normal(builder.task)
    new_names: dict[str, None] = {}
    for piece in sorted(builder.evidence, key=lambda one: -one.score)[:4]:
        for name in names(piece.text):
            if normal(name) not in known and len(name.split()) > 1:
                new_names[name] = None
    return list(new_names)[:NAMES_ASKED]
