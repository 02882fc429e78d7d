"""From an answer to a thought: question and answer as one fluent knowledge point.

Thought-Retriever, section 3: the thought ``T`` and its confidence ``c`` in {0, 1}. Here ``c`` is 1
only where the answer has a proven claim and the model holds it for a real, supported answer; and
``T`` is checked like any text. Where the model's wording cannot be proven, the proven sentences of
the answer are the thought. Its roots are the words those claims cite.
"""

from __future__ import annotations

import time

import msgspec

from warehouse import prompts
from warehouse.engine.protocol import ChooseRequest, Engine, Request
from warehouse.library import Library
from warehouse.memory.memory import LONGEST, Memory
from warehouse.records import Root, Thought
from warehouse.research.records import Answer, Evidence
from warehouse.research.reduction import flat, notes
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing import citations, claims

SURE = 0.5
OF_ONE_POINT = ("fact", "hops", "compare")
TOKENS = 160
STAGE = "remembering"
_SCHEMA = {
    "type": "object",
    "properties": {"thought": {"type": "string", "minLength": 12, "maxLength": LONGEST}},
    "required": ["thought"],
    "additionalProperties": False,
}


class Learned(msgspec.Struct, frozen=True):
    """``thought`` is None where there is nothing to keep; ``reason`` says why it was not kept."""

    thought: Thought | None
    reason: str = ""

    @property
    def kept(self) -> bool:
        return self.thought is not None and not self.reason


def learn(
    answer: Answer, study: str, library: Library, engine: Engine, settings: Settings, run: Run
) -> Learned:
    """Make a thought of ``answer`` and keep it if it is sure and new. Raises Cancelled.

    The id is that of the study: done again, it is the same thought.
    """
    proven = [one for one in answer.claims if one.state in claims.PROVEN and one.cites]
    if answer.absent or not proven:
        return Learned(None, "nothing in the answer is proven")
    if answer.way is not None and answer.way.route.kind not in OF_ONE_POINT:
        return Learned(None, "a list or a summary is not one knowledge point")
    run.step(STAGE, 0, 1)
    numbers = {number for one in proven for number in one.cites}
    used = [one for one in answer.chain.evidence if one.number in numbers]
    said = " ".join(citations.without_marks(one.text) for one in proven)
    sure = _sure(answer.question, said, used, engine, run)
    if sure < SURE:
        return Learned(None, f"the model is not sure of it ({sure:.2f})")
    text = _worded(answer.question, said, used, engine, settings, run) or said[:LONGEST]
    thought = Thought(
        id=study,
        text=text,
        question=answer.question,
        study=study,
        created=time.time(),
        sure=sure,
        level=_level(answer, used, library),
        roots=tuple(_root(one) for one in used),
        used=answer.chain.thoughts,
    )
    return Learned(thought, Memory(library).keep(thought))


def _sure(question: str, said: str, used: list[Evidence], engine: Engine, run: Run) -> float:
    prompt = prompts.load("thought_sure")
    messages = prompt.render(question=question, notes=notes(used), answer=said)
    asked = [ChooseRequest(prompt.name, messages, ("yes", "no"))]
    return engine.choose(asked, run)[0].probabilities[0]


def _worded(
    question: str,
    said: str,
    used: list[Evidence],
    engine: Engine,
    settings: Settings,
    run: Run,
) -> str:
    """The model's wording, empty where one of its sentences is not proven."""
    prompt = prompts.load("thought")
    request = Request(
        prompt.name,
        prompt.render(question=question, answer=said),
        TOKENS,
        schema=_SCHEMA,
        seed=settings.seed,
    )
    reply = engine.complete([request], run)[0]
    text = flat(msgspec.json.decode(reply.text)["thought"])
    checked = claims.check(text, used, engine, settings, run)
    proven = bool(checked) and all(one.state in claims.PROVEN for one in checked)
    return text if proven else ""


def _level(answer: Answer, used: list[Evidence], library: Library) -> float:
    """One more than the mean level of what was used: 1 for a passage, a thought's own for it."""
    levels = {one.id: one.level for one in Memory(library).all()}
    of_thoughts = [levels[one] for one in answer.chain.thoughts if one in levels]
    from_passages = [1.0 for one in used if not one.query.startswith("remembered: ")]
    every = [*of_thoughts, *from_passages] or [1.0]
    return 1.0 + sum(every) / len(every)


def _root(one: Evidence) -> Root:
    return Root(one.place, one.text, one.title, one.page_label, one.path)
