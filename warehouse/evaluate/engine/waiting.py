"""Rows about waiting: prompts that share their start, and the first token under load."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from warehouse.engine.protocol import ChooseRequest, Message, Request
from warehouse.errors import Cancelled
from warehouse.evaluate.engine import work
from warehouse.evaluate.engine.pairs import Bench, median
from warehouse.evaluate.engine.peers import Watch, Work
from warehouse.evaluate.records import Row
from warehouse.run import Run

PASSAGE_TOKENS = 200
SHARED_PAIRS = 5
SHARED_TOKENS = 1500
SHARED_PART = 0.9
QUESTIONS = 5
QUESTION_TOKENS = 400
BACKGROUND = 8
BACKGROUND_TOKENS = 400
FIRST_TOKENS = 8


def shared_prefix(bench: Bench) -> Row:
    """Prompt work of a request that shares 90 % with the one before, and of one from nothing."""
    size = SHARED_TOKENS
    material = bench.passages(PASSAGE_TOKENS, 12, 2 * SHARED_PAIRS)
    ratios, parts = [], []
    for number in range(SHARED_PAIRS):
        first, other = (_long(bench, material[2 * number + side], size) for side in (0, 1))
        cut = int(len(first) * SHARED_PART)
        second = first[:cut] + other[: len(first) - cut]
        bench.job.run.step("Shared prefixes", number, SHARED_PAIRS)
        alone, with_it = (_prefill(bench, text) for text in (first, second))
        ratios.append(with_it.seconds / alone.seconds)
        parts.append(with_it.processor_s / alone.processor_s)
    return median(
        "shared_prefix_prefill",
        [100 * ratio for ratio in ratios],
        "%",
        "<= 15",
        tokens=size,
        shared="90 % of the characters",
        processor=f"{100 * statistics.median(parts):.3g} %",
    )


def first_token(bench: Bench) -> Row:
    """Time to the first token of a question while background requests run, against alone."""
    passages = bench.passages(PASSAGE_TOKENS, 4, 2 * QUESTIONS + BACKGROUND)
    prompts = [_long(bench, some, QUESTION_TOKENS) for some in passages[: 2 * QUESTIONS]]
    behind = work.proses([some[0] for some in passages[2 * QUESTIONS :]], BACKGROUND_TOKENS, None)
    alone, loaded = [], []
    for number in range(QUESTIONS):
        bench.job.run.step("First tokens", number, QUESTIONS)
        alone.append(_first_text(bench, prompts[2 * number]))
        with _background(bench, behind):
            loaded.append(_first_text(bench, prompts[2 * number + 1]))
    ratios = [busy / other for busy, other in zip(loaded, alone, strict=True)]
    return median(
        "ttft_under_load",
        ratios,
        "x",
        "<= 1.5",
        alone_s=f"{statistics.median(alone):.3g}",
        under_load_s=f"{statistics.median(loaded):.3g}",
        background=BACKGROUND,
        question_tokens=QUESTION_TOKENS,
    )


def _long(bench: Bench, found: Sequence[str], tokens: int) -> str:
    return work.long_prompt(found, tokens, bench.engine.count_tokens)


def _prefill(bench: Bench, text: str) -> Work:
    watch = Watch(bench.engine.child_pid)
    request = ChooseRequest("prefill", (Message("user", text),), work.LABELS)
    [done] = bench.engine.choose([request], Run())
    return watch.work(done.prompt_tokens, 0, ())


def _first_text(bench: Bench, text: str) -> float:
    """Seconds until the first text of a reply is here."""
    seen: list[float] = []
    began = time.perf_counter()
    bench.engine.complete(
        work.proses([text], FIRST_TOKENS, None),
        Run(),
        lambda _, text: seen.append(time.perf_counter() - began) if text else None,
    )
    return seen[0]


@contextmanager
def _background(bench: Bench, requests: Sequence[Request]) -> Iterator[None]:
    """Background requests that are all being written to when the body begins."""
    run = Run(foreground=False)
    growing: set[int] = set()
    started = threading.Event()

    def grew(index: int, text: str) -> None:
        growing.add(index)
        if len(growing) == len(requests):
            started.set()

    def write() -> None:
        with suppress(Cancelled):
            bench.engine.complete(requests, run, grew)

    thread = threading.Thread(target=write, name="background requests")
    thread.start()
    try:
        started.wait()
        yield
    finally:
        run.cancel()
        thread.join()
