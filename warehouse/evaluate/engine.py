"""``muniment bench engine``: every row is a ratio of two things done in turn.

Both sides of a row do the same work on the same text with the same file, in the same minutes and in
changing order, several times; the value is the median of the single ratios, and the context has
the smallest and the largest, the tokens of both, and the ratio of processor seconds, which other
programs on the machine disturb less. Measured with MODEL unless another one is named.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, structs

from warehouse import models
from warehouse.engine import LlamaEngine, open_engine
from warehouse.engine.protocol import ChooseRequest, Message, Request, ScoreRequest
from warehouse.errors import Cancelled, ModelMissing
from warehouse.evaluate import engine_work as work
from warehouse.evaluate.engine_peers import (
    SERVER_VARIABLE,
    Machine,
    Ours,
    Reference,
    Server,
    Watch,
    Work,
    find_server,
)
from warehouse.evaluate.records import Job, Row, row
from warehouse.run import Run
from warehouse.settings import home

MODEL = "qwen2.5-coder-0.5b"
REPEATS = 3
EXTRACTIONS = 32
EXTRACT_PASSAGE_TOKENS = 80
SCREENINGS = 64
HEADER_TOKENS = 60
SCORED = 64
SCORED_TOKENS = 200
PROSE_TOKENS = 64
SHARED_PAIRS = 5
SHARED_TOKENS = 1500
SHARED_PART = 0.9
QUESTIONS = 5
QUESTION_TOKENS = 400
BACKGROUND = 8
BACKGROUND_TOKENS = 400
FIRST_TOKENS = 8

T = TypeVar("T")


class Bench(Struct, frozen=True):
    """What every row needs."""

    job: Job
    machine: Machine
    engine: LlamaEngine
    texts: list[str]
    log: Path

    def passages(self, tokens: int, count: int, rounds: int) -> list[list[str]]:
        """``count`` other passages for each of ``rounds``, so that no prompt comes twice."""
        found = work.passages(self.texts, tokens, count * rounds, self.engine.count_tokens)
        return [found[number::rounds] for number in range(rounds)]


def engine(job: Job) -> list[Row]:
    """The rows of the engine's table; ``limit`` makes the samples smaller."""
    with _bench(job) as bench:
        skipped: dict[str, str] = {}
        rows = [
            *_extractions(bench, skipped),
            _choices(bench),
            _scores(bench),
            _constrained(bench),
            _shared(bench),
            _first_token(bench),
        ]
        info = bench.engine.info()
    about = {
        "model": info.model,
        "sha256": info.sha256,
        "engine": f"{info.context} tokens, {info.parallel} parallel, "
        f"{bench.machine.threads} threads, {info.gpu_layers} of {info.layers} layers on GPU",
        **skipped,
    }
    return [structs.replace(each, context={**about, **each.context}) for each in rows]


@contextmanager
def _bench(job: Job) -> Iterator[Bench]:
    wanted = job.model or MODEL
    path = models.locate(wanted)
    if path is None:
        raise ModelMissing(f"The model {wanted} is not installed.")
    log = home() / "bench" / "engine.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    opened = open_engine(path, job.settings, log)
    try:
        opened.count_tokens(["The child starts with the first call."])
        info = opened.info()
        machine = Machine(path, info.context, info.parallel, opened.threads, info.gpu_layers)
        yield Bench(job, machine, opened, work.texts(job.data), log)
    finally:
        opened.close()


@contextmanager
def _reference(bench: Bench, high_level: bool) -> Iterator[Reference]:
    reference = Reference(bench.machine, high_level, bench.log)
    try:
        yield reference
    finally:
        reference.close()


def _extractions(bench: Bench, skipped: dict[str, str]) -> list[Row]:
    """The same extractions by the engine, by the class one by one, and by llama-server."""
    count = bench.job.limit or EXTRACTIONS
    rounds = [
        work.extractions(found, question)
        for found, question in zip(
            bench.passages(EXTRACT_PASSAGE_TOKENS, count, 2 * (REPEATS + 1)),
            work.QUESTIONS,
            strict=False,
        )
    ]
    ours = Ours(bench.engine)
    with _reference(bench, high_level=True) as theirs:
        pairs = _paired(bench, rounds[: REPEATS + 1], ours.do, theirs.do)
    rows = [_compared("extract_vs_high_level", ">= 4.5", pairs, requests=count)]
    program = find_server()
    if program is None:
        reason = f"no llama-server on the path and none in {SERVER_VARIABLE}"
        skipped["extract_vs_llama_server"] = f"not measured: {reason}"
        return rows
    server = Server(program, bench.machine, bench.log)
    try:
        pairs = _paired(bench, rounds[REPEATS + 1 :], ours.do, server.do)
    finally:
        server.close()
    return [*rows, _compared("extract_vs_llama_server", ">= 1.1", pairs, requests=count)]


def _choices(bench: Bench) -> Row:
    """Header screenings by ``choose``, and by asking the class for the word one by one."""
    count = bench.job.limit or SCREENINGS
    rounds = [
        work.screenings(found, question)
        for found, question in zip(
            bench.passages(HEADER_TOKENS, count, REPEATS + 1), work.QUESTIONS, strict=False
        )
    ]

    def choose(asked: Sequence[ChooseRequest]) -> Work:
        watch = Watch(bench.engine.child_pid)
        done = bench.engine.choose(asked, Run())
        texts = tuple(work.LABELS[one.probabilities.index(max(one.probabilities))] for one in done)
        return watch.work(sum(one.prompt_tokens for one in done), 0, texts)

    with _reference(bench, high_level=True) as theirs:
        pairs = _paired(bench, rounds, choose, lambda asked: theirs.do(work.in_words(asked)))
    agree = [
        a == b.strip(" .").lower() for x, y in pairs for a, b in zip(x.texts, y.texts, strict=True)
    ]
    same = f"{sum(agree)} of {len(agree)}"
    return _compared("choose_vs_text", ">= 5", pairs, requests=count, same_answer=same)


