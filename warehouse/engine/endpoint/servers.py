"""What kinds of model server there are, and what each is asked beside ``/v1/chat/completions``.

    llama_server.py   /apply-template and /tokenize give a prompt's tokens; a continuation is forced
                      token by token with a grammar, and its likelihoods are read off on the way
    vllm.py           /tokenize gives a prompt's tokens; /v1/completions echoes a prompt with the
                      likelihood of each of its tokens
    other.py          tells no tokens; at most the likeliest first tokens of a reply

A server reads the spelling of a control token as that token, inside a document too. ``harmless``
breaks such spellings up, so that a document cannot end its own turn.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from warehouse.engine.labels import choice, spellings
from warehouse.engine.protocol import Choice, ChooseRequest, Message, Request, Score, ScoreRequest
from warehouse.errors import EndpointFailed

Ask = Callable[[str, dict[str, Any] | None], Any]
"""``ask(path, body)``: JSON in, JSON out; a GET without a body."""
T = TypeVar("T")

UNTHINKING = {"chat_template_kwargs": {"enable_thinking": False}}
AS_ASKED = {"top_k": 0, "min_p": 0.0, "repeat_penalty": 1.0, "repetition_penalty": 1.0}
"""Off with what a server would add to temperature and top-p by itself."""
_SPELT = re.compile(
    r"<(?=[|｜/]?\w+[|｜]?>|[|｜][^<>|｜\n]{1,60}[|｜]>)"  # "▁" of DeepSeek's is no letter
    r"|\[(?=/?[A-Z_]+\]|gMASK\]|\|\w{1,60}\|\])"
)


class Listed(Struct, frozen=True):
    """A model as ``/v1/models`` names it; the last two are vLLM's and llama-server's."""

    id: str
    max_model_len: int | None = None
    meta: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        return re.split(r"[\\/]", self.id)[-1]


class Tokens(Struct, frozen=True):
    tokens: list[int]


class Known(Struct, frozen=True):
    """What a server tells of itself. ``context`` is of one request, ``slots`` are requests at a
    time; both 0 where it does not tell. ``identity`` stands for the model's SHA-256."""

    model: str
    identity: str
    context: int = 0
    slots: int = 0
    note: str = ""


class Parted(Struct, frozen=True):
    """Tokens of a prompt, and of what is to follow it."""

    prompt: list[int]
    more: list[int]


class Server(Protocol):
    known: Known

    def fields(self, request: Request) -> dict[str, Any]:
        """The body of a chat completion, without what is the same everywhere."""
        ...

    def size(self, ask: Ask, request: Request) -> int:
        """Tokens of the prompt; 0 where the server does not tell."""
        ...

    def parts(self, ask: Ask, request: ScoreRequest | ChooseRequest) -> list[Parted]:
        """The continuation, or each label; empty where the server does not tell."""
        ...

    def score(self, ask: Ask, request: ScoreRequest, part: Parted) -> Score: ...

    def choose(self, ask: Ask, request: ChooseRequest, parts: list[Parted]) -> Choice: ...

    def count(self, ask: Ask, text: str) -> int: ...


def understood(told: Any, kind: type[T]) -> T:
    """Raises EndpointFailed when a server's JSON is not of the wanted shape."""
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        raise EndpointFailed(f"The server answers with something unexpected: {error}.") from error


def harmless(text: str) -> str:
    """``text`` with a zero-width space in whatever looks like the spelling of a control token."""
    return _SPELT.sub("\\g<0>\u200b", text)


def spoken(messages: Sequence[Message], prefill: str = "") -> list[dict[str, str]]:
    said = [{"role": message.role, "content": harmless(message.content)} for message in messages]
    return [*said, {"role": "assistant", "content": harmless(prefill)}] if prefill else said


class Telling:
    """A server that tells tokens and likelihoods: what llama-server and vLLM have in common."""

    known: Known

    def tokens(self, ask: Ask, messages: Sequence[Message], prefill: str = "") -> list[int]:
        raise NotImplementedError

    def after(self, ask: Ask, messages: Sequence[Message], texts: Sequence[str]) -> list[Parted]:
        raise NotImplementedError

    def end(self, ask: Ask, messages: Sequence[Message], text: str, part: Parted) -> int:
        """The token that ends the reply ``text``."""
        raise NotImplementedError

    def likelihoods(self, ask: Ask, part: Parted) -> list[float]:
        raise NotImplementedError

    def size(self, ask: Ask, request: Request) -> int:
        return len(self.tokens(ask, request.messages, request.prefill))

    def parts(self, ask: Ask, request: ScoreRequest | ChooseRequest) -> list[Parted]:
        if isinstance(request, ScoreRequest):
            return self.after(ask, request.messages, [request.continuation])
        parts = self.after(ask, request.messages, request.labels)
        # A label that another begins with counts with the end of the reply after it.
        if any(b.more[: len(a.more)] == a.more for a in parts for b in parts if a is not b):
            return [
                Parted(part.prompt, [*part.more, self.end(ask, request.messages, label, part)])
                for part, label in zip(parts, request.labels, strict=True)
            ]
        return parts

    def score(self, ask: Ask, request: ScoreRequest, part: Parted) -> Score:
        return Score(tuple(self.likelihoods(ask, part)), len(part.prompt))

    def choose(self, ask: Ask, request: ChooseRequest, parts: list[Parted]) -> Choice:
        spelled = self.spelled(ask, request, parts)
        likely = [[sum(self.likelihoods(ask, part)) for part in ways] for ways in spelled]
        return choice(likely, len(parts[0].prompt))

    def spelled(self, ask: Ask, request: ChooseRequest, parts: list[Parted]) -> list[list[Parted]]:
        """For every label its part, and where all are single tokens those that spell it too."""
        first = parts[0].prompt
        if not all(part.prompt == first and len(part.more) == 1 for part in parts):
            return [[part] for part in parts]
        others = [ways[1:] for ways in spellings(request.labels)]
        continued = self.after(ask, request.messages, [way for ways in others for way in ways])
        rest = iter(continued)
        return [
            [
                part,
                *(
                    spelling
                    for spelling in islice(rest, len(ways))
                    if spelling.prompt == first and len(spelling.more) == 1
                ),
            ]
            for part, ways in zip(parts, others, strict=True)
        ]


def identity(*facts: Any) -> str:
    """64 hex digits that change with what the server tells of its model."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
