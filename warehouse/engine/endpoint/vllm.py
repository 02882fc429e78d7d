"""vLLM, which echoes a prompt with the likelihood of each of its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from warehouse.engine.endpoint.servers import (
    AS_ASKED,
    UNTHINKING,
    Ask,
    Known,
    Listed,
    Parted,
    Telling,
    Tokens,
    harmless,
    identity,
    spoken,
    understood,
)
from warehouse.engine.protocol import Message, Request
from warehouse.errors import EndpointFailed


class _Echo(Struct, frozen=True):
    token_logprobs: list[float | None]


class _EchoChoice(Struct, frozen=True):
    logprobs: _Echo


class _Echoed(Struct, frozen=True):
    choices: list[_EchoChoice]


class Vllm(Telling):
    def __init__(self, model: Listed) -> None:
        self._model = model.id
        self.known = Known(
            model=model.name,
            identity=identity(model.id, model.max_model_len),
            context=model.max_model_len or 0,
        )

    def fields(self, request: Request) -> dict[str, Any]:
        said = spoken(request.messages, request.prefill)
        going_on = {"continue_final_message": True, "add_generation_prompt": False}
        more = going_on if request.prefill else {}
        return {"model": self._model, "messages": said, **UNTHINKING, **AS_ASKED, **more}

    def tokens(self, ask: Ask, messages: Sequence[Message], prefill: str = "") -> list[int]:
        prompt = self._chat(ask, spoken(messages), True)
        return prompt + self._plain(ask, harmless(prefill)) if prefill else prompt

    def after(self, ask: Ask, messages: Sequence[Message], texts: Sequence[str]) -> list[Parted]:
        prompt = self._chat(ask, spoken(messages), True)
        return [Parted(prompt, self._plain(ask, harmless(text))) for text in texts]

    def end(self, ask: Ask, messages: Sequence[Message], text: str, part: Parted) -> int:
        whole = self._chat(ask, spoken(messages, text), False)
        begun = [*part.prompt, *part.more]
        if whole[: len(begun)] != begun or len(whole) == len(begun):
            raise EndpointFailed("The server does not tell how a reply ends.")
        return whole[len(begun)]

    def likelihoods(self, ask: Ask, part: Parted) -> list[float]:
        tokens = [*part.prompt, *part.more]
        body = {"prompt": tokens, "max_tokens": 1, "echo": True, "logprobs": 1, "temperature": 0.0}
        answer = understood(ask("/v1/completions", {"model": self._model, **body}), _Echoed)
        echoed = answer.choices[0].logprobs.token_logprobs if answer.choices else []
        logprobs = echoed[len(part.prompt) : len(tokens)]
        if len(logprobs) < len(part.more) or None in logprobs:
            raise EndpointFailed("The server does not tell the likelihood of a given text.")
        return [float(logprob or 0.0) for logprob in logprobs]

    def count(self, ask: Ask, text: str) -> int:
        return len(self._plain(ask, harmless(text)))

    def _plain(self, ask: Ask, text: str) -> list[int]:
        body = {"model": self._model, "prompt": text, "add_special_tokens": False}
        return understood(ask("/tokenize", body), Tokens).tokens

    def _chat(self, ask: Ask, said: list[dict[str, str]], go_on: bool) -> list[int]:
        body = {"model": self._model, "messages": said, "add_generation_prompt": go_on}
        return understood(ask("/tokenize", {**body, **UNTHINKING}), Tokens).tokens
