"""Cells, sharing and order, in this process with the real context."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from warehouse.engine.context import Context, Model
from warehouse.engine.protocol import Request
from warehouse.engine.scheduler import SEQUENCES, Entry, Scheduler
from warehouse.engine.tasks import Picking, Scoring, Writing

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def model(model_path: Path) -> Iterator[Model]:
    model = Model(model_path)
    yield model
    model.close()


@pytest.fixture
def scheduler(model: Model) -> Iterator[Scheduler]:
    context = Context(model, 1024, SEQUENCES, threads=2)
    yield Scheduler(context, parallel=4)
    context.close()


def writing(model: Model, prompt: list[int], tokens: int) -> Writing:
    request = Request("t", (), tokens, temperature=1.0, seed=prompt[-1])
    return Writing(prompt, request, None, model.piece, lambda token: False)


def finish(scheduler: Scheduler) -> list[Entry]:
    done: list[Entry] = []
    while not scheduler.idle:
        done += scheduler.step()
    return done


def numbers(seed: int, count: int) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(1000, 20000) for _ in range(count)]


def test_greedy_in_a_batch_is_greedy_alone_up_to_numerics(
    model: Model, scheduler: Scheduler
) -> None:
    """Where the texts part, the two tokens are about equally likely after the same words."""

    def greedy(prompt: list[int]) -> Writing:
        request = Request("t", (), 16)
        return Writing(prompt, request, None, model.piece, model.is_end)

    prompts = [list(model.tokenize(f"{word} is known for")) for word in ("Rome", "Iron", "Salt")]
    together = [greedy(prompt) for prompt in prompts]
    scheduler.submit([Entry(task, 1, index, True) for index, task in enumerate(together)])
    finish(scheduler)
    for batched in together:
        alone = greedy(batched.tokens[: batched.prompt_size].tolist())
        scheduler.forget_all()
        scheduler.submit([Entry(alone, 2, 0, True)])
        finish(scheduler)
        pairs = enumerate(zip(alone.tokens.tolist(), batched.tokens.tolist(), strict=False))
        parting = next(((place, pair) for place, pair in pairs if pair[0] != pair[1]), None)
        if parting is not None:
            place, tokens = parting
            duel = Picking(alone.tokens[:place].tolist(), tokens)
            scheduler.submit([Entry(duel, 3, 0, True)])
            finish(scheduler)
            assert min(duel.result().probabilities) > 0.4


def test_a_common_prefix_is_evaluated_once(model: Model, scheduler: Scheduler) -> None:
    prefix = numbers(0, 200)
    entries = [
        Entry(Scoring([*prefix, *numbers(n, 10)], numbers(99, 5)), 1, n, True) for n in range(1, 9)
    ]
    scheduler.submit(entries)
    assert len(finish(scheduler)) == 8
    assert scheduler.prompt_tokens_evaluated < 200 + 8 * 20


def test_a_prefix_is_kept_for_the_next_call(model: Model, scheduler: Scheduler) -> None:
    first = numbers(0, 400)
    scheduler.submit([Entry(Picking(first, [5, 6]), 1, 0, True)])
    finish(scheduler)
    before = scheduler.prompt_tokens_evaluated
    scheduler.submit([Entry(Picking([*first[:360], *numbers(7, 40)], [5, 6]), 2, 0, True)])
    finish(scheduler)
    assert scheduler.prompt_tokens_evaluated - before <= 0.15 * 400


def test_many_requests_and_cancels_leave_no_cells(model: Model, scheduler: Scheduler) -> None:
    chance = random.Random(3)
    shared = numbers(1, 60)
    for call in range(50):
        prompt = [*shared[: chance.randrange(60)], *numbers(call, chance.randrange(1, 30))]
        task = chance.choice(
            [
                lambda p=prompt: writing(model, p, chance.randrange(1, 8)),
                lambda p=prompt: Scoring(p, numbers(5, 4)),
                lambda p=prompt: Picking(p, [1, 2]),
            ]
        )()
        scheduler.submit([Entry(task, call, 0, chance.random() < 0.5)])
        scheduler.step()
        if chance.random() < 0.3:
            scheduler.cancel(chance.randrange(call + 1))
    finish(scheduler)
    scheduler.forget_all()
    assert scheduler.cells.used() == 0
    assert scheduler.cells.sequences_free == SEQUENCES


def test_more_work_than_cells_waits_its_turn(model: Model, scheduler: Scheduler) -> None:
    entries = [Entry(writing(model, numbers(n, 250), 6), 1, n, True) for n in range(6)]
    scheduler.submit(entries)
    peak = 0
    while not scheduler.idle:
        scheduler.step()
        peak = max(peak, scheduler.cells.used())
    assert all(entry.task.done for entry in entries)
    assert peak <= 1024


def test_a_question_takes_the_cells_of_background_work(model: Model, scheduler: Scheduler) -> None:
    behind = [Entry(writing(model, numbers(n, 190), 30), 1, n, False) for n in range(4)]
    scheduler.submit(behind)
    for _ in range(8):
        scheduler.step()
    question = Entry(Picking(numbers(50, 600), [1, 2]), 2, 0, True)
    scheduler.submit([question])
    done = []
    while not question.task.done:
        done += scheduler.step()
    assert done == [question]
    finish(scheduler)
    assert [entry.task.size for entry in behind] == [220] * 4


def test_an_aborted_batch_counts_for_nothing(model: Model, scheduler: Scheduler) -> None:
    prompt = numbers(4, 700)
    alone = Scoring(prompt, numbers(5, 8))
    scheduler.submit([Entry(alone, 1, 0, True)])
    finish(scheduler)
    scheduler.forget_all()
    again = Scoring(prompt, numbers(5, 8))
    scheduler.submit([Entry(again, 2, 0, True)])
    context = scheduler._context
    clear, aborted = context.clear_abort, 0

    def abort_every_other_time() -> None:
        nonlocal aborted
        clear()
        aborted += 1
        if aborted % 2:
            context.abort()

    context.clear_abort = abort_every_other_time  # type: ignore[method-assign]
    finish(scheduler)
    assert aborted >= 3
    assert again.result().logprobs == pytest.approx(alone.result().logprobs, abs=0.05)
