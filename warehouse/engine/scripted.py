"""An engine that says exactly what a test wrote down, and fails on anything else.

    engine = ScriptedEngine([
        Line("answer", "What is", Completion("Forty-two.", "stop", 10, 3)),
        Line("screen", contains="Ships", reply=(0.9, 0.1)),
    ])
    ...
    engine.assert_used_up()

A line answers one request: the first unused one whose prompt name is equal and whose matcher
accepts the rendered messages. ``repeat`` lines may answer any number, and none.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from warehouse.engine.protocol import (
    AnyRequest,
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
from warehouse.errors import Cancelled
from warehouse.run import Run

Reply = str | dict[str, Any] | list[Any] | Sequence[float] | Completion | Score | Choice
Matcher = str | Callable[[AnyRequest], bool]


class Unexpected(AssertionError):
    """A request no line was written for, or a line no request used."""


class Line(Struct, frozen=True):
    """``contains`` is a text that the messages must hold, or a test of the request.

    ``reply``: a text or a JSON value to complete, numbers to score (one per token) or to choose
    (one per label), or the result itself; or a function that makes one of these from the request.
    """

    prompt: str
    contains: Matcher
    reply: Reply | Callable[[AnyRequest], Reply]
    repeat: bool = False


class ScriptedEngine:
    """Implements protocol.Engine without a model. ``seen`` lists all requests in their order."""

    def __init__(self, lines: Sequence[Line] = (), context: int = 16384) -> None:
        self._lines = list(lines)
        self._used: set[int] = set()
        self._context = context
        self._lock = threading.Lock()
        self.seen: list[AnyRequest] = []

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        run.check()
        done: list[Completion] = []
        for index, request in enumerate(requests):
            _end_if_cancelled(run)
            done.append(self._completion(request, self._reply(request)))
            if on_text is not None:
                words = done[-1].text.split(" ")
                for count in range(1, len(words) + 1):
                    on_text(index, " ".join(words[:count]))
                    _end_if_cancelled(run)
            if on_done is not None:
                on_done([(index, done[-1])])
        return done

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        run.check()
        done: list[Score] = []
        for index, request in enumerate(requests):
            _end_if_cancelled(run)
            done.append(self._score(request, self._reply(request)))
            if on_done is not None:
                on_done([(index, done[-1])])
        return done

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        run.check()
        done: list[Choice] = []
        for index, request in enumerate(requests):
            _end_if_cancelled(run)
            done.append(self._choice(request, self._reply(request)))
            if on_done is not None:
                on_done([(index, done[-1])])
        return done

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def info(self, prompt: str = "") -> EngineInfo:
        return EngineInfo("script", "0" * 64, self._context, 1, 0, 8)

    def close(self) -> None:
        return

    def assert_used_up(self) -> None:
        """Raises Unexpected if a line that is not ``repeat`` was never used."""
        unused = [
            line.prompt
            for number, line in enumerate(self._lines)
            if number not in self._used and not line.repeat
        ]
        if unused:
            raise Unexpected(f"never asked: {', '.join(unused)}")

    def _reply(self, request: AnyRequest) -> Any:
        with self._lock:
            self.seen.append(request)
            for number, line in enumerate(self._lines):
                if number in self._used and not line.repeat:
                    continue
                if line.prompt == request.prompt and _matches(line.contains, request):
                    self._used.add(number)
                    break
            else:
                raise Unexpected(f"no line for {request.prompt!r}:\n{_words(request)}")
        return line.reply(request) if callable(line.reply) else line.reply

    def _completion(self, request: Request, reply: Any) -> Completion:
        if isinstance(reply, Completion):
            return reply
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        if request.schema is not None:
            json.loads(text)
        words = text.split()
        return Completion(text, "stop", len(_words(request).split()), len(words))

    def _score(self, request: ScoreRequest, reply: Any) -> Score:
        if isinstance(reply, Score):
            return reply
        return Score(tuple(map(float, reply)), len(_words(request).split()))

    def _choice(self, request: ChooseRequest, reply: Any) -> Choice:
        if isinstance(reply, Choice):
            return reply
        weights = tuple(map(float, reply))
        if len(weights) != len(request.labels):
            raise Unexpected(f"{request.prompt!r} has {len(request.labels)} labels: {weights}")
        return Choice(tuple(weight / sum(weights) for weight in weights), 0)


def _end_if_cancelled(run: Run) -> None:
    """Within a call no reason is asked, as in EngineProcess: a steered run ends as one stopped."""
    if run.cancelled:
        raise Cancelled


def _matches(matcher: Matcher, request: AnyRequest) -> bool:
    return matcher(request) if callable(matcher) else matcher in _words(request)


def _words(request: AnyRequest) -> str:
    return "\n".join(message.content for message in request.messages)
