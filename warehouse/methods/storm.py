"""STORM: perspectives on a topic, and from each a conversation of a writer with an expert.

Shao et al. 2024, "Assisting in Writing Wikipedia-like Articles From Scratch with Large Language
Models", sections 3.1 and 3.2. Perspectives come from the headers of related documents, never from
the network; beside them a writer asks for the basic facts. All conversations take a turn together:
their questions are one batch, their answers another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.evidence import related_headers
from warehouse.methods.evidence.evidence_pool import Brought, EvidencePool
from warehouse.methods.evidence.nodes import below, node
from warehouse.methods.evidence.reduction import flat, notes
from warehouse.proof import citations
from warehouse.records import Recalled
from warehouse.results import reasons
from warehouse.results.records import Node, Research, Structure
from warehouse.search.names import normal
from warehouse.steering import node_at
from warehouse.text import shortened

PERSPECTIVES, QUERIES = 3, 3
HEADERS, HEADER_CHARACTERS = 6, 300
NAME_CHARACTERS, QUESTION_CHARACTERS, QUERY_CHARACTERS = 40, 160, 80
PERSPECTIVE_TOKENS, QUESTION_TOKENS, ANSWER_TOKENS = 220, 140, 160
SAID_CHARACTERS = 400  # of an answer, where a later question is asked after it
BASIC = ("Basic facts", "who, what, when, where and how much")
KIND = "conversations"
_MARK = re.compile(rf"(?P<space>\s*)(?P<mark>{citations.MARK.pattern})")


class Perspective(Struct, frozen=True):
    name: str
    about: str


class _Asked(Struct, frozen=True):
    question: str
    searches: tuple[str, ...]


class _Talk:
    """One conversation as it grows; it is over when nothing new is asked."""

    def __init__(self, id: str, perspective: Perspective) -> None:
        self.id, self.perspective = id, perspective
        self.turns: list[Node] = []
        self.over = False

    @property
    def said(self) -> str:
        told = [
            f"Q: {turn.title}\nA: {shortened(turn.found, SAID_CHARACTERS)}" for turn in self.turns
        ]
        return "\n".join(told) or "nothing yet"

    def node(self) -> Node:
        numbers = dict.fromkeys(number for turn in self.turns for number in turn.evidence)
        return Node(
            id=self.id,
            title=self.perspective.name,
            state=("resolved" if numbers else "unresolved") if self.over else "open",
            evidence=tuple(numbers),
            children=tuple(self.turns),
            notes=self.perspective.about,
        )


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """A node for each perspective, its turns below it. Raises Cancelled."""
    pool = EvidencePool(task, context)
    if not pool.readable:
        return pool.research(Structure(KIND))
    context.run.step("planning", 0, 1)
    views = perspectives(task, pool, context)
    talks = [_Talk(node_at(at), view) for at, view in enumerate(views)]
    turns = context.settings.talk_turns
    for turn in range(turns):
        if not (open_talks := [talk for talk in talks if not talk.over]):
            break
        context.run.step("talking", turn, turns)
        _turn(open_talks, pool, context, turn)
        context.run.show(pool.research(_structure(talks)))
    for talk in talks:
        talk.over = True
    return pool.finished(_structure(talks), recalled)


def perspectives(task: str, pool: EvidencePool, context: Context) -> list[Perspective]:
    """The basic facts, and what the headers of related documents suggest; each name once."""
    related = related_headers.first(task, HEADERS, context)
    texts = [text[:HEADER_CHARACTERS] for _, text in related]
    prompt = prompts.load("perspectives")
    messages = prompt.render(topic=task, headers="\n".join(f"- {text}" for text in texts) or "none")
    request = Request(prompt.name, messages, PERSPECTIVE_TOKENS, _PERSPECTIVES)
    [reply] = context.engine.complete([request], context.run)
    drafted = value_of(reply, dict[str, list[Perspective]])
    kept = {normal(BASIC[0]): Perspective(*BASIC)}
    for view in drafted["perspectives"]:
        if normal(view.name) and kept.setdefault(normal(view.name), view) is not view:
            pool.lose([Loss("planning", view.name, reasons.PERSPECTIVE)])
    return list(kept.values())


def _turn(talks: Sequence[_Talk], pool: EvidencePool, context: Context, turn: int) -> None:
    drafts = _questions(talks, pool.task, context, turn)
    waiting: list[tuple[_Talk, str, list[Brought]]] = []
    before = {normal(node.title) for talk in talks for node in talk.turns}
    now: set[str] = set()
    for talk, draft in zip(talks, drafts, strict=True):
        question = normal(draft.question)
        if not question or question in before:
            talk.over = True
            pool.lose([Loss("talking", draft.question or "nothing", "nothing new was asked")])
        elif question in now:  # who speaks at the same time has not heard it, and may ask another
            pool.lose([Loss("talking", draft.question, "is asked in another conversation")])
        else:
            now.add(question)
            brought = pool.ask([draft.question, *draft.searches[:QUERIES]], depth=turn + 1)
            waiting.append((talk, draft.question, brought))
    answers = _answers(waiting, pool, context)
    for (talk, question, brought), answer in zip(waiting, answers, strict=True):
        id = below(talk.id, len(talk.turns))
        talk.turns.append(node(id, question, brought, answer))


def _questions(talks: Sequence[_Talk], task: str, context: Context, turn: int) -> list[_Asked]:
    prompt = prompts.load("storm_question")
    requests = [
        Request(
            prompt.name,
            prompt.render(
                topic=task,
                writer=f"{talk.perspective.name} ({talk.perspective.about})",
                said=talk.said,
            ),
            QUESTION_TOKENS,
            _QUESTION,
            temperature=context.settings.writing_temperature if turn else 0.0,
            top_p=context.settings.writing_top_p,
            seed=context.settings.seed + turn,
        )
        for talk in talks
    ]
    replies = context.engine.complete(requests, context.run)
    return [value_of(reply, _Asked) for reply in replies]


def _answers(
    waiting: Sequence[tuple[_Talk, str, list[Brought]]], pool: EvidencePool, context: Context
) -> list[str]:
    """From the evidence of the question alone; "" where there is none. Marks of other evidence
    are taken off.
    """
    numbers = [[n for result in brought for n in result.numbers] for _, _, brought in waiting]
    given = [
        {"topic": pool.task, "question": question, "notes": notes(pool.of(own))}
        for (_, question, _), own in zip(waiting, numbers, strict=True)
        if own
    ]
    replies = iter(context.written_each("storm_answer", ANSWER_TOKENS, given))
    return [_known(flat(next(replies).text), own) if own else "" for own in numbers]


def _known(text: str, numbers: Sequence[int]) -> str:
    """Without citations of what was not in the notes."""

    def marks(mark: re.Match[str]) -> str:
        kept = "".join(
            f"[{number}]" for number in citations.cited(mark["mark"]) if number in numbers
        )
        return f"{mark['space']}{kept}" if kept else ""

    return _MARK.sub(marks, text)


def _structure(talks: Sequence[_Talk]) -> Structure:
    return Structure(KIND, tuple(talk.node() for talk in talks))


_PERSPECTIVE = closed(name=text_of(3, NAME_CHARACTERS), about=text_of(0, QUESTION_CHARACTERS))
_PERSPECTIVES = closed(perspectives=list_of(_PERSPECTIVE, 1, PERSPECTIVES))
_QUESTION = closed(
    question=text_of(0, QUESTION_CHARACTERS),
    searches=list_of(text_of(0, QUERY_CHARACTERS), 1, QUERIES),
)
