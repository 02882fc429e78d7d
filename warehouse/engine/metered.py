"""Counts what a piece of research costs, around any engine.

Tokens are booked as *reasoning* or *processing* by the prompt's file (AWARE reports the two
apart: 8.9K and 227K in its case study).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from warehouse.engine import prompts
from warehouse.engine.protocol import (
    Choice,
    ChoiceListener,
    ChooseRequest,
    Completion,
    CompletionListener,
    Engine,
    EngineInfo,
    Request,
    Score,
    ScoreListener,
    ScoreRequest,
    TextListener,
)
from warehouse.results.records import Spend
from warehouse.run import Run


class Metered:
    """An Engine that counts; safe to use from several threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._tokens = {"reasoning": 0, "processing": 0}
        self._calls = 0
        self._began = time.monotonic()

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        replies = self._engine.complete(requests, run, on_text, on_done)
        for request, reply in zip(requests, replies, strict=True):
            self._book(request.prompt, reply.prompt_tokens + reply.completion_tokens)
        return replies

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        replies = self._engine.score(requests, run, on_done)
        for request, reply in zip(requests, replies, strict=True):
            self._book(request.prompt, reply.prompt_tokens + len(reply.logprobs))
        return replies

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        replies = self._engine.choose(requests, run, on_done)
        for request, reply in zip(requests, replies, strict=True):
            self._book(request.prompt, reply.prompt_tokens)
        return replies

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._engine.count_tokens(texts)

    def info(self, prompt: str = "") -> EngineInfo:
        return self._engine.info(prompt)

    def close(self) -> None:
        """The engine belongs to the caller and stays open."""

    def spend(self) -> Spend:
        with self._lock:
            return Spend(
                reasoning_tokens=self._tokens["reasoning"],
                processing_tokens=self._tokens["processing"],
                calls=self._calls,
                replayed=0,
                seconds=time.monotonic() - self._began,
            )

    def _book(self, prompt: str, tokens: int) -> None:
        known = prompts.find(prompt)
        with self._lock:
            self._calls += 1
            self._tokens[known.kind if known else "processing"] += tokens
