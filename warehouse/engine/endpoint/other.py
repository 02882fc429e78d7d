"""Any other server that speaks the OpenAI protocol: it writes, and at most weighs first tokens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from warehouse.engine.endpoint.servers import (
    Ask,
    Known,
    Listed,
    Parted,
    identity,
    spoken,
    understood,
)
from warehouse.engine.labels import spellings
from warehouse.engine.protocol import Choice, ChooseRequest, Request, Score, ScoreRequest
from warehouse.errors import BadInput, CannotScore, EndpointFailed

FIRST_TOKENS = 20
BYTES_OF_A_TOKEN = 3


class _Likely(Struct, frozen=True):
    token: str
    logprob: float


class _First(Struct, frozen=True):
    top_logprobs: list[_Likely]


class _Firsts(Struct, frozen=True):
    content: list[_First]


class _FirstChoice(Struct, frozen=True):
    logprobs: _Firsts | None = None


class _Begun(Struct, frozen=True):
    choices: list[_FirstChoice]


class Other:
    def __init__(self, model: Listed) -> None:
        self._model = model.id
        self.known = Known(
            model=model.name,
            identity=identity(model.id),
            note="The server tells no tokens: lengths are estimated, texts cannot be scored, and "
            "choices go by the likeliest first tokens.",
        )

    def fields(self, request: Request) -> dict[str, Any]:
        if request.prefill:
            raise BadInput("This server cannot go on from a given beginning.")
        return {"model": self._model, "messages": spoken(request.messages)}

    def size(self, ask: Ask, request: Request) -> int:
        return 0

    def parts(self, ask: Ask, request: ScoreRequest | ChooseRequest) -> list[Parted]:
        if isinstance(request, ScoreRequest):
            raise CannotScore
        return []

    def score(self, ask: Ask, request: ScoreRequest, part: Parted) -> Score:
        raise CannotScore

    def choose(self, ask: Ask, request: ChooseRequest, parts: list[Parted]) -> Choice:
        """A label's share is that of the first tokens that begin it, and it alone, in any case."""
        body = {
            "model": self._model,
            "messages": spoken(request.messages),
            "max_tokens": 1,
            "temperature": 0.0,
            "logprobs": True,
            "top_logprobs": FIRST_TOKENS,
        }
        answer = understood(ask("/v1/chat/completions", body), _Begun)
        firsts = answer.choices[0].logprobs if answer.choices else None
        weights = [0.0] * len(request.labels)
        for likely in firsts.content[0].top_logprobs if firsts and firsts.content else ():
            begun = likely.token.strip()
            fits = _begun_by(begun, request.labels)
            if begun and len(fits) == 1:
                weights[fits[0]] += math.exp(likely.logprob)
        if not sum(weights) > 0:
            raise EndpointFailed("The server does not tell which label its model would choose.")
        return Choice(tuple(weight / sum(weights) for weight in weights), 0)

    def count(self, ask: Ask, text: str) -> int:
        return -(-len(text.encode()) // BYTES_OF_A_TOKEN)


def _begun_by(text: str, labels: Sequence[str]) -> list[int]:
    """Which labels begin so as they are, else in another spelling."""
    exact = [at for at, label in enumerate(labels) if label.startswith(text)]
    spelled = enumerate(spellings(labels))
    return exact or [at for at, ways in spelled if any(way.startswith(text) for way in ways)]
