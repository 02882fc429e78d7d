"""In place of a model for work that asks none: a question that the catalog answers.

So "what could not be read?" is answered before any model is installed, and none is loaded for it.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from warehouse.errors import ModelMissing
from warehouse.run import Run

_WHY = "This was begun without a model, and needs one after all."


class UnneededEngine:
    """Implements protocol.Engine; every question to it raises ModelMissing."""

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        raise ModelMissing(_WHY)

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        raise ModelMissing(_WHY)

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        raise ModelMissing(_WHY)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        if texts:
            raise ModelMissing(_WHY)
        return []

    def info(self, prompt: str = "") -> EngineInfo:
        return EngineInfo(model="", sha256="", context=0, layers=0, gpu_layers=0, parallel=1)

    def close(self) -> None:
        return
