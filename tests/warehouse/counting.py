"""A strict little engine for the tests of journal, claims, headers and studies.

It computes its replies from the requests by functions the test gives, and writes every call it
finishes into a file, so that a killed run can be told from a resumed one. ``die_at`` kills the
process (SIGKILL) when that call begins.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from warehouse.engine.protocol import (
    Choice,
    ChoiceListener,
    ChooseRequest,
    Completion,
    CompletionListener,
    EngineInfo,
    Request,
    Score,
    ScoreListener,
    ScoreRequest,
    TextListener,
)
from warehouse.run import Run


def _unexpected(request: object) -> str:
    raise AssertionError(f"unexpected request: {request}")


class CountingEngine:
    """``write`` gives the reply text, ``likely`` the log-likelihood, ``pick`` the probabilities."""

    def __init__(
        self,
        log: Path,
        write: Callable[[Request], str] = _unexpected,
        likely: Callable[[ScoreRequest], float] | None = None,
        pick: Callable[[ChooseRequest], Sequence[float]] | None = None,
        sha256: str = "0" * 64,
        die_at: int = -1,
        parallel: int = 2,
    ) -> None:
        self.log = log
        self.write = write
        self.likely = likely
        self.pick = pick
        self.sha256 = sha256
        self.die_at = die_at
        self.parallel = parallel
        self.started = 0
        self.closed = False

    @property
    def finished(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        replies = []
        for index, request in enumerate(requests):
            self._begin(run)
            text = self.write(request)
            if on_text is not None:
                on_text(index, text[: len(text) // 2])
                on_text(index, text)
            replies.append(Completion(text, "stop", len(request.messages[-1].content), 5))
        self._end(request.messages[-1].content for request in requests)
        return replies

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        replies = []
        for index, request in enumerate(requests):
            self._begin(run)
            assert self.likely is not None, f"unexpected score: {request}"
            replies.append(Score((self.likely(request),), 7))
            self._end([request.continuation])
            if on_done is not None:
                on_done([(index, replies[-1])])
        return replies

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        replies = []
        for index, request in enumerate(requests):
            self._begin(run)
            assert self.pick is not None, f"unexpected choose: {request}"
            probabilities = tuple(self.pick(request))
            assert len(probabilities) == len(request.labels)
            replies.append(Choice(probabilities, 11))
            self._end([request.messages[-1].content])
            if on_done is not None:
                on_done([(index, replies[-1])])
        return replies

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def info(self, prompt: str = "") -> EngineInfo:
        return EngineInfo("counting", self.sha256, 4096, 1, 0, self.parallel)

    def close(self) -> None:
        self.closed = True

    def _begin(self, run: Run) -> None:
        run.check()
        if self.started == self.die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.started += 1

    def _end(self, names: Iterable[str]) -> None:
        with self.log.open("a", encoding="utf-8") as log:
            for name in names:
                log.write(name.replace("\n", " ") + "\n")


def filled(schema: Any, words: str) -> Any:
    """A value that the schema allows, with ``words`` for every text."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: filled(one, words) for name, one in schema["properties"].items()}
        case "array":
            return [filled(schema["items"], words)] * max(1, schema.get("minItems", 0))
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
    return words


def filling(log: Path, words: str, plain: str = "") -> CountingEngine:
    """Fills every schema with ``words``, writes ``plain`` without one, and prefers nothing."""

    def write(request: Request) -> str:
        return plain if request.schema is None else json.dumps(filled(request.schema, words))

    def pick(request: ChooseRequest) -> list[float]:
        return [1 / len(request.labels)] * len(request.labels)

    return CountingEngine(log, write, lambda _: -1.0, pick)
