"""``muniment bench claims``: the claim check against labelled claims.

Every case is a sentence with one citation, checked as in an answer. ``claim_precision`` and
``claim_recall`` are of the verdict *not supported* (partly or not found): of what it calls so,
how much is wrong, and of what is wrong, how much it calls so.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse import models
from warehouse.engine import open_engine
from warehouse.errors import BadInput, ModelMissing
from warehouse.evaluate.material import WRONG, Case, cases
from warehouse.evaluate.metrics import interval
from warehouse.evaluate.records import Job, Row, row
from warehouse.records import Place
from warehouse.research.records import Claim, ClaimState, Evidence
from warehouse.settings import home
from warehouse.writing.claims import check

PROVEN: tuple[ClaimState, ...] = ("quoted", "supported")


def claims(job: Job) -> list[Row]:
    """Precision and recall of *not supported*, true claims kept, and recall of every kind."""
    if job.data is None:
        raise BadInput("This benchmark needs its data.", "Give --data DIR with articles.jsonl.")
    made = cases(job.data, job.limit)
    path = models.locate(job.settings.model)
    if path is None:
        raise ModelMissing(f"The model {job.settings.model} is not installed.")
    (home() / "bench").mkdir(parents=True, exist_ok=True)
    engine = open_engine(path, job.settings, home() / "bench" / "engine.log")
    try:
        text, evidence = _written(made)
        found = check(text, evidence, engine, job.settings, job.run)
        info = engine.info()
    finally:
        engine.close()
    about = {"model": info.model, "sha256": info.sha256, "cases": str(len(made))}
    return _rows(made, _proven(text, found), about)


def _proven(text: str, found: Sequence[Claim]) -> list[bool]:
    """Of each line: are all its sentences proven?"""
    line_of = [text.count("\n", 0, claim.start) for claim in found]
    failing = {
        line for line, claim in zip(line_of, found, strict=True) if claim.state not in PROVEN
    }
    return [line not in failing for line in range(text.count("\n") + 1)]


def _written(made: Sequence[Case]) -> tuple[str, tuple[Evidence, ...]]:
    """A text of one line for each case, and the evidence each line cites."""
    lines, evidence = [], []
    for number, case in enumerate(made, start=1):
        bare = " ".join(case.claim.rstrip(".").replace(". ", "; ").split())
        lines.append(f"{bare} [{number}].")
        place = Place(f"{number}", 0, 0, len(case.evidence))
        evidence.append(
            Evidence(number, place, case.evidence, case.title, "1", case.section, "", 0, 1.0)
        )
    return "\n".join(lines), tuple(evidence)


def _rows(made: Sequence[Case], proven: Sequence[bool], about: dict[str, str]) -> list[Row]:
    pairs = list(zip(made, proven, strict=True))
    refused = [float(not case.true) for case, kept in pairs if not kept]
    wrong = [float(not kept) for case, kept in pairs if not case.true]
    kept = [float(kept) for case, kept in pairs if case.true]
    rows = [
        row("claim_precision", interval(refused).mean, "share", ">= 0.85",
            interval=interval(refused), **about),
        row("claim_recall", interval(wrong).mean, "share", ">= 0.85",
            interval=interval(wrong), **about),
        row("claim_true_kept", interval(kept).mean, "share", "", interval=interval(kept), **about),
    ]  # fmt: skip
    for kind in WRONG:
        caught = [float(not kept) for case, kept in pairs if case.kind == kind]
        rows.append(row(f"claim_recall_{kind}", interval(caught).mean, "share", **about))
    return rows
