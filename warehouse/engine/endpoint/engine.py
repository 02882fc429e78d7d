"""The engine as a model server that speaks the OpenAI protocol (llama-server, vLLM, others).

Who stands at the other end is asked with the first call, and again after a failure. Prompts that
could be too long are counted before anything is sent. Text comes as a stream; JSON is checked
against its schema when it has come, because a server may only have hinted at it.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

from msgspec import Struct

from warehouse.engine.endpoint.address import parse
from warehouse.engine.endpoint.call import POLL_S, Asking, Call, Gate
from warehouse.engine.endpoint.kinds import recognise
from warehouse.engine.endpoint.line import Hold, Line
from warehouse.engine.endpoint.servers import Parted, Server, understood
from warehouse.engine.endpoint.structured import checked
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
from warehouse.errors import BadInput, ContextOverflow, EndpointFailed, EngineDied
from warehouse.run import Run
from warehouse.settings import Settings

KEY_VARIABLE = "MUNIMENT_ENDPOINT_KEY"
AT_A_TIME = 8
ASSUMED_CONTEXT = 4096
TEMPLATE_BYTES = 1000
"""What a chat template may add to the messages; no token is under a byte."""

Tell = Callable[[int, str], None]


class _Delta(Struct, frozen=True):
    content: str | None = None


class _Choice(Struct, frozen=True):
    delta: _Delta = _Delta()
    finish_reason: str | None = None


class _Usage(Struct, frozen=True):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Event(Struct, frozen=True):
    choices: list[_Choice] = []
    usage: _Usage | None = None


class EndpointEngine:
    """Implements protocol.Engine over HTTP. Connects with the first call.

    Raises BadInput when the settings name no usable address, or the key cannot be sent. The calls
    raise EndpointFailed, and BadInput when the address is not this computer's and not allowed.
    """

    def __init__(self, settings: Settings) -> None:
        allowed = (host.strip().lower() for host in settings.endpoint_hosts.split(","))
        self._line = Line(
            parse(settings.endpoint),
            frozenset(filter(None, allowed)),
            settings.endpoint_patience_s,
            _key(),
        )
        self._settings = settings
        self._gate = Gate(settings.parallel or AT_A_TIME)
        self._holds: set[Hold] = set()
        self._lock = threading.Lock()
        self._recognising = threading.Lock()
        self._server: Server | None = None
        self._closed = False
        self._speed = 0.0

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        with self._call(run) as (call, server):
            long = [request for request in requests if self._could_overflow(server, request)]
            call.each(long, partial(self._check_size, server))
            tell = call.tell if on_text is not None else None
            return call.each(requests, partial(self._complete, server, tell), on_text, on_done)

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        with self._call(run) as (call, server):
            parts = call.each(requests, partial(self._parts, server))
            pairs = list(zip(requests, parts, strict=True))
            return call.each(
                pairs, lambda _, pair, ask: server.score(ask, pair[0], pair[1][0]), on_done=on_done
            )

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        for request in requests:
            if len(set(request.labels)) != len(request.labels) or not all(request.labels):
                raise BadInput(f"The labels of {request.prompt!r} are not distinct.")
        with self._call(run) as (call, server):
            parts = call.each(requests, partial(self._parts, server))
            pairs = list(zip(requests, parts, strict=True))
            return call.each(pairs, lambda _, pair, ask: server.choose(ask, *pair), on_done=on_done)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        with self._call(Run()) as (call, server):
            return call.each(texts, lambda _, text, ask: server.count(ask, text))

    def info(self, prompt: str = "") -> EngineInfo:
        """Raises EndpointFailed when the server was not reached yet and does not answer."""
        server = self._server
        if server is None:
            with self._call(Run()) as (_, server):
                pass
        known, place = server.known, str(self._line.address)
        context = self._context(server)
        assumed = f"It does not tell its context; {context} is assumed."
        notes = [f"The text goes to {place}.", known.note, "" if known.context else assumed]
        return EngineInfo(
            model=known.model,
            sha256=known.identity,
            context=context,
            layers=0,
            gpu_layers=0,
            parallel=self._gate.width,
            speed=self._speed,
            note=" ".join(filter(None, notes)),
            place=place,
        )

    def close(self) -> None:
        """Cut every connection; open calls end with EngineDied."""
        with self._lock:
            self._closed = True
            holds = list(self._holds)
        for hold in holds:
            hold.end()
        self._line.close()

    @contextlib.contextmanager
    def _call(self, run: Run) -> Iterator[tuple[Call, Server]]:
        """A call that is cut with the engine, and the server it goes to."""
        run.check()
        hold = Hold()
        with self._lock:
            if self._closed:
                raise EngineDied("The engine was closed.")
            self._holds.add(hold)
        try:
            call = Call(self._line, self._gate, hold, run)
            yield call, self._recognised(call, run)
        except EndpointFailed:
            self._server = None  # who answers the next call may be another
            raise
        finally:
            with self._lock:
                self._holds.discard(hold)

    def _recognised(self, call: Call, run: Run) -> Server:
        while not self._recognising.acquire(timeout=POLL_S):
            run.check()
        try:
            server = self._server
            if server is None:
                wanted = self._settings.endpoint_model
                [server] = call.each([wanted], lambda _, name, ask: recognise(ask, name))
                most = self._settings.parallel or AT_A_TIME
                self._gate.width = min(server.known.slots or most, most)
                self._server = server
            return server
        finally:
            self._recognising.release()

    def _context(self, server: Server) -> int:
        return server.known.context or self._settings.context or ASSUMED_CONTEXT

    def _could_overflow(self, server: Server, request: Request) -> bool:
        if request.max_tokens < 1:
            raise BadInput(f"The prompt {request.prompt!r} asks for no tokens.")
        said = [*(message.content for message in request.messages), request.prefill]
        most = sum(len(text.encode()) + 50 for text in said) + TEMPLATE_BYTES
        return most + request.max_tokens > self._context(server)

    def _check_size(self, server: Server, at: int, request: Request, ask: Asking) -> None:
        self._check(server, request.prompt, server.size(ask, request), request.max_tokens)

    def _parts(
        self, server: Server, at: int, request: ScoreRequest | ChooseRequest, ask: Asking
    ) -> list[Parted]:
        parts = server.parts(ask, request)
        for part in parts:
            self._check(server, request.prompt, len(part.prompt), len(part.more))
        return parts

    def _check(self, server: Server, name: str, prompt: int, more: int) -> None:
        context = self._context(server)
        if prompt + more > context:
            raise ContextOverflow(
                f"The prompt {name!r} has {prompt} tokens and asks for {more} more; "
                f"the server's context holds {context}."
            )

    def _complete(
        self, server: Server, tell: Tell | None, at: int, request: Request, ask: Asking
    ) -> Completion:
        text, finish, usage, pieces, began = "", "", _Usage(), 0, 0.0
        for chunk in ask.stream("/v1/chat/completions", _body(server, request)):
            event = understood(chunk, _Event)
            usage = event.usage or usage
            for choice in event.choices[:1]:
                finish = choice.finish_reason or finish
                if choice.delta.content:
                    began = began or time.monotonic()
                    text += choice.delta.content
                    pieces += 1
                    if tell is not None:
                        tell(at, text)
        if not finish:
            raise EndpointFailed(f"The answer of {self._line.address} has no end.")
        written = usage.completion_tokens or pieces
        if written > 1 and began:
            self._speed = (written - 1) / max(time.monotonic() - began, 1e-6)
        ending = 0
        if request.schema is not None:
            begun = text.strip()
            text = checked(request.prompt, begun, request.schema, finish == "length")
            ending = len(text) - len(begun)
            if tell is not None:
                tell(at, text)
        ended: Literal["stop", "length"] = "length" if finish == "length" else "stop"
        return Completion(text, ended, usage.prompt_tokens, written, ending=ending)


def _key() -> str:
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if not key.isascii() or not all(map(str.isprintable, key)):
        raise BadInput(
            "The key of the model server has characters that no key has.",
            f"See the environment variable {KEY_VARIABLE}.",
        )
    return key


def _body(server: Server, request: Request) -> dict[str, Any]:
    body = {
        **server.fields(request),
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "top_p": request.top_p,
        "seed": request.seed,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if request.stop:
        body["stop"] = list(request.stop)
    if request.schema is not None:
        wanted = {"name": "reply", "schema": request.schema, "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": wanted}
    return body
