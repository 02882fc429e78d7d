"""AWARE with time: a plan of steps, each searched, screened, read and answered, then a vote.

    plans sampled -> step 1: search -> F -> answer in a few words -> E, R -> step 2 names it -> ...
    -> C: the evidence of all steps, with their answers and without -> answers sampled from both
    -> vote by proof

Qian et al., "AWARE", section 3.2, with steps as in Self-Ask (Press et al. 2023) and IRCoT (Trivedi
et al. 2023): the answer of a step is carried by the next sub-query. The task itself is searched
first, as in quick.py, and is intent 0; each step is an intent.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.aware import decomposition, quick, step_notes, users_steps
from warehouse.methods.aware.decomposition import Decomposition
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.aware.step import Step
from warehouse.methods.evidence import planning, short_answers
from warehouse.methods.evidence.brief import contextualize, room
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.remembering import remember
from warehouse.methods.evidence.short_answers import Vote
from warehouse.records import Recalled
from warehouse.results.records import Research
from warehouse.steering import node_at


def explore(task: str, context: Context, recalled: Sequence[Recalled] = ()) -> Research:
    """As ``quick.explore``; the chain has the ``answer`` that the vote gave."""
    builder = ChainBuilder(task, context)
    if not builder.readable:
        return builder.chain()
    course, explain = context.steering.course, context.reading.explains
    builder.begin(course.fixed.get(node_at(0), builder.task))
    if recalled:
        remember(recalled, builder, context)
    first = quick.first(builder.current.title, builder, context)
    whole = context.reading.whole
    opening = Exploration(first, builder, context, explain=explain, whole=whole)
    opening.open()
    opening.steered()
    builder.close()
    if words := quick.foreign(builder, context):
        return structs.replace(builder.chain(), foreign=words)
    plan = _plan(builder, context)
    last = _followed(plan, builder, context) or opening
    last.steered(rest=True)
    if explain:
        step_notes.note(builder, context)
    else:
        builder.sift()
    return _concluded(builder, context)


def _followed(plan: Decomposition, builder: ChainBuilder, context: Context) -> Step | None:
    """The steps of the plan with those the user added, each at its place; the last of them."""
    course = context.steering.course
    votes_of: dict[int, list[Vote]] = {}  # of each step of the plan, counted from 1
    last: Step | None = None
    for number, step in enumerate(plan.steps, start=1):
        while text := users_steps.added(builder, course):
            _step(text, (), builder, context)
        known = {before: votes[0].text for before, votes in votes_of.items() if votes}
        title = users_steps.instead(builder, course) or decomposition.filled(step, known)
        beside = [decomposition.filled(wording, known) for wording in plan.beside[number - 1]]
        last, votes_of[number] = _step(title, beside, builder, context)
    while text := users_steps.following(builder, course):
        last, _ = _step(text, (), builder, context)
    return last


def _step(
    title: str, beside: Sequence[str], builder: ChainBuilder, context: Context
) -> tuple[Step, list[Vote]]:
    builder.begin(title)
    step = Step(planning.Plan(builder.current.title, ()), builder, context)
    votes = step.answer(beside)
    builder.answered(_decided(builder.current.title, votes, builder))
    step.steered()
    builder.wish(builder.own)
    builder.close()
    return step, votes


def _plan(builder: ChainBuilder, context: Context) -> Decomposition:
    context.run.step("planning", 0, 1)
    plan = decomposition.decompose(builder.task, context)
    losses = [
        Loss("planning", " → ".join(steps), "another plan was sampled more often")
        for steps in plan.others
    ]
    how = f"{plan.agreed:.0%} of the plans have {len(plan.steps)} steps"
    builder.decided("the steps", "model", how, losses)
    return plan


def _decided(what: str, votes: Sequence[Vote], builder: ChainBuilder) -> str:
    """The heaviest vote, "" for none."""
    losses = [Loss("answering", vote.told, "another answer has more weight") for vote in votes[1:]]
    builder.decided(what, "model", votes[0].told if votes else "no answer", losses)
    return votes[0].text if votes else ""


def _concluded(builder: ChainBuilder, context: Context) -> Research:
    """The vote of samples from all evidence, of others that were told before it what the steps
    found, and of the likeliest reply to the evidence.
    """
    # A step that is answered wrong misleads; of many steps the evidence alone tells too little.
    chain = builder.chain()
    if not chain.evidence or context.reading.explains:
        return chain
    context.run.step("answering", 0, 1)
    brief = contextualize(chain, room(context), context.engine).text
    told = [f"{node.title} {node.found}" for node in chain.nodes if node.found]
    votes = short_answers.concluded(chain.task, brief, told, context)
    if not votes:
        return chain
    answer = _decided("the answer", votes, builder)
    return structs.replace(builder.chain(), answer=answer)
