"""Whose turn it is when there are too few cells, with a context that only counts."""

from __future__ import annotations

import random
from typing import cast

import numpy as np

from warehouse.engine.child.context import Batch, Context
from warehouse.engine.child.scheduler import Entry, Scheduler
from warehouse.engine.child.tasks import Writing
from warehouse.engine.protocol import Request

WORDS = 20


class Counting:
    """Every token is as likely as any other; the state of a sequence is a byte."""

    cells = 1024

    def decode(self, batch: Batch) -> np.ndarray:  # type: ignore[type-arg]
        return np.zeros((batch.rows, WORDS), np.float32)

    def clear_abort(self) -> None: ...

    def copy(self, source: int, target: int, end: int) -> None: ...

    def trim(self, sequence: int, start: int) -> None: ...

    def state_bytes(self, sequence: int) -> int:
        return 1

    def state(self, sequence: int) -> np.ndarray:  # type: ignore[type-arg]
        return np.zeros(1, np.uint8)


def writing(prompt: list[int], tokens: int) -> Writing:
    return Writing(prompt, Request("t", (), tokens), None, lambda token: b"", lambda token: False)


def test_a_question_does_not_wait_for_background_work_it_begins_like() -> None:
    scheduler = Scheduler(cast(Context, Counting()), parallel=4)
    chance = random.Random(1)
    source = [chance.randrange(1000, 20000) for _ in range(200)]
    slow, question = writing(source, 700), writing([*source, 7, 8, 9], 300)
    scheduler.submit([Entry(slow, 1, 0, False)])
    for _ in range(3):
        scheduler.step()
    assert slow.written
    scheduler.submit([Entry(question, 2, 0, True)])
    finished: list[int] = []
    while not scheduler.idle:
        finished += [entry.call for entry in scheduler.step()]
    assert finished == [2, 1]
    assert (question.written, slow.written) == (300, 700)
