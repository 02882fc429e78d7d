"""Counts what a piece of research costs, around any engine.

Tokens are booked as *reasoning* or *processing* by the prompt's file (AWARE reports the two
apart: 8.9K and 227K in its case study).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from warehouse.engine import probe, prompts
from warehouse.engine.around import EngineAround
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import AnyReply, AnyRequest, Engine
from warehouse.results.records import Spend


class Metered(EngineAround):
    """An Engine that counts; safe to use from several threads."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._lock = threading.Lock()
        self._tokens = {"reasoning": 0, "processing": 0}
        self._calls = 0
        self._began = time.monotonic()

    def close(self) -> None:
        """The engine belongs to the caller and stays open."""

    def measured(self, prompt: str = "") -> probe.Probe | None:
        """What the prompt's model was measured at, None for never; of a study when it began."""
        if isinstance(self.engine, Journaled):
            return self.engine.measured(prompt)
        return probe.of_model(self.info(prompt).sha256)

    def spend(self) -> Spend:
        with self._lock:
            return Spend(
                reasoning_tokens=self._tokens["reasoning"],
                processing_tokens=self._tokens["processing"],
                calls=self._calls,
                replayed=0,
                seconds=time.monotonic() - self._began,
            )

    def _answered(self, requests: Sequence[AnyRequest], replies: Sequence[AnyReply]) -> None:
        with self._lock:
            for request, reply in zip(requests, replies, strict=True):
                known = prompts.find(request.prompt)
                tokens = reply.prompt_tokens + reply.written_tokens
                self._calls += 1
                self._tokens[known.kind if known else "processing"] += tokens
