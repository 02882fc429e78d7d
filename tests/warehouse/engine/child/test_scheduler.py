"""Cells, sharing and order, in this process with the real context."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from warehouse.engine.child import tasks
from warehouse.engine.child.context import Context, Model
from warehouse.engine.child.scheduler import SEQUENCES, Entry, Scheduler
from warehouse.engine.child.tasks import Picking, Scoring, Writing, common_prefix
from warehouse.engine.protocol import Request

pytestmark = pytest.mark.model


@pytest.fixture
def scheduler(model: Model) -> Iterator[Scheduler]:
    context = Context(model, 1024, SEQUENCES, threads=2)
    yield Scheduler(context, parallel=4)
    context.close()


def writing(model: Model, prompt: list[int], tokens: int) -> Writing:
    request = Request("t", (), tokens, temperature=1.0, seed=prompt[-1])
    return Writing(prompt, request, None, model.piece, lambda token: False)


def greedy(model: Model, prompt: list[int], tokens: int) -> Writing:
    return Writing(prompt, Request("t", (), tokens), None, model.piece, lambda token: False)


def finish(scheduler: Scheduler) -> list[Entry]:
    done: list[Entry] = []
    while not scheduler.idle:
        done += scheduler.step()
    return done


def numbers(seed: int, count: int) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(1000, 20000) for _ in range(count)]


def part_only_where_two_are_as_likely(
    scheduler: Scheduler, one: list[int], other: list[int]
) -> None:
    """Where two texts part, the two tokens must be about equally likely after the same words.

    Batches of other sizes are added up in another order (and by other kernels), so the last bits
    of a logit differ; greedy choice can only turn where the two best are a hair apart.
    """
    place = common_prefix(np.array(one), np.array(other))
    if place == min(len(one), len(other)):
        return
    duel = Picking(one[:place], [[one[place]], [other[place]]])
    scheduler.submit([Entry(duel, 99, 0, True)])
    finish(scheduler)
    assert min(duel.result().probabilities) > 0.4


def test_greedy_in_a_batch_is_greedy_alone_up_to_numerics(
    model: Model, scheduler: Scheduler
) -> None:
    prompts = [list(model.tokenize(f"{word} is known for")) for word in ("Rome", "Iron", "Salt")]
    together = [greedy(model, prompt, 16) for prompt in prompts]
    scheduler.submit([Entry(task, 1, index, True) for index, task in enumerate(together)])
    finish(scheduler)
    for prompt, batched in zip(prompts, together, strict=True):
        alone = greedy(model, prompt, 16)
        scheduler.forget_all()
        scheduler.submit([Entry(alone, 2, 0, True)])
        finish(scheduler)
        part_only_where_two_are_as_likely(scheduler, alone.tokens.tolist(), batched.tokens.tolist())


def test_drafts_change_no_text(
    model: Model, scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply that repeats itself and its prompt, in fewer steps, with the same tokens."""
    line = "The bridge over the Vils was opened in 1911 and closed in 1964. "
    prompt = list(model.tokenize(line * 4 + "The bridge"))
    steps, texts = [], []
    for limit in (0, tasks.DRAFT_LIMIT):
        monkeypatch.setattr(tasks, "DRAFT_LIMIT", limit)
        scheduler.forget_all()
        task = greedy(model, prompt, 48)
        scheduler.submit([Entry(task, 1, 0, True)])
        count = 0
        while not scheduler.idle:
            scheduler.step()
            count += 1
        steps.append(count)
        texts.append(task.tokens.tolist())
    assert steps[1] < steps[0] / 2
    part_only_where_two_are_as_likely(scheduler, *texts)


