"""An engine with a journal: every reply is kept as it comes, and replayed when it is asked again.

``Journaled`` is an Engine around an Engine. Each request is looked up under the hash of its
prompt file, its rendered messages, its parameters and the model's SHA-256. What the journal
holds is answered from it; the rest is sent, and every reply is in the journal before anything is
made of it: completions one by one, scores and choices as the engine ends them, those that ended
together in one transaction. So a run that was killed is resumed by running it again: the calls
that were answered cost nothing and come out the same.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from warehouse.engine import probe, prompts
from warehouse.engine.journal.journal import MEASURED, Call, Journal
from warehouse.engine.protocol import (
    AnyReply,
    AnyRequest,
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
from warehouse.results.records import Spend
from warehouse.run import Run

_Request = TypeVar("_Request", Request, ScoreRequest, ChooseRequest)
_Reply = TypeVar("_Reply", Completion, Score, Choice)
_Keep = Callable[[Sequence[tuple[int, _Reply]]], None]

PREFILL_BATCH = 16
"""Scores and choices sent at once."""

# msgspec learns a type when it is first read, and two threads at once may crash in that: so they
# are learned here (results/stored.py).
_LEARNED = [msgspec.json.Decoder(kind) for kind in (Completion, Score, Choice)]


class Journaled:
    """An Engine whose calls are kept in a journal and answered from it when they come again."""

    def __init__(self, engine: Engine, journal: Journal) -> None:
        self.engine = engine
        self.journal = journal
        self._infos: dict[str, EngineInfo] = {}
        self._lock = threading.Lock()
        self._used: dict[str, Call] = {}
        self._replayed: set[str] = set()

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        """As the engine's, but each request goes by itself, so that each reply is kept as it ends.

        ``on_text`` is told a replayed reply once, whole; no listener by two threads at a time.
        """
        telling = threading.Lock()

        def tell(index: int, text: str) -> None:
            if on_text is not None:
                with telling:
                    on_text(index, text)

        def send(indices: Sequence[int], keep: _Keep[Completion]) -> None:
            [index] = indices
            listener = None if on_text is None else lambda _, text: tell(index, text)
            [reply] = self.engine.complete([requests[index]], run, listener)
            keep([(0, reply)])

        def ended(done: Sequence[tuple[int, Completion]]) -> None:
            if on_done is not None:
                with telling:
                    on_done(done)

        def replayed(known: Sequence[tuple[int, Completion]]) -> None:
            for index, reply in known:
                tell(index, reply.text)
            ended(known)

        return self._answer(requests, Completion, run, send, 1, replayed, ended)

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        def send(indices: Sequence[int], keep: _Keep[Score]) -> None:
            self.engine.score([requests[i] for i in indices], run, keep)

        return self._answer(requests, Score, run, send, PREFILL_BATCH, on_done, on_done)

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        def send(indices: Sequence[int], keep: _Keep[Choice]) -> None:
            self.engine.choose([requests[i] for i in indices], run, keep)

        return self._answer(requests, Choice, run, send, PREFILL_BATCH, on_done, on_done)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self.engine.count_tokens(texts)

    def info(self, prompt: str = "") -> EngineInfo:
        return self.engine.info(prompt)

    def measured(self, prompt: str = "") -> probe.Probe | None:
        """What the prompt's model was measured at when this was asked first, None where it was not:
        what depends on it comes out the same, whatever was measured since.
        """
        sha256 = self._model(prompt)
        key = hashlib.sha256(f"{MEASURED} {sha256}".encode()).hexdigest()
        if key not in self.journal.find([key]):
            now = msgspec.json.encode(probe.of_model(sha256))
            told = Call(key, MEASURED, "", "processing", sha256, b"", now, 0, 0, 0.0, time.time())
            self.journal.keep([told])
        known = self.journal.find([key])[key]
        return msgspec.json.decode(known.reply, type=probe.Probe | None)

    def close(self) -> None:
        """Close the journal. The engine stays open: it belongs to whoever opened it."""
        self.journal.close()

    def spend(self) -> Spend:
        """What the calls used since this object was made have cost, those replayed included.

        ``seconds`` are the model's; those of replayed calls are from when they were made.
        """
        with self._lock:
            used, replayed = list(self._used.values()), len(self._replayed)
        tokens = {"reasoning": 0, "processing": 0}
        for call in used:
            tokens[call.kind] += call.tokens_in + call.tokens_out
        seconds = sum(call.seconds for call in used)
        return Spend(tokens["reasoning"], tokens["processing"], len(used), replayed, seconds)

    def _answer(
        self,
        requests: Sequence[_Request],
        reply_type: type[_Reply],
        run: Run,
        send: Callable[[Sequence[int], _Keep[_Reply]], None],
        batch: int,
        on_replayed: _Keep[_Reply] | None = None,
        on_fresh: _Keep[_Reply] | None = None,
    ) -> list[_Reply]:
        """``send`` asks the requests at some places, and gives each reply to ``keep`` once."""
        run.check()
        places: dict[str, list[int]] = {}
        for index, request in enumerate(requests):
            places.setdefault(self._key(request), []).append(index)
        keys = list(places)
        calls = self.journal.find(keys)
        with self._lock:
            self._replayed |= calls.keys() - self._used.keys()
        replies: dict[int, _Reply] = {}

        def take(some: Mapping[str, Call], listener: _Keep[_Reply] | None) -> None:
            decoded = [
                (index, msgspec.json.decode(call.reply, type=reply_type))
                for key, call in some.items()
                for index in places[key]
            ]
            with self._lock:
                replies.update(decoded)
                self._used |= some
            if listener is not None and decoded:
                listener(sorted(decoded, key=lambda one: one[0]))

        def ask(some: Sequence[str]) -> None:
            run.turn()
            began = time.monotonic()

            def keep(done: Sequence[tuple[int, _Reply]]) -> None:
                nonlocal began
                pairs = [(some[at], reply) for at, reply in done]
                share, began = (time.monotonic() - began) / len(pairs), time.monotonic()
                fresh = {
                    key: self._call(key, requests[places[key][0]], reply, share)
                    for key, reply in pairs
                }
                self.journal.keep(tuple(fresh.values()))
                take(fresh, on_fresh)
                if len(some) > 1:
                    run.turn()

            send([places[key][0] for key in some], keep)

        take(calls, on_replayed)
        missing = [key for key in keys if key not in calls]
        batches = [missing[i : i + batch] for i in range(0, len(missing), batch)]
        _side_by_side(ask, batches, self._parallel() if batch == 1 else 1)
        return [replies[index] for index in range(len(requests))]

    def _call(self, key: str, request: AnyRequest, reply: AnyReply, seconds: float) -> Call:
        prompt = prompts.find(request.prompt)
        return Call(
            key=key,
            verb=_VERBS[type(request)],
            prompt=request.prompt,
            kind=prompt.kind if prompt else "processing",
            model=self._model(request.prompt),
            request=msgspec.json.encode(request),
            reply=msgspec.json.encode(reply),
            tokens_in=reply.prompt_tokens,
            tokens_out=reply.written_tokens,
            seconds=seconds,
            at=time.time(),
        )

    def _key(self, request: AnyRequest) -> str:
        prompt = prompts.find(request.prompt)
        encoded = msgspec.json.encode(request, order="deterministic")
        if encoded.endswith(_YOUNGER):
            encoded = encoded.removesuffix(_YOUNGER) + b"}"
        parts = (
            _VERBS[type(request)],
            self._model(request.prompt),
            prompt.hash if prompt else "",
            msgspec.Raw(encoded),
        )
        return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()

    def _model(self, prompt: str) -> str:
        return self._known(prompt).sha256

    def _parallel(self) -> int:
        return max(1, self._known().parallel)

    def _known(self, prompt: str = "") -> EngineInfo:
        if prompt not in self._infos:
            self._infos[prompt] = self.engine.info(prompt)
        return self._infos[prompt]


_YOUNGER = b',"own_words":0}'
"""What requests did not have when the journals of studies that can go on were begun."""
_VERBS = {Request: "complete", ScoreRequest: "score", ChooseRequest: "choose"}


def _side_by_side(
    ask: Callable[[Sequence[str]], None], batches: Sequence[Sequence[str]], width: int
) -> None:
    """All batches asked, ``width`` at a time. On an error the others end first, then it is raised.

    The engine merges calls of several threads into one batch of its own.
    """
    if width == 1 or len(batches) < 2:
        for batch in batches:
            ask(batch)
        return
    with ThreadPoolExecutor(min(width, len(batches)), "journal") as pool:
        waiting = [pool.submit(ask, batch) for batch in batches]
    for future in waiting:
        future.result()
