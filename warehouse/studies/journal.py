"""The journal of a study: every model call, kept as it returns, replayed when it comes again.

``Journaled`` is an Engine around an Engine. Each request is looked up under the hash of its
prompt file, its rendered messages, its parameters and the model's SHA-256. What the journal
holds is answered from it; the rest is sent, and every reply is on the disk (SQLite,
synchronous=FULL) as soon as it is there: completions one by one, scores and choices in small
batches. So a run that was killed is resumed by running it again: the calls it had made cost
nothing and come out the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from warehouse import prompts
from warehouse.engine.protocol import (
    Choice,
    ChooseRequest,
    Completion,
    Engine,
    EngineInfo,
    Request,
    Score,
    ScoreRequest,
    TextListener,
)
from warehouse.errors import StorageError
from warehouse.research.records import Spend
from warehouse.run import Run

AnyRequest = Request | ScoreRequest | ChooseRequest
AnyReply = Completion | Score | Choice
_Request = TypeVar("_Request", Request, ScoreRequest, ChooseRequest)
_Reply = TypeVar("_Reply", Completion, Score, Choice)

PREFILL_BATCH = 16  # scores and choices sent at once: what a kill can lose

_TABLE = """
create table if not exists calls (
    key text primary key,
    verb text not null,
    prompt text not null,
    kind text not null,
    model text not null,
    request blob not null,
    reply blob not null,
    tokens_in integer not null,
    tokens_out integer not null,
    seconds real not null,
    at real not null
) strict, without rowid
"""


class Call(Struct, frozen=True):
    """One journaled call; ``request`` and ``reply`` are JSON, ``seconds`` its share of a batch."""

    key: str
    verb: str
    prompt: str
    kind: prompts.Kind
    model: str
    request: bytes
    reply: bytes
    tokens_in: int
    tokens_out: int
    seconds: float
    at: float


class PromptSpend(Struct, frozen=True):
    """What one prompt has cost so far."""

    prompt: str
    kind: prompts.Kind
    calls: int
    tokens_in: int
    tokens_out: int
    seconds: float


class Journal:
    """The calls of one study, in one SQLite file (or in memory). Any thread may use it."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.Lock()
        with _sentence("opened"):
            self._db = sqlite3.connect(
                path or ":memory:", check_same_thread=False, isolation_level=None
            )
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=full")
            self._db.execute(_TABLE)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def find(self, keys: Iterable[str]) -> dict[str, Call]:
        """The calls already made among ``keys``. Raises StorageError."""
        found: dict[str, Call] = {}
        with self._lock, _sentence("read"):
            for key in keys:
                row = self._db.execute("select * from calls where key = ?", (key,)).fetchone()
                if row is not None:
                    found[key] = Call(*row)
        return found

    def keep(self, calls: Sequence[Call]) -> None:
        """Store the calls, all or none. Raises StorageError; nothing earlier is lost."""
        marks = ",".join("?" * len(Call.__struct_fields__))
        with self._lock, _sentence("written"):
            try:
                self._db.execute("begin immediate")
                self._db.executemany(
                    f"insert or ignore into calls values ({marks})",
                    [msgspec.structs.astuple(call) for call in calls],
                )
                self._db.execute("commit")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise

    def calls(self) -> list[Call]:
        """Every call, in the order made. Raises StorageError."""
        with self._lock, _sentence("read"):
            rows = self._db.execute("select * from calls order by at, key").fetchall()
        return [Call(*row) for row in rows]

    def by_prompt(self) -> list[PromptSpend]:
        """The token table, dearest prompt first. Raises StorageError."""
        with self._lock, _sentence("read"):
            rows = self._db.execute(
                "select prompt, kind, count(*), sum(tokens_in), sum(tokens_out), sum(seconds)"
                " from calls group by prompt, kind order by sum(tokens_in + tokens_out) desc"
            ).fetchall()
        return [PromptSpend(*row) for row in rows]

    def close(self) -> None:
        with self._lock:
            self._db.close()


