"""An article that is killed again and again: is it the same, and is nothing asked twice?

    muniment bench articles --row kill

For each method an article is written by a small model in a child process, once in one go, then once
more in a child that kills itself (SIGKILL) at up to POINTS random model calls (``--limit`` for
others) from its beginning to its end, each time in the middle of one, and is started again on the
same journal; each begins without what an earlier one had put into the library's graph.
``kill_same_METHOD`` is 1 where the article is the one that the replies of its journal
make in one go, without a further one; ``kill_repeated_METHOD`` counts calls that were asked though
their reply was kept.

It is not compared with the article of the first child: a model that is started anew, or that reads
other texts beside, rounds otherwise, and two children that nobody kills differ as well.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine.around import EngineAround
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import (
    AnyRequest,
    Completion,
    CompletionListener,
    Engine,
    Request,
    TextListener,
)
from warehouse.errors import MunimentError
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import thinking
from warehouse.evaluate.writing.benched import chosen
from warehouse.evaluate.writing.topics import topics
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.works import WORKS
from warehouse.writing.ways import WAYS

SMALL = "smollm2-135m"
POINTS = 20
WORDS = 150
SEED = 42
JOURNAL, ASKED, ARTICLE = "journal.db", "asked.jsonl", "article.json"
SLOTS = 2  # calls side by side: so many may be under way when it is killed


class Mortal(EngineAround):
    """An engine that ends the process in the middle of its call number ``last``, from 1; 0: never.

    Every request that it is asked is a line of ``log``, written before it is answered.
    """

    def __init__(self, engine: Engine, log: Path, last: int) -> None:
        super().__init__(engine)
        self._log, self._left = log, last
        self._lock = threading.Lock()

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        dies = self._is_last(requests)

        def grown(index: int, text: str) -> None:
            if dies:
                _die()
            if on_text is not None:
                on_text(index, text)

        return self.engine.complete(requests, run, grown, on_done)

    def _asked(self, requests: Sequence[AnyRequest]) -> Engine:
        if self._is_last(requests):
            _die()
        return self.engine

    def _is_last(self, requests: Sequence[AnyRequest]) -> bool:
        """Is the last one among these?"""
        with self._lock, self._log.open("ab") as out:
            out.write(b"".join(msgspec.json.encode(request) + b"\n" for request in requests))
            before, self._left = self._left, self._left - len(requests)
            return before > 0 >= self._left


class Task(Struct, frozen=True):
    """What a child is to do, and where it puts it; ``last`` as of Mortal."""

    settings: Settings
    data: str
    skip: int
    method: str
    folder: str
    last: int

    def file(self, name: str) -> Path:
        folder = Path(self.folder)
        folder.mkdir(parents=True, exist_ok=True)
        return folder / name


def killed(job: Job) -> Iterator[Row]:
    """Raises BadInput without the data, ModelMissing."""
    methods = chosen(job, list(WAYS), list(WAYS))
    model = job.model or SMALL
    settings = structs.replace(
        job.settings, model=model, article_words=WORDS, parallel=SLOTS, absence=False
    )
    assert job.data is not None
    for method in job.run.each("Killing", methods, str):
        with tempfile.TemporaryDirectory(prefix="muniment-kill-") as folder:
            task = Task(settings, str(job.data.absolute()), job.skip, method, folder, 0)
            yield from _rows(task, job, model)


def _rows(task: Task, job: Job, model: str) -> Iterator[Row]:
    whole = structs.replace(task, folder=f"{task.folder}/whole")
    broken = structs.replace(task, folder=f"{task.folder}/broken")
    _forget_graph(job)
    _child(whole)
    with Journal(whole.file(JOURNAL)) as journal:
        calls = len(journal.calls())
    repeated = deaths = 0
    drawn = random.Random(SEED)
    points = sorted(drawn.randint(1, calls) for _ in range(job.limit or POINTS))
    _forget_graph(job)
    for point in [*points, None]:
        job.run.check()
        with Journal(broken.file(JOURNAL)) as journal:
            kept = {call.request for call in journal.calls()}
        last = max(1, point - len(kept)) if point else 0
        deaths += _child(structs.replace(broken, last=last)) == -signal.SIGKILL
        repeated += sum(line in kept for line in _asked(broken))
    about = {"model": model, "seed": SEED, "calls": calls, "killed": deaths, "words": WORDS}
    same = _is_of_its_replies(broken)
    yield row(f"kill_same_{task.method}", float(same), "share", ">= 1", **about)
    yield row(f"kill_repeated_{task.method}", repeated, "calls", "<= 0", **about)


def _forget_graph(job: Job) -> None:
    """What an article had documents read for is asked for again, and so can be killed in."""
    with topics(structs.replace(job, limit=1)) as (library, _):
        library.catalog.forget_triples(library.catalog.graphed_documents())


def _is_of_its_replies(task: Task) -> bool:
    article = task.file(ARTICLE).read_bytes()
    _child(structs.replace(task, last=0))
    return task.file(ARTICLE).read_bytes() == article and not _asked(task)


def _asked(task: Task) -> list[bytes]:
    """What the last child has asked the model."""
    file = task.file(ASKED)
    return file.read_bytes().splitlines() if file.exists() else []


def _child(task: Task) -> int:
    """Its exit status. Raises MunimentError where it ended otherwise than well or by its kill."""
    task.file(ASKED).unlink(missing_ok=True)
    ended = subprocess.run(
        [sys.executable, "-m", "warehouse.evaluate.writing.killed"],
        input=msgspec.json.encode(task),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )
    if ended.returncode not in (0, -signal.SIGKILL):
        raise MunimentError(f"The child failed: {ended.stderr.decode(errors='replace')[-400:]}")
    return ended.returncode


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """In the child: the article of the task on its standard input."""
    write(msgspec.json.decode(sys.stdin.buffer.read(), type=Task))


def write(task: Task) -> None:
    job = Job(task.settings, Run(), Path(task.data), 1, task.skip)
    with (
        topics(job) as (library, [topic]),
        thinking(job) as engine,
        Journal(task.file(JOURNAL)) as journal,
    ):
        mortal = Mortal(engine, task.file(ASKED), task.last)
        context = Context.of(library, Journaled(mortal, journal), task.settings, Run())
        article = WORKS["write", task.method](topic.name, context)
        assert isinstance(article, Article)
        timeless = structs.replace(
            article, spend=structs.replace(article.spend, seconds=0, replayed=0)
        )
        task.file(ARTICLE).write_bytes(msgspec.json.encode(timeless))


if __name__ == "__main__":
    main()
