"""From an answer to a thought: question and answer as one fluent knowledge point.

Thought-Retriever, section 3: the thought ``T`` and its confidence ``c`` in {0, 1}. Here ``c`` is 1
only where the answer has a proven claim and the model's own yes to it is at least SURE and above
that to an empty reply (contextual calibration, Zhao et al. 2021). ``T`` may abstract; where one of
its sentences does not follow from the sources by the claim check, the proven sentences of the
answer are the thought. Its roots are the words those claims cite.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.documents.thoughts import LONGEST, Memory
from warehouse.engine import choosing
from warehouse.engine.protocol import closed
from warehouse.methods.evidence import prose
from warehouse.methods.evidence.reduction import flat, head, notes
from warehouse.methods.evidence.remembering import STAGE
from warehouse.proof import citations, claims
from warehouse.records import Root, Thought
from warehouse.results import for_experts
from warehouse.results.records import Answer, Claim, Evidence, Recollection
from warehouse.run import Hushed
from warehouse.search import analyzer
from warehouse.writing.sentences import unused_sentences

SURE = 0.5
OF_ONE_POINT = ("fact", "hops", "compare")
TOKENS = 160
GAP = 1  # characters between two sentences, one of which goes on
_SCHEMA = closed(thought={"type": "string", "minLength": 12, "maxLength": LONGEST})


class Learned(msgspec.Struct, frozen=True):
    """``thought`` is None where there is nothing to keep; ``reason`` says why it is not kept."""

    thought: Thought | None
    reason: str = ""


def learn(answer: Answer, study: str, context: Context) -> Learned:
    """Make a thought of ``answer`` and keep it if it is sure and new. Raises Cancelled.

    The id is that of the study: done again, it is the same thought; where there is nothing to keep
    any more, or other words that are not kept, the one kept before goes, unless it is in the user's
    words or pinned.
    """
    learned = made_of(answer, study, context)
    memory = Memory(context.library)
    if learned.thought is not None:
        learned = Learned(learned.thought, memory.keep(learned.thought))
    if not learned.reason:
        return learned
    words = learned.thought.text if learned.thought is not None else ""
    for thought in memory.all():
        stays = thought.edited or thought.pinned or thought.text == words
        if thought.id == study and not stays:
            memory.forget(thought)
    return learned


def made_of(answer: Answer, id: str, context: Context) -> Learned:
    """The thought of ``answer``, not kept yet, or why there is none. Raises Cancelled."""
    proven, reason = _sayable(answer)
    if not proven:
        return Learned(None, reason)
    context.run.step(STAGE, 0, 1)
    numbers = {number for claim in proven for number in claim.cites}
    used = [piece for piece in answer.research.evidence if piece.number in numbers]
    said = " ".join(citations.without_marks(claim.text) for claim in proven)
    known = " ".join((answer.question, *(head(piece) for piece in used)))
    if set(analyzer.terms(said)) <= set(analyzer.terms(known)):
        return Learned(None, "it says no more than the question and the titles")
    sure, empty = _sure(answer.question, said, used, context)
    if sure < SURE:
        return Learned(None, for_experts.noted("the model is not sure of it", f"{sure:.2f}"))
    if sure <= empty:
        return Learned(
            None, for_experts.noted("the model is as sure of an empty reply", f"{empty:.2f}")
        )
    recollections = [
        recollection
        for recollection in answer.research.recollections
        if numbers & {*recollection.numbers}
    ]
    thought = Thought(
        id=id,
        text=_worded(answer.question, said, used, context) or said,
        question=answer.question,
        study=id,
        created=time.time(),
        sure=sure,
        level=_level(recollections, used),
        roots=tuple(
            Root(piece.place, piece.text, piece.title, piece.page_label, piece.path)
            for piece in used
        ),
        used=tuple(recollection.thought for recollection in recollections),
    )
    return Learned(thought)


def noted(answer: Answer, learned: Learned) -> Answer:
    """The answer with a loss that says why it left no thought, where it left none."""
    if not learned.reason:
        return answer
    what = "a thought of this answer" if learned.thought is None else learned.thought.text
    loss = Loss(STAGE, what, f"not kept: {learned.reason}")
    chain = structs.replace(answer.research, losses=(*answer.research.losses, loss))
    return structs.replace(answer, research=chain)


def _sayable(answer: Answer) -> tuple[list[Claim], str]:
    """The proven sentences that a thought can be made of, in order, or why there are none.

    As many as it has room for; of an explanation only those that need no sentence before them, or
    come right after one that stays.
    """
    proven = [claim for claim in answer.claims if claim.state in claims.PROVEN and claim.cites]
    if answer.absent or not proven:
        return [], "nothing in the answer is proven"
    if answer.way is not None and answer.way.route.kind not in OF_ONE_POINT:
        return [], "a list or a summary is not one knowledge point"
    explains = answer.way is not None and answer.way.route.explains
    room, said, reason = LONGEST, list[Claim](), ""
    for claim in proven:
        bare = citations.without_marks(claim.text)
        follows = bool(said) and claim.start - said[-1].end <= GAP
        if explains and not (follows or unused_sentences.alone(bare)):
            reason = "no proven sentence can be understood alone"
        elif len(bare) >= room:
            reason = "every proven sentence is too long for a thought"
        else:
            room -= len(bare) + 1
            said.append(claim)
    return said, reason


def _sure(question: str, said: str, used: list[Evidence], context: Context) -> tuple[float, float]:
    """The model's yes to what is said, and to a reply that is empty; 0 to 1 each."""
    given = {"question": question, "notes": notes(used)}
    asked = [{**given, "answer": reply} for reply in (said, "")]
    sure, empty = choosing.chances("thought_sure", asked, context.engine, context.run)
    return sure, empty


def _worded(question: str, said: str, used: list[Evidence], context: Context) -> str:
    """The model's wording, empty where one of its sentences does not follow from the sources.

    Each is checked against all of them: one that abstracts shares few words with any.
    """
    reply = context.written("thought", TOKENS, {"question": question, "answer": said}, _SCHEMA)
    text = flat(msgspec.json.decode(reply.text)["thought"])
    if prose.leans(text):
        return ""
    numbers = tuple(piece.number for piece in used)
    cited = " ".join(
        citations.remarked(sentence.written, numbers) for sentence in citations.read(text)
    )
    checked = claims.check(cited, used, context.engine, Hushed(context.run))
    return text if checked and all(claim.state in claims.PROVEN for claim in checked) else ""


def _level(recollections: Sequence[Recollection], used: Sequence[Evidence]) -> float:
    """One more than the mean level of what was used: 1 for a passage, a thought's own for it."""
    remembered = {number for recollection in recollections for number in recollection.numbers}
    levels = [recollection.level for recollection in recollections]
    levels += [1.0 for piece in used if piece.number not in remembered]
    return 1.0 + sum(levels) / len(levels)
