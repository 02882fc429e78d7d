"""The table: opens the engine, measures row by row; ``limit`` makes the samples smaller, and
``rows`` picks some of them, for all together take the better part of an hour on two cores.

Measured with MODEL unless another one is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import structs

from warehouse.engine import models
from warehouse.engine.protocol import Request, ScoreRequest
from warehouse.evaluate.engine import work
from warehouse.evaluate.engine.choosing import HEADER_TOKENS, choices
from warehouse.evaluate.engine.pairs import REPEATS, Bench, compared, median, paired
from warehouse.evaluate.engine.peers import (
    SERVER_VARIABLE,
    Machine,
    Server,
    Watch,
    Work,
    find_server,
    ours,
)
from warehouse.evaluate.engine.waiting import first_token, shared_prefix
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import model_of, opened
from warehouse.run import Run
from warehouse.settings import home

MODEL = "qwen2.5-coder-0.5b"
ROUNDS = REPEATS + 1
EXTRACTIONS = 32
EXTRACT_PASSAGE_TOKENS = 80
SCORED = 64
SCORED_TOKENS = 200
PROSE_TOKENS = 64


def engine(job: Job) -> Iterator[Row]:
    """The rows of the engine's table as they are measured."""
    with _bench(job) as bench:
        info = bench.engine.info()
        about = {
            **model_of(info),
            "engine": f"{info.context} tokens, {info.parallel} parallel, "
            f"{bench.machine.threads} threads, {info.gpu_layers} of {info.layers} layers on GPU",
        }
        if find_server() is None:
            about["extract_vs_llama_server"] = (
                f"not measured: no llama-server on the path and none in {SERVER_VARIABLE}"
            )
        for figure in _measured(bench):
            yield structs.replace(figure, context={**about, **figure.context})


def _measured(bench: Bench) -> Iterator[Row]:
    wants = bench.job.wants
    if wants("extract_vs_high_level"):
        yield _against_class(bench)
    program = find_server()
    if program is not None and wants("extract_vs_llama_server"):
        yield _against_server(bench, program)
    yield from choices(bench)
    for name, measure in (
        ("score_prefill_ratio", _scores),
        ("constrained_vs_free", _constrained),
        ("shared_prefix_prefill", shared_prefix),
        ("ttft_under_load", first_token),
    ):
        if wants(name):
            yield measure(bench)


@contextmanager
def _bench(job: Job) -> Iterator[Bench]:
    job = structs.replace(job, model=job.model or MODEL)
    with opened(job) as engine:
        path = models.locate(job.model)
        assert path is not None
        engine.count_tokens(["The child starts with the first call."])
        info = engine.info()
        machine = Machine(path, info.context, info.parallel, engine.threads, info.gpu_layers)
        yield Bench(job, machine, engine, work.texts(job.data), home() / "bench" / "engine.log")


def _against_class(bench: Bench) -> Row:
    """The same extractions by the engine, and by the class one by one."""
    rounds = _extractions(bench, 0)
    with bench.reference(high_level=True) as theirs:
        pairs = paired(bench, rounds, partial(ours, bench.engine), theirs.do)
    return compared("extract_vs_high_level", ">= 4.5", pairs, requests=len(rounds[-1]))


def _against_server(bench: Bench, program: Path) -> Row:
    """The same extractions by the engine, and by llama-server with as many slots."""
    rounds = _extractions(bench, 1)
    server = Server(program, bench.machine, bench.log)
    try:
        pairs = paired(bench, rounds, partial(ours, bench.engine), server.do)
    finally:
        server.close()
    return compared("extract_vs_llama_server", ">= 1.1", pairs, requests=len(rounds[-1]))


def _extractions(bench: Bench, part: int) -> list[list[Request]]:
    """Rounds of other passages and another question each; ``part`` 0 and 1 share none.

    The first round, which only warms up, has one request for each slot.
    """
    count = bench.job.limit or EXTRACTIONS
    passages = bench.passages(EXTRACT_PASSAGE_TOKENS, count, 2 * ROUNDS)
    mine = slice(part * ROUNDS, (part + 1) * ROUNDS)
    rounds = [
        work.extractions(some, question)
        for some, question in zip(passages[mine], work.QUESTIONS[mine], strict=True)
    ]
    return [rounds[0][: bench.machine.parallel], *rounds[1:]]


def _scores(bench: Bench) -> Row:
    """Query likelihood against plain prefill of the very same tokens."""
    count = bench.job.limit or SCORED
    rounds = [
        work.likelihoods(passages, work.QUESTIONS[0])
        for passages in bench.passages(SCORED_TOKENS, count, REPEATS + 1)
    ]

    def score(asked: Sequence[ScoreRequest]) -> Work:
        watch = Watch(bench.engine.child_pid)
        done = bench.engine.score(asked, Run())
        return watch.work(sum(scored.prompt_tokens for scored in done), 0, ())

    with bench.reference(high_level=False) as plain:
        pairs = paired(bench, rounds, score, plain.prefill)
    return compared("score_prefill_ratio", ">= 0.85", pairs, passages=count)


def _constrained(bench: Bench) -> Row:
    """Tokens a second of a full batch bound to JSON, against the same prompts written freely."""
    count = bench.machine.parallel
    rounds = bench.passages(HEADER_TOKENS, count, REPEATS + 1)

    def bound(found: Sequence[str]) -> Work:
        return ours(bench.engine, work.proses(found, PROSE_TOKENS, work.PROSE_SCHEMA))

    def free(found: Sequence[str]) -> Work:
        return ours(bench.engine, work.proses(found, PROSE_TOKENS, None))

    for passages in rounds:  # the prompts are kept: what is timed is writing alone
        ours(bench.engine, work.proses(passages, 1, None))
    pairs = paired(bench, rounds, bound, free)
    ratios = [limited.rate / other.rate for limited, other in pairs]
    written = [sum(pair[side].written for pair in pairs) for side in (0, 1)]
    return median(
        "constrained_vs_free",
        ratios,
        "x",
        ">= 0.9",
        requests=count,
        tokens=written[0],
        tokens_free=written[1],
    )
