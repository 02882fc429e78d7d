"""The engine's child process: ``python -m warehouse.engine.child.worker``.

One thread prepares calls and interrupts long batches; the main thread loads the model and then
steps the scheduler for ever; a third sends a pulse while there is work. All answer on the same
pipe. What goes wrong in a call is told to the call; what goes wrong in llama.cpp ends this process,
and the parent restarts it. When the parent is gone the process ends, whatever it is doing.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NoReturn

from indexers import sandbox
from indexers.process.child import Incoming, pipes_of_child, read_frame, write_frame
from indexers.sandbox import places
from warehouse.engine import wire
from warehouse.engine.beginnings import Read
from warehouse.engine.child import loading, often_read
from warehouse.engine.child.prepare import Preparer
from warehouse.engine.child.scheduler import Entry, Scheduler
from warehouse.engine.child.tasks import Picking, Scoring, Writing
from warehouse.engine.labels import choice
from warehouse.engine.model_file import gguf
from warehouse.engine.watch import TICK_S
from warehouse.errors import EngineError, MunimentError

STREAM_EVERY_S = 0.04


class Outgoing:
    """The pipe up, for both threads."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def send(self, message: wire.Up) -> None:
        frame = wire.encoder.encode(message)
        with self._lock:
            write_frame(self._pipe, frame)


class Pulse(threading.Thread):
    """Tells the parent while there is work that it goes on; see watch.py."""

    def __init__(self, out: Outgoing) -> None:
        super().__init__(name="engine pulse", daemon=True)
        self._out = out
        self._lock = threading.Lock()
        self._steps = 0
        self._working = 0

    @contextlib.contextmanager
    def beating(self) -> Iterator[None]:
        """Around each piece of work; its end counts as a step."""
        with self._lock:
            self._working += 1
        try:
            yield
        finally:
            with self._lock:
                self._working -= 1
                self._steps += 1

    def run(self) -> None:
        pulsed = -1
        while True:
            time.sleep(TICK_S)
            if self._working or self._steps != pulsed:
                pulsed = self._steps
                self._out.send(wire.Pulse(pulsed, time.process_time()))


class Listener(threading.Thread):
    """Takes what the parent says."""

    def __init__(
        self,
        incoming: Incoming,
        out: Outgoing,
        pulse: Pulse,
        preparer: Preparer,
        scheduler: Scheduler,
    ) -> None:
        super().__init__(name="engine pipe", daemon=True)
        self._incoming = incoming
        self._pulse = pulse
        self._out = out
        self._preparer = preparer
        self._scheduler = scheduler
        self.inbox: queue.SimpleQueue[list[Entry] | int] = queue.SimpleQueue()

    def run(self) -> None:
        while True:
            message = wire.decode_down(self._incoming.get())
            if isinstance(message, wire.Cancel):
                self.inbox.put(message.call)
                self._scheduler.interrupt(message.call)
            elif not isinstance(message, wire.Load):
                with self._pulse.beating():
                    self._try(message)

    def _try(self, message: wire.Submit | wire.Count) -> None:
        try:
            self._take(message)
        except MunimentError as error:
            self._out.send(wire.Failed(message.call, type(error).__name__, str(error)))
        except Exception as error:
            traceback.print_exc()
            self._out.send(wire.Failed(message.call, "EngineError", f"The engine failed: {error}"))

    def _take(self, message: wire.Submit | wire.Count) -> None:
        if isinstance(message, wire.Count):
            counts = tuple(map(self._preparer.count, message.texts))
            self._out.send(wire.Counted(message.call, counts))
            return
        if isinstance(message, wire.SubmitRequests):
            entries = self._preparer.requests(message)
        elif isinstance(message, wire.SubmitScores):
            entries = self._preparer.scores(message)
        else:
            entries = self._preparer.choices(message)
        self.inbox.put(entries)
        if message.foreground:
            self._scheduler.interrupt()


