"""``muniment bench fields``: how much should a word in a title count in BM25?

A field of weight w is one whose terms are counted w times before they saturate, which is the same
as writing it w times into the text (Robertson, Zaragoza and Taylor, CIKM 2004, "Simple BM25
extension to multiple weighted fields"). Titles of passages and of headers are tried at several
weights, by words alone and fused with the dense ranks. The even questions are for choosing, the
odd ones for reporting. The data has no headings inside its documents, so theirs is not measured.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from warehouse.evaluate.hotpot import Corpus, corpus
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.records import Job, Row
from warehouse.ingest.headers_plain import header_text
from warehouse.search.embedding import Vectors
from warehouse.search.retrieval import Pool, fuse
from warehouse.store.lance.store import Found

COLUMNS = ("words_all_gold", "words_mrr", "hybrid_all_gold", "hybrid_mrr")
WEIGHTS = (0, 1, 2, 3, 5)
CANDIDATES = 60
TOP = 10
HALVES = {"choose": 0, "report": 1}


class Part(Struct, frozen=True):
    """What one row of an index is made of; ``text`` is without the title."""

    document: str
    title: str
    text: str


def fields(job: Job) -> list[Row]:
    """For each level, weight and half: all gold documents among the best ten, and mean 1/rank."""
    with corpus(job) as data:
        levels = {"passages": _passages(data), "headers": _headers(data)}
        embed = data.library.retrieval.embed
        asked = embed([question.question for question in data.questions])
        rows: list[Row] = []
        for level, parts in levels.items():
            vectors = embed([f"{part.title}\n{part.text}" for part in parts])
            for weight in WEIGHTS:
                job.run.step("ranking", WEIGHTS.index(weight), len(WEIGHTS), level)
                rows += _measured(data, level, parts, weight, asked @ vectors.T)
    return rows


def _passages(data: Corpus) -> list[Part]:
    catalog = data.library.catalog
    passages = [passage for id in data.documents.values() for passage in catalog.passage_texts(id)]
    return [
        Part(passage.document, passage.title, f"{passage.path}\n{passage.text}")
        for passage in passages
    ]


def _headers(data: Corpus) -> list[Part]:
    headers = [data.library.catalog.header(id) for id in data.documents.values()]
    return [
        Part(header.document, header.title, header_text(header).removeprefix(header.title))
        for header in headers
        if header is not None
    ]


def _measured(
    data: Corpus, level: str, parts: Sequence[Part], weight: int, cosines: Vectors
) -> list[Row]:
    pool = Pool([f"{part.title}\n" * weight + part.text for part in parts])
    rrf_k = data.library.settings.rrf_k
    judged: list[tuple[float, float, float, float]] = []
    for number, question in enumerate(data.questions):
        gold = data.gold(question).documents
        best = pool.rank(question.question, CANDIDATES)
        words = [Found(str(at), parts[at].document, score) for at, score in best]
        near = np.argsort(-cosines[number], kind="stable")[:CANDIDATES]
        dense = [Found(str(at), parts[at].document, float(cosines[number][at])) for at in near]
        fused = [hit.document for hit in fuse(dense, words, rrf_k)]
        judged.append((*_judge([hit.document for hit in words], gold), *_judge(fused, gold)))
    rows = []
    for half, first in HALVES.items():
        part = judged[first::2]
        name = f"{level}_title_x{weight}_{half}"
        for at, column in enumerate(COLUMNS):
            rows.append(
                mean_row(f"{name}_{column}", interval([judgement[at] for judgement in part]))
            )
    return rows


def _judge(found: Sequence[str], gold: frozenset[str]) -> tuple[float, float]:
    order = list(dict.fromkeys(found))
    ranks = [1 / (order.index(document) + 1) if document in order else 0.0 for document in gold]
    return float(gold <= set(order[:TOP])), sum(ranks) / len(ranks)
