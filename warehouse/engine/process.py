"""The engine as everyone else sees it: a child process that may die, behind the Engine protocol.

Any thread calls ``complete``, ``score`` or ``choose``; the child merges all open calls into one
batch. One thread of ours reads the pipe and wakes the callers. A caller whose run is cancelled
tells the child and leaves at once. When the child dies, it is started again and each open call is
sent once more, without what was already answered; a second death ends the call with EngineDied.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from indexers.child import Child, ChildDied
from warehouse import errors
from warehouse.engine import wire
from warehouse.engine.fit import Fit, caches_of, fit, work_bytes
from warehouse.engine.gguf import GgufFacts, inspect
from warehouse.engine.hashes import fingerprint
from warehouse.engine.protocol import (
    Choice,
    ChooseRequest,
    Completion,
    EngineInfo,
    Request,
    Score,
    ScoreRequest,
    TextListener,
)
from warehouse.errors import Cancelled, EngineDied, EngineError
from warehouse.run import Run
from warehouse.settings import Settings

MODULE = "warehouse.engine.worker"
CANCEL_POLL_S = 0.05
LIVES = 2

R = TypeVar("R", bound=Struct)


class _Died(Struct, frozen=True):
    """Put into every open call's queue by the pipe thread when the child ended."""

    epitaph: str


class _Link:
    """One living child: its facts once loaded, and the queues of its open calls."""

    def __init__(self, order: wire.Load, log: Path | None) -> None:
        self._child = Child(MODULE, log=log)
        self._calls: dict[int, queue.SimpleQueue[wire.Up | _Died]] = {}
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._epitaph: str | None = None
        self.refusal: EngineError | None = None
        self.loaded: wire.Loaded | None = None
        self.speed = 0.0
        self._thread = threading.Thread(target=self._read, name="engine replies", daemon=True)
        self._thread.start()
        self.send(order)

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def dead(self) -> bool:
        return self._epitaph is not None

    def wait(self, check: Callable[[], None]) -> None:
        """Until the model is loaded. Raises ModelRefused, DoesNotFit or ChildDied."""
        while not self._ready.wait(CANCEL_POLL_S):
            check()
        if self.refusal is not None:
            raise self.refusal
        if self.loaded is None:
            raise ChildDied(self._epitaph or "")

    def open(self, call: int) -> queue.SimpleQueue[wire.Up | _Died]:
        inbox: queue.SimpleQueue[wire.Up | _Died] = queue.SimpleQueue()
        with self._lock:
            self._calls[call] = inbox
            if self._epitaph is not None:
                inbox.put(_Died(self._epitaph))
        return inbox

    def close_call(self, call: int) -> None:
        with self._lock:
            self._calls.pop(call, None)

    def send(self, message: wire.Down) -> None:
        """Quietly nothing when the child is gone: the pipe thread tells the callers."""
        try:
            self._child.send(wire.encoder.encode(message))
        except ChildDied:
            return

    def end(self) -> None:
        self._child.kill()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def _read(self) -> None:
        try:
            while True:
                self._take(wire.decode_up(self._child.receive()))
        except (ChildDied, msgspec.DecodeError) as error:
            with self._lock:
                self._epitaph = str(error)
                for inbox in self._calls.values():
                    inbox.put(_Died(self._epitaph))
            self._ready.set()

    def _take(self, message: wire.Up) -> None:
        if isinstance(message, wire.Loaded):
            self.loaded = message
            self._ready.set()
        elif isinstance(message, wire.LoadRefused):
            self.refusal = _engine_error(message.kind, message.sentence)
            self._ready.set()
        else:
            if isinstance(message, wire.Finished) and message.speed:
                self.speed = message.speed
            with self._lock:
                inbox = self._calls.get(message.call)
            if inbox is not None:
                inbox.put(message)


