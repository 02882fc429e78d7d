"""The engine as everyone else sees it: a child process that may die, behind the Engine protocol.

Any thread calls ``complete``, ``score`` or ``choose``; the child merges all open calls into one
batch. One thread of ours reads the pipe and wakes the callers. A caller whose run is cancelled
tells the child and leaves at once. When the child dies, it is started again and each open call is
sent again, without what was already answered; at the third death in the same call it ends with
EngineDied.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from indexers.process.child import ChildDied
from warehouse.engine import wire
from warehouse.engine.beginnings import place
from warehouse.engine.link import Died, Link, engine_error
from warehouse.engine.model_file.fit import Fit, caches_of, fit, work_bytes
from warehouse.engine.model_file.gguf import GgufFacts, inspect
from warehouse.engine.model_file.hashes import fingerprint
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
from warehouse.engine.watch import Limits
from warehouse.errors import Cancelled, DoesNotFit, EngineDied, ModelMissing
from warehouse.run import Held, Run
from warehouse.settings import Settings

CANCEL_POLL_S = 0.05
LIVES = 3

R = TypeVar("R", bound=Struct)


class LlamaEngine:
    """Implements protocol.Engine over one GGUF file. The child starts with the first call."""

    def __init__(
        self,
        path: Path,
        settings: Settings,
        log: Path | None = None,
        parallel: int = 0,
        reserved_bytes: int = 0,
        beginnings: Path | None = None,
    ) -> None:
        """``parallel`` and ``reserved_bytes`` as in ``fit``; ``beginnings`` is the folder where
        those of prompts are kept.
        """
        self.facts: GgufFacts = inspect(path)
        self._fit: Fit = fit(self.facts, settings, parallel=parallel, reserved_bytes=reserved_bytes)
        self._path = path
        self._settings = settings
        self._log = log
        self._beginnings = beginnings
        self._link: Link | None = None
        self._lock = threading.Lock()
        self._numbers = iter(range(1, 2**62))
        self._closed = False
        self._wanted = 0  # open calls that a person waits for
        self.limits = Limits()
        self._sha256 = ""
        self._hashing = threading.Lock()

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        def order(call: int, left: Sequence[int]) -> wire.Submit:
            some = tuple(requests[index] for index in left)
            return wire.SubmitRequests(call, run.foreground, on_text is not None, some)

        done = self._call(len(requests), order, Completion, run, on_text, on_done)
        if on_text is not None:
            for index, completion in enumerate(done):
                on_text(index, completion.text)
        return done

    def score(
        self, requests: Sequence[ScoreRequest], run: Run, on_done: ScoreListener | None = None
    ) -> list[Score]:
        def order(call: int, left: Sequence[int]) -> wire.Submit:
            some = tuple(requests[index] for index in left)
            return wire.SubmitScores(call, run.foreground, some)

        return self._call(len(requests), order, Score, run, on_done=on_done)

    def choose(
        self, requests: Sequence[ChooseRequest], run: Run, on_done: ChoiceListener | None = None
    ) -> list[Choice]:
        def order(call: int, left: Sequence[int]) -> wire.Submit:
            some = tuple(requests[index] for index in left)
            return wire.SubmitChoices(call, run.foreground, some)

        return self._call(len(requests), order, Choice, run, on_done=on_done)

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
                raise engine_error(answer.kind, answer.sentence)
        raise self._died("while counting tokens")

    def info(self, prompt: str = "") -> EngineInfo:
        """Does not start the child: what is not loaded is as planned. Raises ModelMissing."""
        link = self._link
        loaded = link.loaded if link is not None else None
        notes = [self._fit.note, loaded.note if loaded else ""]
        return EngineInfo(
            model=self.facts.name,
            sha256=self._fingerprint(),
            context=loaded.cells if loaded else self._fit.context,
            layers=self.facts.layers,
            gpu_layers=loaded.gpu_layers if loaded else max(0, self._settings.gpu_layers),
            parallel=loaded.parallel if loaded else self._fit.parallel,
            speed=link.speed if link is not None else 0.0,
            note=" ".join(filter(None, notes)),
            cache=loaded.cache if loaded else self._fit.cache,
            trained=self.facts.context,
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
                try:
                    self._sha256 = fingerprint(self._path)
                except OSError as error:
                    name = self._path.name
                    raise ModelMissing(f"The model file {name} cannot be read.") from error
            return self._sha256

    def _living(self) -> Link:
        with self._lock:
            if self._closed:
                raise EngineDied("The engine was closed.")
            if self._link is None or self._link.dead or self._link.refusal is not None:
                if self._link is not None:
                    self._link.end()
                self._link = Link(self._order(), self._log, self.limits)
            return self._link

    def _order(self) -> wire.Load:
        caches = caches_of(self._settings)
        caches = caches[caches.index(self._fit.cache) :]
        kept = place(self._beginnings, self._fingerprint()) if self._beginnings else ""
        return wire.Load(
            path=str(self._path),
            cells=self._fit.context,
            parallel=self._fit.parallel,
            on_card=self._fit.on_card,
            threads=self._fit.threads,
            gpu_layers=self._settings.gpu_layers,
            layers=self.facts.layers,
            weights_bytes=self.facts.size_bytes,
            cell_bytes=self.facts.cell_bytes,
            work_bytes=work_bytes(self.facts, self._fit.context),
            caches=caches,
            beginnings=str(kept),
        )

    def _loaded(self, run: Run) -> Link:
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
        on_done: Callable[[Sequence[tuple[int, R]]], None] | None = None,
    ) -> list[R]:
        with self._watched(run) as hold:
            return self._asked(count, order, _Taker(kind, on_text, on_done, hold), run)

    def _asked(
        self,
        count: int,
        order: Callable[[int, Sequence[int]], wire.Submit],
        taker: _Taker[R],
        run: Run,
    ) -> list[R]:
        """Sent, and sent again to the next child where one dies."""
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
                death = taker.take(left, inbox, results, run)
            except BaseException:
                link.send(wire.Cancel(call))  # nobody will read what it still writes
                raise
            finally:
                link.close_call(call)
        if len(results) < count:
            raise self._died(f"while working ({death})")
        return [results[index] for index in range(count)]

    @contextlib.contextmanager
    def _watched(self, run: Run) -> Iterator[_Hold]:
        """Background work hears when it stands still for a call that a person waits for."""
        hold = _Hold(run, lambda: self._wanted > 0)
        with self._lock:
            self._wanted += run.foreground
        try:
            yield hold
        finally:
            with self._lock:
                self._wanted -= run.foreground
            hold.end()

    def _died(self, when: str) -> EngineDied:
        sentence = f"The engine of {self.facts.name} ended {when}."
        if "SIGKILL" in when:
            return EngineDied(sentence, "Memory may have run out: " + DoesNotFit.next_step)
        return EngineDied(sentence)


class _Hold:
    """Tells a background run that it stands still, and when it goes on."""

    def __init__(self, run: Run, stands_still: Callable[[], bool]) -> None:
        self._run, self._stands_still = run, stands_still
        self._told = False

    def look(self) -> None:
        self._tell(not self._run.foreground and self._stands_still())

    def end(self) -> None:
        self._tell(False)

    def _tell(self, still: bool) -> None:
        if still != self._told:
            self._told = still
            self._run.show(Held(still))


class _Taker(Generic[R]):
    """Takes what the child says of one call."""

    def __init__(
        self,
        kind: type[R],
        on_text: TextListener | None,
        on_done: Callable[[Sequence[tuple[int, R]]], None] | None,
        hold: _Hold,
    ) -> None:
        self._kind, self._hold = kind, hold
        self._on_text, self._on_done = on_text, on_done
        self._left: Sequence[int] = ()

    def take(
        self,
        left: Sequence[int],
        inbox: queue.SimpleQueue[wire.Up | Died],
        results: dict[int, R],
        run: Run,
    ) -> str:
        """Put replies into ``results`` until all are there; the epitaph if the child died first.

        ``left`` are the places of the requests that the child has.
        """
        self._left, missing = left, len(left)
        while missing:
            came = list(_arrived(inbox))
            try:
                missing -= self._keep(came, results)
            except (IndexError, msgspec.MsgspecError) as error:
                raise EngineDied("The engine answered what nobody asked.") from error
            for message in came:
                if isinstance(message, Died):
                    return message.epitaph or "it ended"
                if isinstance(message, wire.Failed):
                    raise engine_error(message.kind, message.sentence)
            if missing and run.cancelled:
                raise Cancelled
            self._hold.look()
        return ""

    def _keep(self, came: Sequence[wire.Up | Died], results: dict[int, R]) -> int:
        """Tell what grew and what ended; how many did."""
        done: dict[int, R] = {}
        for message in came:
            if isinstance(message, wire.Grown) and self._on_text is not None:
                for index, text in message.texts:
                    self._on_text(self._place(index), text)
            elif isinstance(message, wire.Finished):
                done[self._place(message.index)] = msgspec.msgpack.decode(
                    message.result, type=self._kind
                )
        results |= done
        if done and self._on_done is not None:
            self._on_done(tuple(done.items()))
        return len(done)

    def _place(self, index: int) -> int:
        """Raises IndexError for a request that was never made."""
        if index < 0:
            raise IndexError(index)
        return self._left[index]


def _arrived(inbox: queue.SimpleQueue[wire.Up | Died]) -> Iterator[wire.Up | Died]:
    """All that is there, or what comes first within CANCEL_POLL_S."""
    with contextlib.suppress(queue.Empty):
        yield inbox.get(timeout=CANCEL_POLL_S)
        while True:
            yield inbox.get_nowait()
