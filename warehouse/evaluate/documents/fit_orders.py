"""``muniment bench fit-orders --data DIR``: the fit that tells orders to a machine from sentences.

Made of ``orders-train.txt`` and of the sentences of ordinary documents in the folder. A quarter of
these is left out of the fit and gives the score from which a sentence is told. What is found of the
orders is told by fits that saw other thirds of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from indexers.orders import addressed_fit
from indexers.orders.addressed import as_it_looks
from indexers.orders.addressed_fit import BUCKETS, FEWEST, FILE, WIDE, OrderFit, bucket, features
from warehouse.disk.durable import write_whole
from warehouse.errors import BadInput
from warehouse.evaluate.documents.reading import pool, timed
from warehouse.evaluate.records import Job, Row, row

TRAINING = Path(__file__).with_name("orders-train.txt")
FALSE = 2e-4  # of ordinary sentences that may be told
SEEN = 0.98  # of what is told, what the first look must let through
FOLDS = 3
WEIGHT = 5.0  # of a line of TRAINING, beside a sentence of a document
LOOSE = 10.0  # the inverse of the ridge
SHORTEST = 9  # letters
ENDINGS = (".pdf", ".html", ".htm", ".txt", ".md")
Floats = NDArray[np.float64]


def fit_orders(job: Job) -> list[Row]:
    """Raises BadInput where there is no text."""
    lines = _training()
    plain, kept_out = _ordinary(job)
    if not plain or not kept_out:
        raise BadInput("There is too little text.", "Give --data DIR of documents.")
    texts, is_order = [text for _, text in lines], np.array([order for order, _ in lines])
    words = _matrix([*texts, *plain])
    others = _matrix(kept_out)
    wanted = np.concatenate([is_order, np.zeros(len(plain), bool)])
    heavy = np.concatenate([np.full(len(texts), WEIGHT), np.ones(len(plain))])
    share, hard = [], []
    for fold in range(FOLDS):
        left = np.array([at % FOLDS == fold for at in range(len(texts))])
        seen = np.concatenate([~left, np.ones(len(plain), bool)])
        weights, bias = _fitted(words[seen], wanted[seen], heavy[seen])
        likely = _threshold(others @ weights + bias)
        caught = words[: len(texts)][left] @ weights + bias >= likely
        share += list(caught[is_order[left]])
        hard += list(caught[~is_order[left]])
    weights, bias = _fitted(words, wanted, heavy)
    packed = addressed_fit.packed(weights.tolist())
    scorer = OrderFit(addressed_fit.unpacked(packed), bias, 0.0, 0.0)
    likely = _threshold(np.array([scorer.score(as_it_looks(sentence)) for sentence in kept_out]))
    orders = [text for text in map(as_it_looks, texts) if scorer.score(text) >= likely]
    looks = [scorer.first_look(text, 0, len(text)) for text in orders if not WIDE.search(text)]
    closer = float(np.quantile(looks, 1 - SEEN))
    counts = f"{len(texts)} lines of {TRAINING.name}, {len(plain)} sentences of documents"
    kept = {
        "name": "orders",
        "data": counts,
        "split": f"{FOLDS} thirds; the score from which one is told on {len(kept_out)} others",
        "measured": {"found": float(np.mean(share)), "hard_false": float(np.mean(hard))},
        "bias": round(bias, 3),
        "likely": round(likely, 3),
        "closer": round(closer, 3),
        "table": packed,
    }
    write_whole(FILE, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    return [
        row("orders_found_left_out", float(np.mean(share)), "share", lines=len(share)),
        row("orders_false_hard", float(np.mean(hard)), "share", lines=len(hard), fitted=counts),
    ]


def _training() -> list[tuple[bool, str]]:
    """In an order of their own, the same each time."""
    lines = TRAINING.read_text("utf-8").splitlines()
    rows = [line.split("\t", 1) for line in lines if not line.startswith("#")]
    random.Random(1).shuffle(rows)
    return [(kind == "order", text) for kind, text in rows]


def _ordinary(job: Job) -> tuple[list[str], list[str]]:
    """(sentences to fit on, those of every fourth file), each once."""
    plain: dict[str, None] = {}
    kept_out: dict[str, None] = {}
    for at, sentences in enumerate(_documents(job)):
        (kept_out if at % 4 == 3 else plain).update(dict.fromkeys(sentences))
    return list(plain), [sentence for sentence in kept_out if sentence not in plain]


def _documents(job: Job) -> Iterator[Sequence[str]]:
    folder = job.needed("ordinary documents")
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in ENDINGS]
    with pool(job.settings) as readers:
        for file in job.run.each("reading", files, lambda file: file.name):
            reading, _ = timed(readers, file)
            if reading is not None:
                sentences = (reading.text[span.start : span.end] for span in reading.sentences)
                yield [sentence for sentence in sentences if len(sentence) >= SHORTEST]


def _matrix(texts: Sequence[str]) -> Any:
    """(texts, BUCKETS), sparse: each by the root of its number of features, as it is scored."""
    from scipy.sparse import csr_matrix

    columns: list[int] = []
    values: list[float] = []
    ends = [0]
    for text in texts:
        marks = features(as_it_looks(text))
        columns += map(bucket, marks)
        values += [max(FEWEST, len(marks)) ** -0.5] * len(marks)
        ends.append(len(columns))
    return csr_matrix((values, columns, ends), shape=(len(texts), BUCKETS))


def _fitted(words: Any, wanted: NDArray[np.bool_], counts: Floats) -> tuple[Floats, float]:
    from sklearn.linear_model import LogisticRegression  # costs a second to import

    regression = LogisticRegression(C=LOOSE, solver="liblinear", random_state=1)
    regression.fit(words, wanted, sample_weight=counts)
    return regression.coef_[0], float(regression.intercept_[0])


def _threshold(scores: Floats) -> float:
    return float(np.quantile(scores, 1 - FALSE))
