"""AWARE with time: a plan of steps, each searched, screened, read and answered, then a vote.

    plans sampled -> step 1: search -> F -> answer in a few words -> E, R -> step 2 names it -> ...
    -> C: all steps with their answers and evidence -> answers sampled -> vote by proof

Qian et al., "AWARE", section 3.2, with steps as in Self-Ask (Press et al. 2023) and IRCoT (Trivedi
et al. 2023): the answer of a step is carried by the next sub-query. The task itself is searched
first, as in quick.py, and is intent 0; each step is an intent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.methods.aware import decomposition, quick
from warehouse.methods.aware.decomposition import Decomposition
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.aware.step import Step
from warehouse.methods.evidence import planning, short_answers
from warehouse.methods.evidence.chain_builder import Growing
from warehouse.methods.evidence.context import contextualize
from warehouse.methods.evidence.pool import Pool
from warehouse.methods.evidence.relevance import STARTING, Calibration, fitted
from warehouse.methods.evidence.remembering import remember
from warehouse.methods.evidence.short_answers import Vote
from warehouse.question import phrasing
from warehouse.records import Recalled
from warehouse.results.records import Chain
from warehouse.run import Run
from warehouse.search import name_index
from warehouse.search.names import TitleIndex
from warehouse.settings import Settings

Votes = Mapping[int, list[Vote]]
"""Of each step, counted from 1."""


def explore(
    task: str,
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
    calibration: Calibration = STARTING,
    recalled: Sequence[Recalled] = (),
) -> Chain:
    """As ``quick.explore``; the chain has the ``answer`` that the vote gave."""
    task = " ".join(task.split())
    readable = [one for one in library.documents() if one.passages]
    titles = TitleIndex((one.id, one.title) for one in readable)
    growing = Growing(task, titles, Pool(library), run)
    if not readable:
        return growing.chain()
    name_index.keep_missing(library.catalog, run.check)
    growing.begin(run.course.fixed.get(0, task))
    if recalled:
        remember(recalled, growing, library)
    given = (growing, library, engine, settings, fitted(calibration, engine.info()), run)
    opening = Exploration(quick.opening(growing.current.text), *given)
    opening.open()
    opening.steered()
    growing.close()
    if words := quick.foreign(growing, library, settings, run):
        return structs.replace(growing.chain(), foreign=words)
    plan = _plan(growing, engine, settings, run)
    found: dict[int, list[Vote]] = {}
    last = opening
    for number, step in enumerate(plan.steps, start=1):
        known = {before: votes[0].text for before, votes in found.items() if votes}
        question = decomposition.filled(step, known)
        growing.begin(run.course.fixed.get(number, question))
        last = Step(planning.Plan(growing.current.text, ()), *given)
        beside = [decomposition.filled(one, known) for one in plan.beside[number - 1]]
        found[number] = _decided(last.answer(beside), growing)
        last.steered()
        growing.close()
    last.steered(rest=True)
    growing.wish(one for one in growing.evidence if one.intent)
    growing.sift(library)
    return _concluded(plan, found, growing, engine, settings, run)


def _plan(growing: Growing, engine: Engine, settings: Settings, run: Run) -> Decomposition:
    run.step("planning", 0, 1)
    plan = decomposition.decompose(growing.task, engine, settings, run)
    losses = [
        Loss("planning", " → ".join(one), "another plan was sampled more often")
        for one in plan.others
    ]
    told = f"{plan.agreed:.0%} of the plans have {len(plan.steps)} steps"
    growing.decided("the steps", "model", told, losses)
    return plan


def _decided(votes: list[Vote], growing: Growing) -> list[Vote]:
    """The answer of the current step is the heaviest vote."""
    losses = [Loss("answering", vote.told, "another answer has more weight") for vote in votes[1:]]
    told = votes[0].told if votes else "no answer"
    growing.decided(growing.current.text, "model", told, losses)
    growing.answered(votes[0].text if votes else "")
    return votes


def _concluded(
    plan: Decomposition,
    found: Votes,
    growing: Growing,
    engine: Engine,
    settings: Settings,
    run: Run,
) -> Chain:
    """The vote of samples that have seen everything, and of the last step where it leads there."""
    chain = growing.chain()
    if not chain.evidence or phrasing.explanation(chain.task):
        return chain
    run.step("answering", 0, 1)
    context = contextualize(chain, settings.context_budget, engine)
    told = [f"{one.text} {one.answer}" for one in chain.intents if one.answer]
    notes = "\n".join([context.text, *told])
    polls = [short_answers.votes(chain.task, notes, engine, settings, run)]
    if plan.leads_to_answer:
        polls.append(found[len(plan.steps)])
    votes = short_answers.together(*polls)
    if not votes:
        return chain
    losses = [Loss("answering", vote.told, "another answer has more weight") for vote in votes[1:]]
    growing.decided("the answer", "model", votes[0].told, losses)
    return structs.replace(growing.chain(), answer=votes[0].text)