class Worker:
    """The main thread's loop."""

    def __init__(
        self, scheduler: Scheduler, listener: Listener, out: Outgoing, pulse: Pulse
    ) -> None:
        self._scheduler = scheduler
        self._pulse = pulse
        self._listener = listener
        self._out = out
        self._labels: dict[tuple[int, int], dict[int, float]] = {}
        self._label_counts: dict[tuple[int, int], int] = {}
        self._shown: dict[tuple[int, int], int] = {}
        self._next_show = 0.0

    def serve(self) -> NoReturn:
        while True:
            self._drain()
            with self._pulse.beating():
                for entry in self._scheduler.step():
                    self._report(entry)
                self._show()

    def _drain(self) -> None:
        """Take in what the pipe brought; waits when there is nothing to do."""
        while True:
            try:
                news = self._listener.inbox.get(block=self._scheduler.idle)
            except queue.Empty:
                return
            if isinstance(news, int):
                self._drop(news)
            else:
                for entry in news:
                    key = (entry.call, entry.index)
                    self._label_counts[key] = max(self._label_counts.get(key, 0), entry.part + 1)
                self._scheduler.submit(news)

    def _drop(self, call: int) -> None:
        self._scheduler.cancel(call)
        for table in (self._labels, self._label_counts, self._shown):
            for key in [key for key in table if key[0] == call]:
                del table[key]

    def _report(self, entry: Entry) -> None:
        key = (entry.call, entry.index)
        if isinstance(entry.task, Writing) and entry.task.problem:
            self._drop(entry.call)
            self._out.send(wire.Failed(entry.call, "EngineError", entry.task.problem))
            return
        result = self._result(entry)
        if result is None:
            return
        self._label_counts.pop(key, None)
        self._shown.pop(key, None)
        encoded = wire.encoder.encode(result)
        speed = self._scheduler.decode_speed
        self._out.send(wire.Finished(entry.call, entry.index, encoded, speed))

    def _result(self, entry: Entry) -> wire.Result | None:
        """The reply of a request; None while other labels of its choice are open."""
        task = entry.task
        if isinstance(task, Writing | Picking):
            return task.result()
        assert isinstance(task, Scoring)
        key = (entry.call, entry.index)
        if entry.part < 0:
            return task.result()
        totals = self._labels.setdefault(key, {})
        totals[entry.part] = task.result().total
        if len(totals) < self._label_counts[key]:
            return None
        del self._labels[key]
        return choice([[totals[part]] for part in sorted(totals)], task.prompt_size)

    def _show(self) -> None:
        """Send the texts that grew, at most every STREAM_EVERY_S."""
        now = time.monotonic()
        if now < self._next_show:
            return
        self._next_show = now + STREAM_EVERY_S
        grown: dict[int, list[tuple[int, str]]] = {}
        for entry in self._scheduler.running:
            key = (entry.call, entry.index)
            if entry.stream and isinstance(entry.task, Writing):
                size = len(entry.task.text)
                if size != self._shown.get(key, 0):
                    self._shown[key] = size
                    grown.setdefault(entry.call, []).append((entry.index, entry.task.text))
        for call, texts in grown.items():
            self._out.send(wire.Grown(call, tuple(texts)))


def _often_read(load: wire.Load, engine: loading.Loaded, out: Outgoing) -> list[Read]:
    """A card reads faster than a disk, and what cannot be shared cannot be kept."""
    if not load.beginnings or engine.gpu_layers or not engine.model.can_share:
        return []
    path = Path(load.beginnings)
    reads, new = often_read.read(path, engine.chat, engine.context, engine.cache)
    if new:
        out.send(wire.Learned(new))
    return reads


def main() -> None:
    pipe, outgoing = pipes_of_child()
    devices = places.graphics()
    held = sandbox.enter(devices=devices)
    load = wire.decode_down(read_frame(pipe) or b"")
    assert isinstance(load, wire.Load)
    files = gguf.files(load.path, load.beginnings)
    held = "; ".join(filter(None, [held, sandbox.seal(files, devices)]))
    incoming, out = Incoming(pipe), Outgoing(outgoing)
    pulse = Pulse(out)
    pulse.start()
    try:
        with pulse.beating():
            engine = loading.load(load)
            beginnings = _often_read(load, engine, out)
    except EngineError as error:
        out.send(wire.LoadRefused(type(error).__name__, str(error)))
        return
    scheduler = Scheduler(engine.context, engine.parallel, engine.model.can_share)
    for tokens, state in beginnings:
        scheduler.kept.know(tokens, state)
    preparer = Preparer(engine.model, engine.chat, engine.context.cells)
    listener = Listener(incoming, out, pulse, preparer, scheduler)
    listener.start()
    out.send(
        wire.Loaded(
            engine.context.cells,
            engine.parallel,
            engine.model.layers,
            engine.gpu_layers,
            engine.cache,
            engine.note,
            held,
        )
    )
    Worker(scheduler, listener, out, pulse).serve()


if __name__ == "__main__":
    main()