class LlamaEngine:
    """Implements protocol.Engine over one GGUF file. The child starts with the first call."""

    def __init__(
        self,
        path: Path,
        settings: Settings,
        log: Path | None = None,
        parallel: int = 0,
        reserved_bytes: int = 0,
    ) -> None:
        """``parallel`` and ``reserved_bytes`` as in ``fit``."""
        self.facts: GgufFacts = inspect(path)
        self._fit: Fit = fit(self.facts, settings, parallel=parallel, reserved_bytes=reserved_bytes)
        self._path = path
        self._settings = settings
        self._log = log
        self._link: _Link | None = None
        self._lock = threading.Lock()
        self._numbers = iter(range(1, 2**62))
        self._closed = False
        self._sha256 = ""
        self._hashing = threading.Lock()

    def start(self) -> None:
        """Begin loading in the background; errors come with the first call."""
        self._living()
        threading.Thread(target=self._fingerprint, name="model hash", daemon=True).start()

    def complete(
        self, requests: Sequence[Request], run: Run, on_text: TextListener | None = None
    ) -> list[Completion]:
        def order(call: int, left: Sequence[int]) -> wire.Submit:
            some = tuple(requests[index] for index in left)
            return wire.SubmitRequests(call, run.foreground, on_text is not None, some)

        done = self._call(len(requests), order, Completion, run, on_text)
        if on_text is not None:
            for index, completion in enumerate(done):
                on_text(index, completion.text)
        return done

    def score(self, requests: Sequence[ScoreRequest], run: Run) -> list[Score]:
        def order(call: int, left: Sequence[int]) -> wire.Submit:
            some = tuple(requests[index] for index in left)
            return wire.SubmitScores(call, run.foreground, some)

        return self._call(len(requests), order, Score, run)

    def choose(self, requests: Sequence[ChooseRequest], run: Run) -> list[Choice]:
        def order(call: int, left: Sequence[int]) -> wire.Submit:
            some = tuple(requests[index] for index in left)
            return wire.SubmitChoices(call, run.foreground, some)

        return self._call(len(requests), order, Choice, run)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        for _ in range(LIVES):
            link = self._loaded(Run())
            call = next(self._numbers)
            inbox = link.open(call)
            link.send(wire.Count(call, tuple(texts)))
            answer = inbox.get()
            link.close_call(call)
            if isinstance(answer, wire.Counted):
                return list(answer.counts)
            if isinstance(answer, wire.Failed):
                raise _engine_error(answer.kind, answer.sentence)
        raise self._died("while counting tokens")

    def info(self) -> EngineInfo:
        """Does not start the child: what is not loaded is as planned."""
        link = self._link
        loaded = link.loaded if link is not None else None
        notes = [self._fit.note, loaded.note if loaded else ""]
        return EngineInfo(
            model=self.facts.name,
            sha256=self._fingerprint(),
            context=loaded.cells if loaded else self._fit.context,
            layers=self.facts.layers,
            gpu_layers=loaded.gpu_layers if loaded else max(0, self._settings.gpu_layers),
            parallel=self._fit.parallel,
            speed=link.speed if link is not None else 0.0,
            note=" ".join(filter(None, notes)),
            cache=loaded.cache if loaded else self._fit.cache,
        )

    @property
    def threads(self) -> int:
        return self._fit.threads

    @property
    def child_pid(self) -> int | None:
        return self._link.pid if self._link is not None else None

    def close(self) -> None:
        """End the child; open calls end with EngineDied."""
        with self._lock:
            self._closed = True
            link, self._link = self._link, None
        if link is not None:
            link.end()

    def _fingerprint(self) -> str:
        with self._hashing:
            if not self._sha256:
                self._sha256 = fingerprint(self._path)
            return self._sha256

    def _living(self) -> _Link:
        with self._lock:
            if self._closed:
                raise EngineDied("The engine was closed.")
            if self._link is None or self._link.dead or self._link.refusal is not None:
                if self._link is not None:
                    self._link.end()
                self._link = _Link(self._order(), self._log)
            return self._link

    def _order(self) -> wire.Load:
        caches = caches_of(self._settings)
        caches = caches[caches.index(self._fit.cache) :]
        return wire.Load(
            path=str(self._path),
            cells=self._fit.context,
            parallel=self._fit.parallel,
            threads=self._fit.threads,
            gpu_layers=self._settings.gpu_layers,
            layers=self.facts.layers,
            weights_bytes=self.facts.size_bytes,
            cell_bytes=self.facts.cell_bytes,
            work_bytes=work_bytes(self.facts, self._fit.context),
            caches=caches,
        )

    def _loaded(self, run: Run) -> _Link:
        """A child with the model in memory, started again if it died while loading."""
        failure = ""
        for _ in range(LIVES):
            link = self._living()
            try:
                link.wait(run.check)
            except ChildDied as error:
                failure = str(error)
            else:
                return link
        raise self._died(f"while loading the model ({failure})")

    def _call(
        self,
        count: int,
        order: Callable[[int, Sequence[int]], wire.Submit],
        kind: type[R],
        run: Run,
        on_text: TextListener | None = None,
    ) -> list[R]:
        run.check()
        results: dict[int, R] = {}
        death = ""
        for _ in range(LIVES):
            left = [index for index in range(count) if index not in results]
            if not left:
                break
            link = self._loaded(run)
            call = next(self._numbers)
            inbox = link.open(call)
            link.send(order(call, left))
            try:
                death = self._collect(link, call, inbox, left, results, kind, run, on_text)
            finally:
                link.close_call(call)
        if len(results) < count:
            raise self._died(f"while working ({death})")
        return [results[index] for index in range(count)]

    def _collect(
        self,
        link: _Link,
        call: int,
        inbox: queue.SimpleQueue[wire.Up | _Died],
        left: Sequence[int],
        results: dict[int, R],
        kind: type[R],
        run: Run,
        on_text: TextListener | None,
    ) -> str:
        """Take replies until all of ``left`` are there; the epitaph if the child died first."""
        missing = len(left)
        while missing:
            if run.cancelled:
                link.send(wire.Cancel(call))
                raise Cancelled
            try:
                message = inbox.get(timeout=CANCEL_POLL_S)
            except queue.Empty:
                continue
            if isinstance(message, _Died):
                return message.epitaph or "it ended"
            if isinstance(message, wire.Failed):
                raise _engine_error(message.kind, message.sentence)
            if isinstance(message, wire.Grown) and on_text is not None:
                for index, text in message.texts:
                    on_text(left[index], text)
            elif isinstance(message, wire.Finished):
                results[left[message.index]] = msgspec.msgpack.decode(message.result, type=kind)
                missing -= 1
        return ""

    def _died(self, when: str) -> EngineDied:
        return EngineDied(f"The engine of {self.facts.name} ended {when}.")


def _engine_error(kind: str, sentence: str) -> EngineError:
    known = getattr(errors, kind, EngineError)
    if isinstance(known, type) and issubclass(known, errors.MunimentError):
        return known(sentence)  # type: ignore[return-value]
    return EngineError(sentence)
