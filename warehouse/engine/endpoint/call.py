"""One call to a model server: its requests side by side, heard and stopped by the caller's thread.

Each request has a thread of its own, as many as pass the gate. What they tell (text that grew, a
result, an error) goes through one queue to the thread that asked, which also hears a cancel and
then cuts every connection of the call. A request that failed on the way is sent once more; a
server that is still loading its model is waited for, as long as it may say nothing at all.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NoReturn, TypeVar

from warehouse.engine.endpoint.line import Cut, Hold, Line, Refused
from warehouse.engine.protocol import TextListener
from warehouse.errors import ContextOverflow, EndpointFailed, EngineDied, EngineError
from warehouse.run import Run

POLL_S = 0.05
PAUSE_S = 0.5
TRIES = 2
LOADING, UNAUTHORISED = 503, (401, 403)

R = TypeVar("R")


class Gate:
    """At most ``width`` requests at a time; background ones stand back for the user's."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._changed = threading.Condition()
        self._inside = 0
        self._urgent = 0

    @contextlib.contextmanager
    def passed(self, foreground: bool, hold: Hold) -> Iterator[None]:
        """Raises Cut when the call ends while it waits."""
        with self._changed:
            self._urgent += foreground
            try:
                while self._inside >= self.width or (self._urgent and not foreground):
                    hold.check()
                    self._changed.wait(POLL_S)
            except BaseException:
                self._urgent -= foreground
                raise
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._urgent -= foreground
                self._changed.notify_all()


class Asking:
    """What a request's thread is given to ask the server with."""

    def __init__(self, line: Line, hold: Hold) -> None:
        self._line = line
        self._hold = hold

    def __call__(self, path: str, body: dict[str, Any] | None) -> Any:
        return self._line.ask(path, self._hold, body)

    def stream(self, path: str, body: dict[str, Any]) -> Iterator[Any]:
        return self._line.stream(path, self._hold, body)


class Call:
    """One call: its threads, what they have open, and what they tell the caller's thread."""

    def __init__(self, line: Line, gate: Gate, hold: Hold, run: Run) -> None:
        self._line = line
        self._gate = gate
        self._hold = hold
        self._run = run
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._listener: TextListener | None = None

    def tell(self, at: int, text: str) -> None:
        """From a request's thread: the listener hears it in the caller's."""
        self._inbox.put(lambda: self._listener and self._listener(at, text))

    def each(
        self,
        items: Sequence[Any],
        work: Callable[[int, Any, Asking], R],
        listener: TextListener | None = None,
        on_done: Callable[[Sequence[tuple[int, R]]], None] | None = None,
    ) -> list[R]:
        """``work(index, item, ask)`` for all items side by side; the first error ends the rest."""
        self._listener = listener
        results: dict[int, R] = {}
        if not items:
            return []
        with ThreadPoolExecutor(min(len(items), self._gate.width), "endpoint") as pool:
            for at, item in enumerate(items):
                pool.submit(self._work, at, item, work, results, on_done)
            try:
                while len(results) < len(items):
                    self._hear()
            except BaseException:
                self._hold.end()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        while not self._inbox.empty():
            self._hear()
        return [results[at] for at in range(len(items))]

    def _hear(self) -> None:
        self._run.check()
        with contextlib.suppress(queue.Empty):
            self._inbox.get(timeout=POLL_S)()

    def _work(
        self,
        at: int,
        item: Any,
        work: Callable[[int, Any, Asking], R],
        results: dict[int, R],
        on_done: Callable[[Sequence[tuple[int, R]]], None] | None,
    ) -> None:
        try:
            result = self._tried(lambda: work(at, item, Asking(self._line, self._hold)))
        except BaseException as error:
            failure = EngineDied("The engine was closed.") if isinstance(error, Cut) else error
            self._inbox.put(partial(_throw, failure))
        else:
            results[at] = result
            self._inbox.put(lambda: on_done([(at, result)]) if on_done is not None else None)

    def _tried(self, work: Callable[[], R]) -> R:
        """Once more after a failure on the way; as long as it takes while the server loads."""
        tries = 0
        until = time.monotonic() + self._line.patience_s
        while True:
            with self._gate.passed(self._run.foreground, self._hold):
                try:
                    return work()
                except EndpointFailed:
                    tries += 1
                    if tries == TRIES:
                        raise
                except Refused as error:
                    tries += error.status != LOADING
                    if error.status < 500 or tries == TRIES or time.monotonic() > until:
                        raise _as_error(error, self._line) from error
            for _ in range(int(PAUSE_S / POLL_S)):
                self._hold.check()
                time.sleep(POLL_S)


def _throw(error: BaseException) -> NoReturn:
    raise error


def _as_error(error: Refused, line: Line) -> EngineError:
    prompt, context = error.told.get("n_prompt_tokens"), error.told.get("n_ctx")
    if isinstance(prompt, int) and isinstance(context, int):
        return ContextOverflow(
            f"The prompt has {prompt} tokens; the server's context holds {context}."
        )
    if error.status in UNAUTHORISED:
        return EndpointFailed(
            f"The model server {line.address} wants a key.",
            "Put it into the environment variable MUNIMENT_ENDPOINT_KEY.",
        )
    if error.status >= 500:
        return EndpointFailed(f"The model server {line.address} has failed: {error}.")
    return EngineError(f"The model server {line.address} refused: {error}.")
