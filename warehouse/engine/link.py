"""One living child of the engine: its facts once loaded, its open calls, and a watch over it.

One thread reads the pipe and puts what comes into the queue of its call. When the child ends, by
itself or because the watch found that it hangs and killed it, every open call is told.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from indexers.process.child import Child, ChildDied, ChildSilent
from warehouse import errors
from warehouse.engine import beginnings, wire
from warehouse.engine.model_file import gguf
from warehouse.engine.watch import TICK_S, Limits, Watch
from warehouse.errors import EngineError

MODULE = "warehouse.engine.child.worker"
POLL_S = 0.05


class Died(Struct, frozen=True):
    """Put into every open call's queue by the pipe thread when the child ended."""

    epitaph: str


class Link:
    """``limits`` say when the child is taken to hang."""

    def __init__(self, order: wire.Load, log: Path | None, limits: Limits) -> None:
        self._child = Child(MODULE, log=log, reads=gguf.files(order.path, order.beginnings))
        self._calls: dict[int, queue.SimpleQueue[wire.Up | Died]] = {}
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._epitaph: str | None = None
        self.refusal: EngineError | None = None
        self.loaded: wire.Loaded | None = None
        self.speed = 0.0
        self._watch = Watch(limits)
        self._beginnings = order.beginnings
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
        while not self._ready.wait(POLL_S):
            check()
        if self.refusal is not None:
            raise self.refusal
        if self.loaded is None:
            raise ChildDied(self._epitaph or "")

    def open(self, call: int) -> queue.SimpleQueue[wire.Up | Died]:
        inbox: queue.SimpleQueue[wire.Up | Died] = queue.SimpleQueue()
        with self._lock:
            self._calls[call] = inbox
            if self._epitaph is not None:
                inbox.put(Died(self._epitaph))
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
                began = time.monotonic()
                with contextlib.suppress(ChildSilent):
                    self._take(wire.decode_up(self._child.receive(TICK_S)))
                self._check(time.monotonic() - began)
        except (ChildDied, msgspec.DecodeError) as error:
            self._child.kill()
            with self._lock:
                self._epitaph = str(error)
                for inbox in self._calls.values():
                    inbox.put(Died(self._epitaph))
            self._ready.set()

    def _check(self, waited_s: float) -> None:
        """Raises ChildDied when the child owes an answer and hangs."""
        loading = not self._ready.is_set()
        if not loading and not self._calls:
            self._watch.rest()
        elif reason := self._watch.waited(waited_s, loading):
            raise ChildDied(f"{reason} and was ended")

    def _take(self, message: wire.Up) -> None:
        if isinstance(message, wire.Loaded):
            self.loaded = message
            self._ready.set()
        elif isinstance(message, wire.LoadRefused):
            self.refusal = engine_error(message.kind, message.sentence)
            self._ready.set()
        elif isinstance(message, wire.Learned):
            # Later it may know words of a document, and would carry them into other processes.
            if self._beginnings and not self._ready.is_set():
                beginnings.save(Path(self._beginnings), message.beginnings)
        elif isinstance(message, wire.Pulse):
            self._watch.pulse(message.steps, message.cpu_s)
        else:
            self._watch.rest()
            if isinstance(message, wire.Finished) and message.speed:
                self.speed = message.speed
            with self._lock:
                inbox = self._calls.get(message.call)
            if inbox is not None:
                inbox.put(message)


def engine_error(kind: str, sentence: str) -> EngineError:
    known = getattr(errors, kind, EngineError)
    if isinstance(known, type) and issubclass(known, errors.MunimentError):
        return known(sentence)  # type: ignore[return-value]
    return EngineError(sentence)
