"""Prompts that are kept: few in the cells, the others aside, and back when asked again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest

from warehouse.engine.child.cells import Cells
from warehouse.engine.child.context import Context, Model, as_tokens
from warehouse.engine.child.kept import AT_LEAST, LIVE_TOKENS, Aside, Kept
from warehouse.engine.child.scheduler import SEQUENCES, Entry, Scheduler
from warehouse.engine.child.tasks import Scoring, common_prefix

STATE = np.zeros(100, np.uint8)


def numbers(seed: int, count: int) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(1000, 20000) for _ in range(count)]


def test_the_nearest_is_the_one_with_the_longest_common_prefix() -> None:
    aside = Aside(1_000_000)
    chance = random.Random(1)
    prompts = [as_tokens([chance.randrange(3) for _ in range(80)]) for _ in range(200)]
    for prompt in prompts[:100]:
        aside.put(prompt, STATE)
    for prompt in prompts[100:]:
        key, common = aside.nearest(prompt)
        assert common == max(common_prefix(prompt, other) for other in prompts[:100])
        assert common_prefix(aside.tokens(key), prompt) == common


def test_the_oldest_go_when_the_bytes_are_spent() -> None:
    aside = Aside(1000)
    prompts = [as_tokens(numbers(seed, 80)) for seed in range(12)]
    for prompt in prompts:
        aside.put(prompt, STATE)
    assert (len(aside), aside.bytes) == (10, 1000)
    assert aside.nearest(prompts[1]) == (b"", 0)
    assert aside.nearest(prompts[2])[1] == 80
    aside.put(as_tokens(numbers(99, 80)), np.zeros(600, np.uint8))
    assert aside.bytes == 1000, "what is larger than half of the budget is not kept"
    aside.clear()
    assert (len(aside), aside.bytes) == (0, 0)


def test_what_differs_little_is_not_wanted() -> None:
    aside = Aside(1_000_000)
    source = numbers(1, 200)
    aside.put(as_tokens(source), STATE)
    assert not aside.wants(as_tokens([*source, *numbers(2, AT_LEAST // 2)]))
    assert aside.wants(as_tokens([*source[:50], *numbers(3, 200)]))
    assert not aside.wants(as_tokens(numbers(4, AT_LEAST - 1)))


class HugeContext:
    """A context of a model so large that no prompt of it may be put aside."""

    cells = 4096

    def trim(self, sequence: int, start: int) -> None: ...

    def state_bytes(self, sequence: int) -> int:
        return 2**40

    def state(self, sequence: int) -> np.ndarray:  # type: ignore[type-arg]
        raise AssertionError("copied for nothing")


def test_what_is_too_large_to_be_kept_is_not_copied() -> None:
    context = cast(Context, HugeContext())
    cells = Cells(context, 8)
    kept = Kept(cells, context)
    for seed in range(3):
        kept.keep(cells.open(), as_tokens(numbers(seed, 800)))
    assert len(kept.live) == 1
    assert kept.give_up() and not kept.give_up()
    assert cells.sequences_free == 8


@pytest.fixture
def scheduler(model: Model) -> Iterator[Scheduler]:
    context = Context(model, 2048, SEQUENCES, threads=2)
    yield Scheduler(context, parallel=4)
    context.close()


def ask(scheduler: Scheduler, source: list[int], question: list[int]) -> float:
    task = Scoring([*source, *question], numbers(5, 6))
    scheduler.submit([Entry(task, 0, 0, True)])
    while not scheduler.idle:
        scheduler.step()
    return task.result().total


@pytest.mark.model
def test_sources_are_read_once_and_do_not_crowd_the_cells(scheduler: Scheduler) -> None:
    sources = [numbers(seed, 120) for seed in range(10)]
    assert sum(map(len, sources)) > LIVE_TOKENS
    question, other = numbers(100, 8), numbers(101, 8)
    for source in sources:
        ask(scheduler, source, question)
    assert scheduler.cells.used() <= LIVE_TOKENS
    before = scheduler.prompt_tokens_evaluated
    again = [ask(scheduler, source, other) for source in sources]
    assert scheduler.prompt_tokens_evaluated - before <= 20 * len(sources), "not read again"
    assert scheduler.cells.used() <= LIVE_TOKENS
    scheduler.forget_all()
    assert scheduler.cells.used() == 0
    fresh = [ask(scheduler, source, other) for source in sources]
    assert again == pytest.approx(fresh, abs=1), "six words, to the numerics of batches"
    scheduler.forget_all()
    assert scheduler.cells.sequences_free == SEQUENCES


@pytest.mark.model
def test_short_sources_behind_one_instruction_come_back(scheduler: Scheduler) -> None:
    instruction = numbers(0, 40)
    sources = [[*instruction, *numbers(seed, 60)] for seed in range(1, 13)]
    assert sum(map(len, sources)) > LIVE_TOKENS
    for source in sources:
        ask(scheduler, source, numbers(100, 20))
    before = scheduler.prompt_tokens_evaluated
    for source in sources:
        ask(scheduler, source, numbers(101, 20))
    assert scheduler.prompt_tokens_evaluated - before <= 30 * len(sources)


@pytest.mark.model
def test_a_prompt_that_does_not_fit_back_is_read_anew(scheduler: Scheduler) -> None:
    """Running tasks hold nearly all cells: nothing is brought back, and nothing breaks."""
    long, *others = [numbers(seed, 450) for seed in range(3)]
    first = ask(scheduler, long, numbers(7, 8))
    for source in others:
        ask(scheduler, source, numbers(8, 8))
    tasks = [Scoring([*numbers(50 + n, 500)], numbers(9, 6)) for n in range(3)]
    wanted = Scoring([*long, *numbers(7, 8)], numbers(5, 6))
    entries = [Entry(task, n, 0, True) for n, task in enumerate([*tasks, wanted])]
    scheduler.submit(entries)
    while not scheduler.idle:
        scheduler.step()
    assert all(task.done for task in tasks)
    assert wanted.result().total == pytest.approx(first, abs=1)
