"""What ``bench outline`` and ``bench articles`` share: which methods, where a case is kept.

A case is one topic by one method. Its model calls are kept in a journal of its own, its outcome in
a line beside the others: what was cut off goes on, and what was done is not done again. Results of
other code, model, settings or material are not mixed in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput
from warehouse.evaluate import machine
from warehouse.evaluate.record_lines import Kept
from warehouse.evaluate.records import Job
from warehouse.evaluate.thinking import model_of
from warehouse.evaluate.writing.topics import Topic
from warehouse.library import Library
from warehouse.settings import Settings, home


class Outcome(Struct, frozen=True):
    """Of one topic by one method; each benchmark has a kind of its own."""

    topic: str
    method: str


_Outcome = TypeVar("_Outcome", bound=Outcome)


@dataclass(frozen=True)
class Bench:
    """One run: library, engine, job, and the folder of what it keeps."""

    library: Library
    engine: Engine
    job: Job
    settings: Settings
    folder: Path

    def case(self, topic: Topic, method: str) -> Path:
        """The beginning of the names of its files."""
        name = hashlib.sha256(msgspec.json.encode(topic)).hexdigest()[:8]
        return self.folder / f"{method}-{name}"

    @contextmanager
    def journaled(self, topic: Topic, method: str) -> Iterator[Journaled]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with Journal(self.case(topic, method).with_suffix(".db")) as journal:
            yield Journaled(self.engine, journal)

    def every(
        self,
        stage: str,
        file: str,
        kind: type[_Outcome],
        cases: Sequence[tuple[Topic, str]],
        make: Callable[[Bench, Topic, str], _Outcome],
    ) -> list[_Outcome]:
        """Of every topic by every method; what is in the file is not made again."""
        kept = Kept(self.folder / file, kind, lambda outcome: (outcome.topic, outcome.method))
        told = self.job.run.each(stage, cases, lambda case: f"{case[0].name}, {case[1]}")
        return [
            kept.of((topic.name, method), partial(make, self, topic, method))
            for topic, method in told
        ]


def bench(name: str, library: Library, engine: Engine, job: Job, settings: Settings) -> Bench:
    key = machine.key(engine.info().sha256, settings)
    return Bench(library, engine, job, settings, home() / "bench" / f"{name}-{key}")


def chosen(job: Job, known: Sequence[str], first: Sequence[str]) -> list[str]:
    """The methods that are named, else ``first``. Raises BadInput."""
    if unknown := [method for method in job.methods if method not in known]:
        raise BadInput(
            f"There is no method {', '.join(unknown)}.", f"Choose among {', '.join(known)}."
        )
    return list(dict.fromkeys(job.methods or first))


def about(at: Bench, topics: Sequence[Topic]) -> dict[str, str]:
    """What every row hangs on: model, length, seed, topics."""
    return {
        **model_of(at.engine.info()),
        "words": str(at.settings.article_words),
        "seed": str(at.settings.seed),
        "topics": "; ".join(topic.name for topic in topics),
    }
