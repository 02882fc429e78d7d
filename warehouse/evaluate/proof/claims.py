"""``muniment bench claims``: the claim check against labelled claims.

Every case is a sentence with one citation, checked as in an answer. ``claim_precision`` and
``claim_recall`` are of the verdict *not supported* (partly or not found): of what it calls so,
how much is wrong, and of what is wrong, how much it calls so. Each half of the articles is judged
with weights and threshold that were fitted on the other half; the rows ``shipped_`` are of those in
the program. ``paraphrase_`` are far paraphrases written by hand, judged in the same way. Model
calls are kept, so that a benchmark that was cut off goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
from msgspec import Struct

from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.errors import BadInput
from warehouse.evaluate import logistic
from warehouse.evaluate.metrics import auc, interval
from warehouse.evaluate.proof.material import WRONG, Case, Kind, cases, paraphrases
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import thinking
from warehouse.proof import entailment
from warehouse.proof.claims import Open, judged, look
from warehouse.proof.entailment import Calibration, Signals
from warehouse.records import Place
from warehouse.results.records import Claim, ClaimState, Evidence
from warehouse.settings import home

PROVEN: tuple[ClaimState, ...] = ("quoted", "supported")
BATCH = 16
UNASKED = Signals(0.0, 0.0, 0.0)  # a doubted claim is not supported, whatever the model says
PARTLY = 0.5  # of the threshold of "supported"


class Looked(Struct, frozen=True):
    """Cases as the program alone sees them, one a line, and what the model says of those open."""

    cases: tuple[Case, ...]
    text: str
    evidence: tuple[Evidence, ...]
    sentences: list[Claim | Open]
    signals: list[Signals]

    def lines(self, starts: Sequence[int]) -> list[int]:
        return [self.text.count("\n", 0, start) for start in starts]


def claims(job: Job) -> list[Row]:
    """Precision and recall of *not supported*, true claims kept, and recall of every kind."""
    if job.data is None:
        raise BadInput("This benchmark needs its data.", "Give --data DIR with articles.jsonl.")
    made = [*cases(job.data, job.limit), *paraphrases()]
    with thinking(job) as engine, Journal(home() / "bench" / "claims.db") as journal:
        journaled = Journaled(engine, journal)
        both = [seen(half, journaled, job) for half in halves(made)]
        info = engine.info()
    about = {"model": info.model, "sha256": info.sha256}
    pairs: list[tuple[Case, bool]] = []
    shipped: list[tuple[Case, bool]] = []
    for half, other in ((both[0], both[1]), (both[1], both[0])):
        pairs += zip(half.cases, proven(half, fitted(other)), strict=True)
        shipped += zip(half.cases, proven(half, entailment.family(info.model)), strict=True)
    own = fitted(together(both))
    kept = {"fitted_on_all": msgspec.json.encode(own).decode()}
    return [
        *_rows(_of(pairs, by_hand=False), "claim", WRONG, **about),
        _auc(both, own, **about, **kept),
        *_rows(_of(pairs, by_hand=True), "paraphrase", (), **about),
        *_rows(_of(shipped, by_hand=False), "shipped", (), **about),
        *_rows(_of(shipped, by_hand=True), "shipped_paraphrase", (), **about),
    ]


def _of(pairs: Sequence[tuple[Case, bool]], by_hand: bool) -> list[tuple[Case, bool]]:
    return [pair for pair in pairs if pair[0].by_hand == by_hand]


def halves(made: Sequence[Case]) -> tuple[list[Case], list[Case]]:
    """Parted by article, so that no half knows the other's."""
    first = set(sorted({_origin(case) for case in made})[::2])
    return [one for one in made if _origin(one) in first], [
        one for one in made if _origin(one) not in first
    ]


def _origin(case: Case) -> str:
    return case.evidence if case.by_hand else case.title


def seen(made: Sequence[Case], engine: Journaled, job: Job) -> Looked:
    """The cases with the model's signals for those that the program does not doubt."""
    text, evidence = written(made)
    sentences = look(text, evidence)
    waiting = [one for one in sentences if isinstance(one, Open)]
    asked = [one.pair for one in waiting if not one.doubts]
    found: list[Signals] = []
    for start in range(0, len(asked), BATCH):
        job.run.step("Checking claims", start, len(asked))
        found += entailment.signals(asked[start : start + BATCH], engine, job.run)
    told = iter(found)
    signals = [UNASKED if one.doubts else next(told) for one in waiting]
    return Looked(tuple(made), text, evidence, sentences, signals)


