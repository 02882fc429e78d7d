"""What to look for next: ten questions about the graph, and at most ten searches made of them.

Both remember what was asked: what says the same, word for word or by meaning, is a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.protocol import Completion, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.results import reasons
from warehouse.search.embedding import Vector
from warehouse.search.names import normal

IN_DEPTH = IN_BREADTH = 5
SEARCHES = 10
QUESTION_CHARACTERS, REASON_CHARACTERS, SEARCH_CHARACTERS = 140, 80, 80
QUESTION_TOKENS, SEARCH_TOKENS = 780, 420
REMEMBERED = 20  # that a prompt has room for, the latest
SAME = 0.9  # cosine from which two say the same
STAGE = "planning"

Direction = Literal["in depth", "in breadth"]


class Question(Struct, frozen=True):
    """``why`` it is asked; ``searches`` are made for it."""

    text: str
    why: str
    direction: Direction
    searches: tuple[str, ...] = ()


class _Asked(Struct, frozen=True):
    question: str
    why: str


class _Search(Struct, frozen=True):
    search: str
    of: int


class Memory:
    """What was asked, folded and by meaning."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._texts: dict[str, str] = {}
        self._rows: list[Vector] = []

    def takes(self, text: str) -> bool:
        """Is it new? It is remembered then."""
        key = normal(text)
        if not key or key in self._texts:
            return False
        row = self._context.library.retrieval.embed([text])[0]
        if self._rows and float(np.max(np.stack(self._rows) @ row)) >= SAME:
            return False
        self._texts[key] = text
        self._rows.append(row)
        return True

    @property
    def listed(self) -> str:
        latest = list(self._texts.values())[-REMEMBERED:]
        return "\n".join(f"- {text}" for text in latest) or "nothing"


class Questioner:
    """Asks about the graph as it stands, each time anew."""

    def __init__(self, pool: EvidencePool, context: Context) -> None:
        self._pool, self._context = pool, context
        self._questions, self._searches = Memory(context), Memory(context)
        self._searches.takes(pool.task)

    def ask(self, graph: str) -> list[Question]:
        """New questions with their searches; those that none serves come without. Raises
        Cancelled.
        """
        questions = self._asked(graph)
        if not questions:
            return []
        searches = self._made(questions)
        return [
            msgspec.structs.replace(
                question, searches=tuple(s.search for s in searches if s.of == at)
            )
            for at, question in enumerate(questions, start=1)
        ]

    def _asked(self, graph: str) -> list[Question]:
        reply = self._reply(
            "graph_questions",
            QUESTION_TOKENS,
            _QUESTIONS,
            graph=graph,
            asked=self._questions.listed,
        )
        decoded = value_of(reply, dict[str, list[_Asked]])
        drafted: list[tuple[_Asked, Direction]] = [
            (draft, "in depth") for draft in decoded["depth"]
        ]
        drafted += [(draft, "in breadth") for draft in decoded["breadth"]]
        questions: list[Question] = []
        for draft, direction in drafted:
            text = " ".join(draft.question.split())
            if self._questions.takes(text):
                why = " ".join(draft.why.split())
                questions.append(Question(text, why, direction))
            else:
                self._pool.lose([Loss(STAGE, text or "nothing", reasons.ASKED)])
        return questions

    def _made(self, asked: Sequence[Question]) -> list[_Search]:
        listed = "\n".join(f"({at}) {question.text}" for at, question in enumerate(asked, start=1))
        schema = _searches_schema(len(asked))
        reply = self._reply(
            "graph_queries", SEARCH_TOKENS, schema, questions=listed, asked=self._searches.listed
        )
        searches = []
        for search in value_of(reply, dict[str, list[_Search]])["searches"]:
            if self._searches.takes(search.search):
                searches.append(search)
            else:
                self._pool.lose([Loss(STAGE, search.search or "nothing", reasons.SEARCHED)])
        served = {search.of for search in searches}
        self._pool.lose(
            Loss(STAGE, question.text, "no search was made for it")
            for at, question in enumerate(asked, start=1)
            if at not in served
        )
        return searches

    def _reply(self, name: str, tokens: int, schema: dict[str, Any], **given: str) -> Completion:
        return self._context.written(name, tokens, {"topic": self._pool.task, **given}, schema)


def _searches_schema(questions: int) -> dict[str, Any]:
    of = {"enum": list(range(1, questions + 1))}
    search = closed(search=text_of(3, SEARCH_CHARACTERS), of=of)
    return closed(searches=list_of(search, min(SEARCHES, questions), SEARCHES))


_QUESTION = closed(question=text_of(3, QUESTION_CHARACTERS), why=text_of(3, REASON_CHARACTERS))
_QUESTIONS = closed(
    depth=list_of(_QUESTION, IN_DEPTH, IN_DEPTH),
    breadth=list_of(_QUESTION, IN_BREADTH, IN_BREADTH),
)
