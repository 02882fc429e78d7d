"""The table: opens the engine, measures row by row; ``limit`` makes the samples smaller.

Measured with MODEL unless another one is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import structs

from warehouse import models
from warehouse.engine import open_engine
from warehouse.engine.protocol import ScoreRequest
from warehouse.errors import ModelMissing
from warehouse.evaluate.engine import work
from warehouse.evaluate.engine.choosing import HEADER_TOKENS, choices
from warehouse.evaluate.engine.pairs import REPEATS, Bench, compared, median, paired
from warehouse.evaluate.engine.peers import (
    SERVER_VARIABLE,
    Machine,
    Ours,
    Server,
    Watch,
    Work,
    find_server,
)
from warehouse.evaluate.engine.waiting import first_token, shared_prefix
from warehouse.evaluate.records import Job, Row
from warehouse.run import Run
from warehouse.settings import home

MODEL = "qwen2.5-coder-0.5b"
EXTRACTIONS = 32
EXTRACT_PASSAGE_TOKENS = 80
SCORED = 64
SCORED_TOKENS = 200
PROSE_TOKENS = 64


def engine(job: Job) -> list[Row]:
    """The rows of the engine's table; ``limit`` makes the samples smaller."""
    with _bench(job) as bench:
        skipped: dict[str, str] = {}
        rows = [
            *_extractions(bench, skipped),
            *choices(bench),
            _scores(bench),
            _constrained(bench),
            shared_prefix(bench),
            first_token(bench),
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
    with bench.reference(high_level=True) as theirs:
        pairs = paired(bench, rounds[: REPEATS + 1], ours.do, theirs.do)
    rows = [compared("extract_vs_high_level", ">= 4.5", pairs, requests=count)]
    program = find_server()
    if program is None:
        reason = f"no llama-server on the path and none in {SERVER_VARIABLE}"
        skipped["extract_vs_llama_server"] = f"not measured: {reason}"
        return rows
    server = Server(program, bench.machine, bench.log)
    try:
        pairs = paired(bench, rounds[REPEATS + 1 :], ours.do, server.do)
    finally:
        server.close()
    return [*rows, compared("extract_vs_llama_server", ">= 1.1", pairs, requests=count)]


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

    with bench.reference(high_level=False) as plain:
        pairs = paired(bench, rounds, score, plain.prefill)
    return compared("score_prefill_ratio", ">= 0.85", pairs, passages=count)


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
    pairs = paired(bench, rounds, bound, free)
    ratios = [one.rate / other.rate for one, other in pairs]
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
