"""Two models as one engine: a lighter one screens documents, the other one does all else.

AWARE, section 3.2: one model plans and answers, and a lighter one may filter (F). Extraction and
reduction (E, R) copy and need no model; proof is never left to the lighter one.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine.around import EngineAround
from warehouse.engine.protocol import AnyRequest, Engine, EngineInfo

SCREENING = frozenset({"likelihood", "sufficient"})


class TwoModels(EngineAround):
    """An Engine. All requests of a call are of one prompt, by which the model is taken.

    Tokens are counted as the reasoning model counts them.
    """

    def __init__(self, reasoning: Engine, processing: Engine) -> None:
        super().__init__(reasoning)
        self._processing = processing

    def info(self, prompt: str = "") -> EngineInfo:
        return self._of(prompt).info(prompt)

    def close(self) -> None:
        super().close()
        self._processing.close()

    def _asked(self, requests: Sequence[AnyRequest]) -> Engine:
        return self._of(requests[0].prompt if requests else "")

    def _of(self, prompt: str) -> Engine:
        return self._processing if prompt in SCREENING else self.engine
