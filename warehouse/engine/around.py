"""An engine around another one, which passes everything on.

Made from where something is to be done on the way: which engine is asked, and what becomes of its
replies.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine.protocol import (
    AnyReply,
    AnyRequest,
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
from warehouse.run import Run


class EngineAround:
    """An Engine; ``close`` closes the one inside."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        replies = self._asked(requests).complete(requests, run, on_text, on_done)
        self._answered(requests, replies)
        return replies

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        replies = self._asked(requests).score(requests, run, on_done)
        self._answered(requests, replies)
        return replies

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        replies = self._asked(requests).choose(requests, run, on_done)
        self._answered(requests, replies)
        return replies

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self.engine.count_tokens(texts)

    def info(self, prompt: str = "") -> EngineInfo:
        return self.engine.info(prompt)

    def close(self) -> None:
        self.engine.close()

    def _asked(self, requests: Sequence[AnyRequest]) -> Engine:
        """Called before each call: the engine that is to answer it."""
        return self.engine

    def _answered(self, requests: Sequence[AnyRequest], replies: Sequence[AnyReply]) -> None:
        """Called after each call."""
