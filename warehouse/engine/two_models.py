"""Two models as one engine: a lighter one screens documents, the other one does all else.

AWARE, section 3.2: one model plans and answers, and a lighter one may filter (F). Extraction and
reduction (E, R) copy and need no model; proof is never left to the lighter one.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from warehouse.run import Run

SCREENING = frozenset({"likelihood", "sufficient"})


class TwoModels:
    """An Engine. All requests of a call are of one prompt, by which the model is taken."""

    def __init__(self, reasoning: Engine, processing: Engine) -> None:
        self._reasoning = reasoning
        self._processing = processing

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        return self._of(requests).complete(requests, run, on_text, on_done)

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        return self._of(requests).score(requests, run, on_done)

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        return self._of(requests).choose(requests, run, on_done)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """As the reasoning model counts them."""
        return self._reasoning.count_tokens(texts)

    def info(self, prompt: str = "") -> EngineInfo:
        return (self._processing if prompt in SCREENING else self._reasoning).info(prompt)

    def close(self) -> None:
        self._reasoning.close()
        self._processing.close()

    def _of(self, requests: Sequence[Request | ScoreRequest | ChooseRequest]) -> Engine:
        prompt = requests[0].prompt if requests else ""
        return self._processing if prompt in SCREENING else self._reasoning