def _scores(bench: Bench) -> Row:
    """Query likelihood against plain prefill of the very same tokens."""
    count = bench.job.limit or SCORED
    rounds = [
        work.likelihoods(found, work.QUESTIONS[0])
        for found in bench.passages(SCORED_TOKENS, count, REPEATS + 1)
    ]

    def score(asked: Sequence[ScoreRequest]) -> Work:
        watch = Watch(bench.engine.child_pid)
        done = bench.engine.score(asked, Run())
        return watch.work(sum(one.prompt_tokens for one in done), 0, ())

    with _reference(bench, high_level=False) as plain:
        pairs = _paired(bench, rounds, score, plain.prefill)
    return _compared("score_prefill_ratio", ">= 0.85", pairs, passages=count)


def _constrained(bench: Bench) -> Row:
    """Tokens a second of a full batch bound to JSON, against the same prompts written freely."""
    count = bench.machine.parallel
    rounds = bench.passages(HEADER_TOKENS, count, REPEATS + 1)
    ours = Ours(bench.engine)

    def bound(found: Sequence[str]) -> Work:
        return ours.do(work.proses(found, PROSE_TOKENS, work.PROSE_SCHEMA))

    def free(found: Sequence[str]) -> Work:
        return ours.do(work.proses(found, PROSE_TOKENS, None))

    for found in rounds:  # the prompts are kept: what is timed is writing alone
        ours.do(work.proses(found, 1, None))
    pairs = _paired(bench, rounds, bound, free)
    ratios = [one.rate / other.rate for one, other in pairs]
    written = [sum(pair[side].written for pair in pairs) for side in (0, 1)]
    return _median(
        "constrained_vs_free",
        ratios,
        "x",
        ">= 0.9",
        requests=count,
        tokens=written[0],
        tokens_free=written[1],
    )


def _shared(bench: Bench) -> Row:
    """Prompt work of a request that shares 90 % with the one before, and of one from nothing."""
    size = SHARED_TOKENS
    found = bench.passages(SCORED_TOKENS, 12, 2 * SHARED_PAIRS)
    ratios, parts = [], []
    for number in range(SHARED_PAIRS):
        first, other = (_long(bench, found[2 * number + side], size) for side in (0, 1))
        cut = int(len(first) * SHARED_PART)
        second = first[:cut] + other[: len(first) - cut]
        bench.job.run.step("Shared prefixes", number, SHARED_PAIRS)
        alone, with_it = (_prefill(bench, text) for text in (first, second))
        ratios.append(with_it.seconds / alone.seconds)
        parts.append(with_it.processor_s / alone.processor_s)
    return _median(
        "shared_prefix_prefill",
        [100 * one for one in ratios],
        "%",
        "<= 15",
        tokens=size,
        shared="90 % of the characters",
        processor=f"{100 * statistics.median(parts):.3g} %",
    )


def _first_token(bench: Bench) -> Row:
    """Time to the first token of a question while background requests run, against alone."""
    found = bench.passages(SCORED_TOKENS, 4, 2 * QUESTIONS + BACKGROUND)
    asked = [_long(bench, some, QUESTION_TOKENS) for some in found[: 2 * QUESTIONS]]
    behind = work.proses([some[0] for some in found[2 * QUESTIONS :]], BACKGROUND_TOKENS, None)
    alone, loaded = [], []
    for number in range(QUESTIONS):
        bench.job.run.step("First tokens", number, QUESTIONS)
        alone.append(_first_text(bench, asked[2 * number]))
        with _background(bench, behind):
            loaded.append(_first_text(bench, asked[2 * number + 1]))
    ratios = [one / other for one, other in zip(loaded, alone, strict=True)]
    return _median(
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
    asked = ChooseRequest("prefill", (Message("user", text),), work.LABELS)
    [done] = bench.engine.choose([asked], Run())
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


def _paired(
    bench: Bench,
    rounds: Sequence[T],
    ours: Callable[[T], Work],
    theirs: Callable[[T], Work],
) -> list[tuple[Work, Work]]:
    """Both on each round, in changing order; the first round warms up and does not count."""
    pairs = []
    for number, given in enumerate(rounds):
        bench.job.run.step("Measuring", number, len(rounds))
        if number % 2:
            other = theirs(given)
            pairs.append((ours(given), other))
        else:
            pairs.append((ours(given), theirs(given)))
    return pairs[1:]


def _compared(name: str, want: str, pairs: Sequence[tuple[Work, Work]], **context: object) -> Row:
    """How many times as fast: the median of their seconds over ours."""
    ratios = [other.seconds / one.seconds for one, other in pairs]
    used = statistics.median(other.processor_s / one.processor_s for one, other in pairs)
    sides = {"ours": [one for one, _ in pairs], "theirs": [other for _, other in pairs]}
    figures = {
        side: f"{statistics.median(one.seconds for one in some):.3g} s, "
        f"{sum(one.prompt_tokens for one in some)} tokens read, "
        f"{sum(one.written for one in some)} written, "
        f"{statistics.median(one.rate for one in some):.3g} written/s"
        for side, some in sides.items()
    }
    return _median(name, ratios, "x", want, processor=f"{used:.3g} x", **figures, **context)


def _median(name: str, ratios: Sequence[float], unit: str, want: str, **context: object) -> Row:
    spread = f"{min(ratios):.3g} to {max(ratios):.3g} in {len(ratios)}"
    return row(name, statistics.median(ratios), unit, want, spread=spread, **context)
