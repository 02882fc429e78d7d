"""``muniment bench claims``: the claim check on sentences that the project spoils itself.

Every case is a sentence with one citation, checked as in an answer, with the weights of the program
(made on other material: attribution.py). ``claim_precision`` and ``claim_recall`` are of the
verdict *not supported* (partly or not found): of what it calls so, how much is wrong, and of what
is wrong, how much it calls so. ``paraphrase_`` are far paraphrases written by hand. It shows that
the mechanics work; what the check is worth is for ``bench attribution`` to say. Model calls are
kept, so that a benchmark that was cut off goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.proof.material import WRONG, Case, Kind, cases, paraphrases
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import model_of, remembering
from warehouse.proof.claims import PROVEN, check
from warehouse.records import Place
from warehouse.results.records import Claim, Evidence

BATCH = 16


def claims(job: Job) -> list[Row]:
    """Precision and recall of *not supported*, true claims kept, and recall of every kind."""
    made = [*cases(job.needed("articles.jsonl"), job.limit), *paraphrases()]
    pairs: list[tuple[Case, bool]] = []
    with remembering(job, "claims") as engine:
        for start in range(0, len(made), BATCH):
            job.run.step("Checking claims", start, len(made))
            some = made[start : start + BATCH]
            text, evidence = written(some)
            checked = check(text, evidence, engine, job.run)
            pairs += zip(some, of_lines(text, checked), strict=True)
        about = model_of(engine.info())
    return [
        *_rows(_of(pairs, by_hand=False), "claim", WRONG, **about),
        *_rows(_of(pairs, by_hand=True), "paraphrase", (), **about),
    ]


def _of(pairs: Sequence[tuple[Case, bool]], by_hand: bool) -> list[tuple[Case, bool]]:
    return [pair for pair in pairs if pair[0].by_hand == by_hand]


def of_lines(text: str, found: Sequence[Claim]) -> list[bool]:
    """Of each line: are all its sentences proven?"""
    failing = {text.count("\n", 0, claim.start) for claim in found if claim.state not in PROVEN}
    return [line not in failing for line in range(text.count("\n") + 1)]


def written(made: Sequence[Case]) -> tuple[str, tuple[Evidence, ...]]:
    """A text of one line for each case, and the evidence each line cites."""
    lines, evidence = [], []
    for number, case in enumerate(made, start=1):
        bare = " ".join(case.claim.rstrip(".").replace(". ", "; ").split())
        lines.append(f"{bare} [{number}].")
        place = Place(f"{number}", 0, 0, len(case.evidence))
        evidence.append(
            Evidence(number, place, case.evidence, case.title, "1", case.section, "", 1.0)
        )
    return "\n".join(lines), tuple(evidence)


def _rows(
    pairs: Sequence[tuple[Case, bool]], name: str, kinds: Sequence[Kind], **about: str
) -> list[Row]:
    refused = interval([not case.true for case, kept in pairs if not kept] or [0.0])
    wrong = interval([not kept for case, kept in pairs if not case.true])
    right = interval([kept for case, kept in pairs if case.true])
    rows = [
        mean_row(f"{name}_precision", refused, cases=len(pairs), **about),
        mean_row(f"{name}_recall", wrong, **about),
        mean_row(f"{name}_true_kept", right, **about),
    ]
    for kind in kinds:
        caught = [not kept for case, kept in pairs if case.kind == kind]
        rows.append(row(f"{name}_recall_{kind}", interval(caught).mean, "share", **about))
    return rows
