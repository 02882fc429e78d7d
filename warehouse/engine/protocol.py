"""What Muniment asks of a language model: three verbs, each over many requests at once.

``complete`` writes, ``score`` says how likely a given text is, ``choose`` picks a label without
writing. Implementations: the llama.cpp child process (process.py), a model server (endpoint/), the
strict script for tests (scripted.py), and the journal that wraps any of them (journal/). Calls are
synchronous and may come from several threads; the engine merges them into one batch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct, structs

from warehouse.run import Run


class Message(Struct, frozen=True):
    role: Literal["system", "user", "assistant"]
    content: str


class Request(Struct, frozen=True):
    """One completion. ``prompt`` names the prompt file (for the journal and the token table).

    ``schema`` is a JSON schema; the reply then is one JSON value that validates against it.
    Temperature 0 is greedy. ``prefill`` is written by us as the start of the model's reply and is
    not repeated in the result. Where ``own_words`` is not 0 the reply takes over no longer run of
    words from its messages; an endpoint cannot promise that.
    """

    prompt: str
    messages: tuple[Message, ...]
    max_tokens: int
    schema: dict[str, Any] | None = None
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 42
    stop: tuple[str, ...] = ()
    prefill: str = ""
    own_words: int = 0


def sampled(
    request: Request, count: int, temperature: float, top_p: float = 1.0, likeliest: bool = True
) -> list[Request]:
    """``count`` of it, each with a seed of its own; the first is greedy where ``likeliest``."""
    return [
        structs.replace(
            request,
            temperature=temperature if at or not likeliest else 0.0,
            top_p=top_p,
            seed=request.seed + at,
        )
        for at in range(count)
    ]


def closed(**fields: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with all of these fields and no other."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def list_of(item: Mapping[str, Any], least: int, most: int) -> dict[str, Any]:
    """The JSON schema of a list with so many of ``item``."""
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}


def text_of(least: int, most: int) -> dict[str, Any]:
    """The JSON schema of a text of so many characters."""
    at_least = {"minLength": least} if least else {}
    return {"type": "string", **at_least, "maxLength": most}


class Completion(Struct, frozen=True):
    """``finish`` is "stop" or "length"; text cut by length is still closed when schema-bound: its
    last ``ending`` characters are not the model's.

    ``ease`` is how easily it came, where its words had to be the model's own: the mean natural-log
    likelihood a token, <= 0, as if nothing had been forbidden; else None.
    """

    text: str
    finish: Literal["stop", "length"]
    prompt_tokens: int
    completion_tokens: int
    ease: float | None = None
    ending: int = 0

    @property
    def written_tokens(self) -> int:
        return self.completion_tokens


class ScoreRequest(Struct, frozen=True):
    """How likely is ``continuation`` as the assistant's reply to ``messages``?"""

    prompt: str
    messages: tuple[Message, ...]
    continuation: str


class Score(Struct, frozen=True):
    """Natural-log likelihoods, one per token of the continuation."""

    logprobs: tuple[float, ...]
    prompt_tokens: int

    @property
    def written_tokens(self) -> int:
        return len(self.logprobs)

    @property
    def total(self) -> float:
        return sum(self.logprobs)

    @property
    def mean(self) -> float:
        return self.total / max(1, len(self.logprobs))


class ChooseRequest(Struct, frozen=True):
    """Which of ``labels`` would the model reply with? One prefill, no decoding."""

    prompt: str
    messages: tuple[Message, ...]
    labels: tuple[str, ...]


class Choice(Struct, frozen=True):
    """``probabilities`` in the order of the labels, summing to 1 over them."""

    probabilities: tuple[float, ...]
    prompt_tokens: int

    @property
    def written_tokens(self) -> int:
        return 0


AnyRequest = Request | ScoreRequest | ChooseRequest
AnyReply = Completion | Score | Choice
"""Each knows its ``prompt_tokens`` and, as a score's continuation, its ``written_tokens``."""

Cache = Literal["f16", "q8_0"]
"""How keys and values are kept: in 16 bits, or in blocks of 32 values with 8 bits each."""


class EngineInfo(Struct, frozen=True):
    """``speed`` is decode tokens/s measured so far (0 before the first reply).

    ``context`` is shared by all that is in work; ``trained`` is what the model was trained for, 0
    where that is not known. ``place`` is the address of the server that the text goes to; empty
    where it stays here.
    """

    model: str
    sha256: str
    context: int
    layers: int
    gpu_layers: int
    parallel: int
    speed: float = 0.0
    note: str = ""
    cache: Cache = "f16"
    place: str = ""
    trained: int = 0

    @property
    def longest(self) -> int:
        """The most tokens of one prompt with its reply."""
        return min(self.context, self.trained or self.context)


TextListener = Callable[[int, str], None]
"""Called with (index of the request, the text so far) while replies grow."""
CompletionListener = Callable[[Sequence[tuple[int, Completion]]], None]
ScoreListener = Callable[[Sequence[tuple[int, Score]]], None]
ChoiceListener = Callable[[Sequence[tuple[int, Choice]]], None]
"""Called with (index of the request, its reply) of those that ended together, each reply once,
before the call returns; what it raises ends the call."""


class Engine(Protocol):
    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        """Raises Cancelled, ContextOverflow (before any work), EngineDied."""
        ...

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]: ...

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]: ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]: ...

    def info(self, prompt: str = "") -> EngineInfo:
        """Of the model that answers this prompt, where there are two (two_models.py)."""
        ...

    def close(self) -> None: ...