def together(both: Sequence[Looked]) -> Looked:
    """Both halves as one."""
    first, second = both
    text, evidence = written([*first.cases, *second.cases])
    sentences = look(text, evidence)
    return Looked((*first.cases, *second.cases), text, evidence, sentences,
                  [*first.signals, *second.signals])  # fmt: skip


def fitted(given: Looked) -> Calibration:
    """Weights from the claims that no check of the program doubts, and the best threshold.

    The threshold is the one at which the lesser of precision and recall of *not supported* is
    highest over all cases.
    """
    waiting = [one for one in given.sentences if isinstance(one, Open)]
    lines = given.lines([one.sentence.start for one in waiting])
    asked = [
        (signal, given.cases[line].true)
        for one, signal, line in zip(waiting, given.signals, lines, strict=True)
        if not one.doubts
    ]
    near = _both([one for one in asked if one[0].overlap >= entailment.NEAR], asked)
    far = _both([one for one in asked if one[0].overlap < entailment.NEAR], asked)
    bias, (yes, mean, worst) = logistic.fit(
        [(one.yes, one.given, one.worst) for one, _ in near], [true for _, true in near]
    )
    far_bias, (far_yes,) = logistic.fit([(one.yes,) for one, _ in far], [true for _, true in far])
    free = Calibration("", bias, yes, mean, worst, 0.5, 0.25, far_bias, far_yes)
    scores = sorted({free.probability(signal) for signal, _ in asked})
    best = max(
        ((a + b) / 2 for a, b in pairwise(scores)),
        key=lambda cut: _lesser(given, msgspec.structs.replace(free, supported=cut)),
    )
    return msgspec.structs.replace(free, supported=best, partly=PARTLY * best)


def _both(
    some: Sequence[tuple[Signals, bool]], every: Sequence[tuple[Signals, bool]]
) -> Sequence[tuple[Signals, bool]]:
    """``some`` where there are true and false ones among them, else ``every``."""
    return some if len({true for _, true in some}) == 2 else every


def _lesser(given: Looked, weights: Calibration) -> float:
    """The lesser of precision and recall of *not supported*."""
    kept = proven(given, weights)
    right = sum(not case.true and not one for case, one in zip(given.cases, kept, strict=True))
    refused = len(kept) - sum(kept)
    wrong = sum(not case.true for case in given.cases)
    return min(right / max(1, refused), right / max(1, wrong))


def proven(given: Looked, weights: Calibration) -> list[bool]:
    """Of each case: are all its sentences proven?"""
    return of_lines(given.text, judged(given.sentences, given.signals, weights, given.evidence))


def of_lines(text: str, found: Sequence[Claim]) -> list[bool]:
    """Of each line: are all its sentences proven?"""
    failing = {text.count("\n", 0, one.start) for one in found if one.state not in PROVEN}
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


def _auc(both: Sequence[Looked], weights: Calibration, **about: str) -> Row:
    """Of the model's part alone: claims that no check of the program doubts."""
    scores, labels = [], []
    for given in both:
        waiting = [one for one in given.sentences if isinstance(one, Open)]
        lines = given.lines([one.sentence.start for one in waiting])
        for one, signal, line in zip(waiting, given.signals, lines, strict=True):
            if not one.doubts:
                scores.append(weights.probability(signal))
                labels.append(given.cases[line].true)
    return row("claim_auc_undoubted", auc(scores, labels), "", pairs=len(labels), **about)


def _rows(
    pairs: Sequence[tuple[Case, bool]], name: str, kinds: Sequence[Kind], **about: str
) -> list[Row]:
    refused = [float(not case.true) for case, kept in pairs if not kept] or [0.0]
    wrong = [float(not kept) for case, kept in pairs if not case.true]
    kept = [float(kept) for case, kept in pairs if case.true]
    rows = [
        row(f"{name}_precision", interval(refused).mean, "share", ">= 0.85",
            interval=interval(refused), cases=len(pairs), **about),
        row(f"{name}_recall", interval(wrong).mean, "share", ">= 0.85",
            interval=interval(wrong), **about),
        row(f"{name}_true_kept", interval(kept).mean, "share", "", interval=interval(kept),
            **about),
    ]  # fmt: skip
    for kind in kinds:
        caught = [float(not kept) for case, kept in pairs if case.kind == kind]
        rows.append(row(f"{name}_recall_{kind}", interval(caught).mean, "share", **about))
    return rows