def test_wrong_drafts_are_taken_back(
    model: Model, scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guesses that are always wrong: the likelihoods of what was written show no trace of them."""
    prompt = list(model.tokenize("Salt is known for"))
    honest = greedy(model, prompt, 12)
    scheduler.submit([Entry(honest, 1, 0, True)])
    finish(scheduler)
    scheduler.forget_all()
    monkeypatch.setattr(tasks, "repeated", lambda tokens, limit: (0, 5))
    misled = greedy(model, prompt, 12)
    scheduler.submit([Entry(misled, 2, 0, True)])
    while not scheduler.idle:
        scheduler.step()
        if misled.sequence >= 0:
            assert scheduler.cells.length(misled.sequence) == misled.evaluated
            assert scheduler._context.length(misled.sequence) == misled.evaluated
    part_only_where_two_are_as_likely(scheduler, honest.tokens.tolist(), misled.tokens.tolist())


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
    scheduler.submit([Entry(Picking(first, [[5], [6]]), 1, 0, True)])
    finish(scheduler)
    before = scheduler.prompt_tokens_evaluated
    scheduler.submit([Entry(Picking([*first[:360], *numbers(7, 40)], [[5], [6]]), 2, 0, True)])
    finish(scheduler)
    assert scheduler.prompt_tokens_evaluated - before <= 0.15 * 400


def test_many_sources_are_read_once_for_many_questions(model: Model, scheduler: Scheduler) -> None:
    sources = [[*numbers(0, 20), *numbers(source, 45)] for source in range(1, 7)]
    evaluated = []
    for asked in range(50, 55):
        before = scheduler.prompt_tokens_evaluated
        scheduler.submit(
            [
                Entry(Picking([*source, *numbers(asked, 15)], [[5], [6]]), asked, at, True)
                for at, source in enumerate(sources)
            ]
        )
        finish(scheduler)
        evaluated.append(scheduler.prompt_tokens_evaluated - before)
    assert evaluated == [20 + 6 * (45 + 15), *[6 * 15] * 4]


def requests_and_cancels_leave_no_cells(model: Model, scheduler: Scheduler, count: int) -> None:
    """Random tasks of all kinds, some cancelled: afterwards nothing is held."""
    chance = random.Random(3)
    shared = numbers(1, 60)
    open_calls: list[int] = []
    for call in range(count):
        prompt = [*shared[: chance.randrange(60)], *numbers(call, chance.randrange(1, 30))]
        task = chance.choice(
            [
                lambda p=prompt: writing(model, p, chance.randrange(1, 8)),
                lambda p=prompt: Scoring(p, numbers(5, 4)),
                lambda p=prompt: Picking(p, [[1], [2]]),
            ]
        )()
        scheduler.submit([Entry(task, call, 0, chance.random() < 0.5)])
        open_calls.append(call)
        if call % 3 == 0:
            scheduler.step()
        if chance.random() < 0.3:
            scheduler.cancel(open_calls.pop(chance.randrange(len(open_calls))))
        assert scheduler.cells.used() <= scheduler.cells.total
    finish(scheduler)
    scheduler.forget_all()
    assert scheduler.cells.used() == 0
    assert scheduler.cells.sequences_free == SEQUENCES
    assert all(scheduler._context.length(sequence) == 0 for sequence in range(SEQUENCES))


def test_many_requests_and_cancels_leave_no_cells(model: Model, scheduler: Scheduler) -> None:
    requests_and_cancels_leave_no_cells(model, scheduler, 100)


@pytest.mark.slow
def test_ten_thousand_requests_leave_no_cells(model: Model, scheduler: Scheduler) -> None:
    requests_and_cancels_leave_no_cells(model, scheduler, 10_000)


def test_cancels_disturb_no_neighbour(model: Model, scheduler: Scheduler) -> None:
    """Replies written while neighbours come and go are those written alone, up to numerics."""
    chance = random.Random(8)
    prompts = [list(model.tokenize(f"{word} is known for")) for word in ("Rome", "Iron", "Salt")]
    kept = [greedy(model, prompt, 24) for prompt in prompts]
    scheduler.submit([Entry(task, 0, index, True) for index, task in enumerate(kept)])
    call = 0
    while not all(task.done for task in kept):
        call += 1
        scheduler.submit([Entry(writing(model, numbers(call, 40), 20), call, 0, True)])
        scheduler.step()
        if chance.random() < 0.7:
            scheduler.cancel(chance.randrange(1, call + 1))
    for other in range(1, call + 1):
        scheduler.cancel(other)
    assert scheduler.idle
    for prompt, task in zip(prompts, kept, strict=True):
        scheduler.forget_all()
        alone = greedy(model, prompt, 24)
        scheduler.submit([Entry(alone, 0, 0, True)])
        finish(scheduler)
        part_only_where_two_are_as_likely(scheduler, alone.tokens.tolist(), task.tokens.tolist())


def test_a_cancelled_task_is_gone_by_the_next_step(model: Model, scheduler: Scheduler) -> None:
    doomed, other = (Entry(writing(model, numbers(n, 30), 40), n, 0, True) for n in (1, 2))
    scheduler.submit([doomed, other])
    for _ in range(4):
        scheduler.step()
    scheduler.cancel(1)
    written = doomed.task.size
    scheduler.step()
    assert (doomed.task.size, doomed.task.sequence) == (written, -1)
    assert doomed not in scheduler.running
    finish(scheduler)
    assert other.task.done


def test_more_work_than_cells_waits_its_turn(model: Model, scheduler: Scheduler) -> None:
    entries = [Entry(writing(model, numbers(n, 250), 6), 1, n, True) for n in range(6)]
    scheduler.submit(entries)
    peak = 0
    while not scheduler.idle:
        scheduler.step()
        peak = max(peak, scheduler.cells.used())
    assert all(entry.task.done for entry in entries)
    assert peak <= 1024


def test_a_question_halts_background_work_until_it_is_done(
    model: Model, scheduler: Scheduler
) -> None:
    behind = [Entry(writing(model, numbers(n, 30), 30), 1, n, False) for n in range(3)]
    scheduler.submit(behind)
    for _ in range(4):
        scheduler.step()
    before = [entry.task.size for entry in behind]
    question = Entry(writing(model, numbers(9, 50), 6), 2, 0, True)
    scheduler.submit([question])
    while not question.task.done:
        scheduler.step()
        assert [entry.task.size for entry in behind] == before
    assert len(finish(scheduler)) == 3
    assert [entry.task.size for entry in behind] == [60] * 3


def test_a_question_takes_the_cells_of_background_work(model: Model, scheduler: Scheduler) -> None:
    """Some are put back in the queue; each goes on from what it had written."""
    behind = [Entry(writing(model, numbers(n, 190), 30), 1, n, False) for n in range(4)]
    scheduler.submit(behind)
    for _ in range(8):
        scheduler.step()
    written = [entry.task.tokens.tolist() for entry in behind]
    question = Entry(Picking(numbers(50, 600), [[1], [2]]), 2, 0, True)
    scheduler.submit([question])
    done = []
    while not question.task.done:
        done += scheduler.step()
    assert done == [question]
    assert any(entry.task.sequence < 0 for entry in behind)
    finish(scheduler)
    for entry, begun in zip(behind, written, strict=True):
        assert entry.task.tokens.tolist()[: len(begun)] == begun
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


def test_the_first_word_that_is_waited_for_waits_for_no_other_prompt(
    model: Model, scheduler: Scheduler
) -> None:
    shown, beside = (greedy(model, numbers(seed, 90), 4) for seed in (5, 6))
    scheduler.submit([Entry(shown, 1, 0, True, stream=True), Entry(beside, 1, 1, True)])
    scheduler.step()
    assert shown.evaluated >= shown.prompt_size and not beside.evaluated
    scheduler.step()
    assert beside.evaluated, "it comes with the next words"
    finish(scheduler)
    quiet = [greedy(model, numbers(seed, 90), 4) for seed in (7, 8)]
    scheduler.submit([Entry(task, 2, at, True) for at, task in enumerate(quiet)])
    scheduler.step()
    assert all(task.evaluated for task in quiet), "where nobody watches, all at once"
    finish(scheduler)
