"""``muniment bench fit-kinds``: the fits of ``question/``, made from ``kinds-train.txt``.

Each is reported as left out, fold by fold, and put where the job's fits go; without the embedder
that the others belong to ``kinds-model`` alone is made. The likelihoods of a model are kept in the
home, by prompt and model, so that none is asked for twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from warehouse.disk.durable import write_whole
from warehouse.engine import choosing, prompts
from warehouse.engine.protocol import Engine
from warehouse.errors import ModelMissing
from warehouse.evaluate import fit
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.question.questions import TRAINING, Case, training
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import embedding, thinking
from warehouse.ingest.embedders import folder_of
from warehouse.question import kinds
from warehouse.question.kinds import LABELS
from warehouse.settings import home

FOLDS = 10
TRUST = 6.0  # what a likelihood is worth beside one of 384 columns of a vector
RIDGE = 200.0
RIDGE_FEW = 50.0  # with fewer than MANY cases
MANY = 1000
RIDGE_ALONE = 1.0
BATCH = 40
VECTORS = "vectors"  # the row of the fits that hang on no model
SPLIT = f"{FOLDS} folds, each by a fit on the others"
Columns = list[list[float]]
Floats = NDArray[np.float64]


def fit_kinds(job: Job) -> list[Row]:
    """Make all of them. Raises ModelMissing."""
    cases = training()
    vectors = embedded([case.question for case in cases], job)
    with thinking(job) as engine:
        sha = engine.info().sha256
        read = likelihoods("kind", LABELS, cases, engine, job)
        of_library = [case for case in cases if case.kind == "library"]
        counted = likelihoods("counted", kinds.LETTERS, of_library, engine, job)
    told = [kinds.by_length(case.question, row) for case, row in zip(cases, read, strict=True)]
    made = partial(_made, job)
    figures = [made("kinds-model", cases, _kind, [], told, sha)]
    if not vectors:
        return figures
    figures.append(made("kinds", cases, _kind, vectors, told, sha))
    facts = [at for at, case in enumerate(cases) if case.kind == "fact"]
    its = ([cases[at] for at in facts], [vectors[at] for at in facts], [told[at] for at in facts])
    for want in ("explains", "compares"):
        figures.append(made(want, its[0], partial(_wants, want), its[1], its[2], sha))
    own = [vectors[at] for at, case in enumerate(cases) if case.kind == "library"]
    figures.append(made("counted", of_library, _counted, own, counted, sha))
    if job.wants(VECTORS):
        figures.append(made("kinds-vector", cases, _kind, vectors, [], ""))
        figures.append(made("counted-vector", of_library, _counted, own, [], ""))
    return figures


def embedded(questions: Sequence[str], job: Job) -> Columns:
    """Empty without the embedder that the fits belong to."""
    if not folder_of(job.settings.embedder).name.startswith(kinds.EMBEDDER):
        return []
    try:
        with embedding(job) as embedder:
            return [[float(value) for value in vector] for vector in embedder.embed(questions)]
    except ModelMissing:
        return []


def likelihoods(
    name: str, labels: Sequence[str], cases: Sequence[Case], engine: Engine, job: Job
) -> Columns:
    """Logarithms, a row a case; asked once for each question, prompt and model."""
    prompt = prompts.load(name)
    sha = engine.info().sha256
    file = home() / "bench" / "likelihoods" / f"{name}-{prompt.hash[:12]}-{sha[:12]}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    known: dict[str, Any] = msgspec.json.decode(file.read_bytes()) if file.exists() else {}
    missing = [case.question for case in cases if case.question not in known]
    for start in range(0, len(missing), BATCH):
        job.run.step("asking", start, len(missing), name)
        some = missing[start : start + BATCH]
        given = [{"question": question} for question in some]
        replies = choosing.replies(name, given, labels, engine, job.run)
        known |= dict(zip(some, replies, strict=True))
        write_whole(file, msgspec.json.encode(known))
    return [list(map(kinds.log, known[case.question])) for case in cases]


def _kind(case: Case) -> str:
    return case.kind


def _counted(case: Case) -> str:
    return case.wants[0]


def _wants(want: str, case: Case) -> str:
    return "yes" if want in case.wants else "no"


def _made(
    job: Job,
    name: str,
    cases: Sequence[Case],
    label: Callable[[Case], str],
    vectors: Columns,
    told: Columns,
    sha: str,
) -> Row:
    """A fit on all, put where the job's go, with the share that fits on the others get right."""
    job.run.step("fitting", 0, 0, name)
    blocks = [block for block in (vectors, told) if block]
    rows = np.hstack([np.asarray(block, np.float64) for block in blocks])
    trust = [1.0] * (len(vectors[0]) if vectors else 0) + [TRUST] * (len(told[0]) if told else 0)
    names = [f"vector {at}" for at in range(len(vectors[0]) if vectors else 0)]
    names += [f"likelihood {at}" for at in range(len(told[0]) if told else 0)]
    labels = [label(case) for case in cases]
    ridge = (RIDGE if len(cases) >= MANY else RIDGE_FEW) if vectors else RIDGE_ALONE
    fitting = partial(fit.multinomial, name, names, ridge=ridge, trust=trust)
    parts = _folds(labels)
    chances = fit.left_out(fitting, rows.tolist(), labels, parts)
    whole = fitting(rows.tolist(), labels)
    right = [
        whole.labels[int(chance.argmax())] == wanted
        for chance, wanted in zip(chances, labels, strict=True)
    ]
    share = interval(right)
    measured = {"right": round(share.mean, 4)}
    if name == "kinds-vector":
        at = whole.labels.index("library")
        is_library = np.asarray([label == "library" for label in labels])
        threshold, recall, precision = _parting(chances[:, at], is_library)
        whole = structs.replace(whole, threshold=threshold)
        measured |= {"library_recall": recall, "library_precision": precision}
    whole = structs.replace(
        whole,
        model=sha,
        data=f"{TRAINING}, {len(cases)} questions",
        split=SPLIT,
        measured=measured,
    )
    job.put(whole)
    return mean_row(f"{name}_left_out", share, fitted=whole.data)


def _parting(chances: Floats, own: NDArray[np.bool_]) -> tuple[float, float, float]:
    """The chance that parts a label from the others best, by recall of both (Youden 1950), and
    with it recall and precision of the label.
    """
    cuts = np.unique(chances.round(2))
    taken = chances >= cuts[:, None]
    recall, alarms = taken[:, own].mean(axis=1), taken[:, ~own].mean(axis=1)
    best = int((recall - alarms).argmax())
    precision = own[taken[best]].mean()
    return float(cuts[best]), round(float(recall[best]), 4), round(float(precision), 4)


def _folds(labels: Sequence[str]) -> list[int]:
    """Every label in every fold, as far as it goes round."""
    seen: dict[str, int] = {}
    folds = []
    for label in labels:
        folds.append(seen.get(label, 0) % FOLDS)
        seen[label] = seen.get(label, 0) + 1
    return folds
