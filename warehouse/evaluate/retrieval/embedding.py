"""The fast way of embedding against the reference: speed, and whether it finds the same.

``embed_vs_plain``: passages a second against ``SentenceTransformer.encode`` with its default
arguments, on the paragraphs of ``corpus.jsonl``; rounds of both alternate and the median of their
ratios is told. ``embed_top10_overlap``: how many of the reference's best ten paragraphs for each
question are the best ten of the fast way. ``embed_query_ms``: one question, pipe included.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from warehouse.evaluate import hotpot
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import embedding
from warehouse.search.embedding import Embedder, Vectors
from warehouse.search.encoders import reference

BEST = 10
ROUNDS = 3


def embed(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing without the embedder."""
    paragraphs = hotpot.lines(job.file("corpus.jsonl"), hotpot.Paragraph)[: job.limit or None]
    asked = hotpot.asked(job)
    texts = [f"{paragraph.title}\n{''.join(paragraph.sentences)}" for paragraph in paragraphs]
    with embedding(job) as embedder:
        loading = _timed(lambda: embedder.embed(asked[:1]))[1]
        return [*_rows(embedder, texts, asked, job), row("embed_load_s", loading, "s")]


def _rows(embedder: Embedder, texts: list[str], asked: list[str], job: Job) -> list[Row]:
    plain = _plain(embedder.folder)
    ratios, rates = [], []
    for number in range(ROUNDS):
        job.run.step("Embedding both ways", number, ROUNDS)
        theirs, plain_s = _timed(lambda: plain(texts))
        ours, fast_s = _timed(lambda: embedder.embed(texts, background=True))
        ratios.append(plain_s / fast_s)
        rates.append((len(texts) / fast_s, len(texts) / plain_s))
    waited = [1000 * _timed(partial(embedder.embed, [text]))[1] for text in asked]
    about: dict[str, str] = {
        "way": f"{embedder.way} {embedder.precision}",
        "passages": str(len(texts)),
        "passages_s": f"{np.median([fast for fast, _ in rates]):.0f}",
        "plain_passages_s": f"{np.median([slow for _, slow in rates]):.0f}",
        "ratios": ", ".join(f"{ratio:.2f}" for ratio in ratios),
    }
    shared = overlap(embedder.embed(asked) @ ours.T, plain(asked) @ theirs.T)
    return [
        row("embed_vs_plain", float(np.median(ratios)), "x", ">= 3", **about),
        row("embed_top10_overlap", shared, "", ">= 0.99", questions=str(len(asked)), **about),
        row("embed_query_ms", float(np.median(waited)), "ms", **about),
    ]


def overlap(ours: Vectors, theirs: Vectors) -> float:
    """Share of the best BEST columns of each row of ``theirs`` among those of ``ours``."""
    mine, other = (np.argsort(-scores, axis=1)[:, :BEST] for scores in (ours, theirs))
    shared = [
        len(set(our_row) & set(their_row)) / len(their_row)
        for our_row, their_row in zip(mine, other, strict=True)
    ]
    return float(np.mean(shared))


def _plain(folder: Path) -> Callable[[list[str]], Vectors]:
    """With its default arguments; it is loaded, and has encoded once."""
    encode = reference.plain(folder)
    encode(["ready"])
    return encode


def _timed(work: Callable[[], Vectors]) -> tuple[Vectors, float]:
    began = time.perf_counter()
    vectors = work()
    return vectors, time.perf_counter() - began
