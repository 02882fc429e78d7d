"""What encryption costs: the same crowd of passages searched plain and encrypted, in turn.

Needs ``--data`` with ``corpus.jsonl`` and ``questions.jsonl``; ``--limit`` is the passages.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from warehouse.evaluate import hotpot
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.retrieval.crowd import crowd
from warehouse.library import Library
from warehouse.store.encryption import walls

PASSAGES = 100_000
SHOWN, ROUNDS = 20, 3
PASSPHRASE = "nine ships at anchor"


def search_ratio(folder: Path, job: Job) -> Iterator[Row]:
    if job.data is None:
        return
    questions = hotpot.asked(job)
    passages = job.limit or PASSAGES
    with crowd(job, passages) as library:
        place = library.medium
    copy = folder / "encrypted"
    shutil.copytree(place, copy)
    job.run.step("encrypting", 0, 0)
    put_up = _seconds(lambda: walls.put_up(copy, PASSPHRASE))
    began = time.perf_counter()
    with Library(walls.Walls(copy, PASSPHRASE), job.settings) as encrypted:
        opening = time.perf_counter() - began
        with Library(place, job.settings) as plain:
            took = _in_turn((plain, encrypted), questions, job)
    p95 = [float(np.percentile(times, 95)) for times in took]
    about = {"plain_p95_ms": f"{p95[0]:.1f}", "encrypted_p95_ms": f"{p95[1]:.1f}"}
    told = {"passages": passages, "encrypting_s": f"{put_up:.1f}", "opening_s": f"{opening:.1f}"}
    yield row("encrypted_search_ratio", p95[1] / p95[0], "", "<= 1.5", **about, **told)


def _in_turn(
    libraries: tuple[Library, Library], questions: list[str], job: Job
) -> tuple[list[float], list[float]]:
    """Milliseconds of each search, the same question of both, now the one first, now the other."""
    took: tuple[list[float], list[float]] = ([], [])
    for which in libraries:
        for question in questions:
            which.retrieval.passages(question, SHOWN)
    for turn in range(ROUNDS):
        job.run.step("searching", turn, ROUNDS)
        for at, question in enumerate(questions):
            for side in (0, 1) if (at + turn) % 2 else (1, 0):
                search = partial(libraries[side].retrieval.passages, question, SHOWN)
                took[side].append(1000 * _seconds(search))
    return took


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