@contextlib.contextmanager
def _sentence(done: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(f"The study's journal cannot be {done}: {error}.") from error


class Journaled:
    """An Engine whose calls are kept in a journal and answered from it when they come again."""

    def __init__(self, engine: Engine, journal: Journal) -> None:
        self.engine = engine
        self.journal = journal
        self._info: EngineInfo | None = None
        self._lock = threading.Lock()
        self._used: dict[str, Call] = {}
        self._replayed: set[str] = set()

    def complete(
        self, requests: Sequence[Request], run: Run, on_text: TextListener | None = None
    ) -> list[Completion]:
        """As the engine's, but each request goes by itself, so that each reply is kept as it ends.

        ``on_text`` is told a replayed reply once, whole; never by two threads at a time.
        """
        telling = threading.Lock()

        def tell(index: int, text: str) -> None:
            if on_text is not None:
                with telling:
                    on_text(index, text)

        def send(indices: Sequence[int]) -> list[Completion]:
            [index] = indices
            listener = None if on_text is None else lambda _, text: tell(index, text)
            return self.engine.complete([requests[index]], run, listener)

        def replay(index: int, reply: Completion) -> None:
            tell(index, reply.text)

        return self._answer(requests, Completion, run, send, 1, replay)

    def score(self, requests: Sequence[ScoreRequest], run: Run) -> list[Score]:
        def send(indices: Sequence[int]) -> list[Score]:
            return self.engine.score([requests[i] for i in indices], run)

        return self._answer(requests, Score, run, send, PREFILL_BATCH)

    def choose(self, requests: Sequence[ChooseRequest], run: Run) -> list[Choice]:
        def send(indices: Sequence[int]) -> list[Choice]:
            return self.engine.choose([requests[i] for i in indices], run)

        return self._answer(requests, Choice, run, send, PREFILL_BATCH)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self.engine.count_tokens(texts)

    def info(self) -> EngineInfo:
        return self.engine.info()

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
        send: Callable[[Sequence[int]], list[_Reply]],
        batch: int,
        replay: Callable[[int, _Reply], None] | None = None,
    ) -> list[_Reply]:
        run.check()
        keys = [self._key(request) for request in requests]
        calls = self.journal.find(dict.fromkeys(keys))
        with self._lock:
            self._replayed |= calls.keys() - self._used.keys()
        indices = [i for i, key in enumerate(keys) if key not in calls and key not in keys[:i]]
        if replay is not None:
            for i in range(len(keys)):
                if keys[i] in calls:
                    replay(i, msgspec.json.decode(calls[keys[i]].reply, type=reply_type))
        batches = [indices[i : i + batch] for i in range(0, len(indices), batch)]

        def ask(some: Sequence[int]) -> list[Call]:
            run.turn()
            started = time.monotonic()
            replies = send(some)
            share = (time.monotonic() - started) / len(some)
            fresh = [
                self._call(keys[i], requests[i], reply, share)
                for i, reply in zip(some, replies, strict=True)
            ]
            self.journal.keep(fresh)
            return fresh

        for fresh in _side_by_side(ask, batches, self._parallel() if batch == 1 else 1):
            calls |= {call.key: call for call in fresh}
        with self._lock:
            self._used |= calls
        return [msgspec.json.decode(calls[key].reply, type=reply_type) for key in keys]

    def _call(self, key: str, request: AnyRequest, reply: AnyReply, seconds: float) -> Call:
        prompt = prompts.find(request.prompt)
        return Call(
            key=key,
            verb=_VERBS[type(request)],
            prompt=request.prompt,
            kind=prompt.kind if prompt else "processing",
            model=self._model(),
            request=msgspec.json.encode(request),
            reply=msgspec.json.encode(reply),
            tokens_in=reply.prompt_tokens,
            tokens_out=_tokens_out(reply),
            seconds=seconds,
            at=time.time(),
        )

    def _key(self, request: AnyRequest) -> str:
        prompt = prompts.find(request.prompt)
        parts = (
            _VERBS[type(request)],
            self._model(),
            prompt.hash if prompt else "",
            request,
        )
        return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()

    def _model(self) -> str:
        return self._known().sha256

    def _parallel(self) -> int:
        return max(1, self._known().parallel)

    def _known(self) -> EngineInfo:
        if self._info is None:
            self._info = self.engine.info()
        return self._info


_VERBS = {Request: "complete", ScoreRequest: "score", ChooseRequest: "choose"}


def journaled(engine: Engine) -> Journaled:
    """The engine with a journal: as it is when it has one, else with one kept in memory."""
    return engine if isinstance(engine, Journaled) else Journaled(engine, Journal())


def _side_by_side(
    ask: Callable[[Sequence[int]], list[Call]], batches: Sequence[Sequence[int]], width: int
) -> list[list[Call]]:
    """All batches asked, ``width`` at a time. On an error the others end first, then it is raised.

    The engine merges calls of several threads into one batch of its own.
    """
    if width == 1 or len(batches) < 2:
        return [ask(batch) for batch in batches]
    with ThreadPoolExecutor(min(width, len(batches)), "journal") as pool:
        waiting = [pool.submit(ask, batch) for batch in batches]
    return [future.result() for future in waiting]


def _tokens_out(reply: AnyReply) -> int:
    match reply:
        case Completion():
            return reply.completion_tokens
        case Score():
            return len(reply.logprobs)
        case Choice():
            return 0
