"""``muniment bench disagreement``: contradicting sentences against those that only look like it.

Each case is a sentence and what another document says (opposites.py). ``disagreement_precision``
and ``disagreement_recall`` are of the verdict *they contradict each other*; each half of the
articles is judged with weights fitted on the other half. ``disagreement_false_KIND`` is how often
pairs of a kind that agree, or speak of another year or thing, are called a contradiction, and
``disagreement_alarms_per_article`` how often two sections of one article, which contradict each
other nowhere, are said to. ``shipped_`` are those of the weights in the program. Model calls are
kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from warehouse.engine import calibrated, models, open_engine
from warehouse.engine.calibrated import Calibrated
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.errors import BadInput, ModelMissing
from warehouse.evaluate import fit
from warehouse.evaluate.metrics import interval
from warehouse.evaluate.proof.opposites import APART, CONTRADICTING, Twins, sections, twins
from warehouse.evaluate.records import Job, Row, row
from warehouse.ingest.embedders import folder_of
from warehouse.proof import disagreement
from warehouse.proof.disagreement import FIT, SIGNALS, Comparison, Embed, Pair
from warehouse.records import Place
from warehouse.results.records import Side
from warehouse.search.embedding import Embedder
from warehouse.settings import home

PRECISE = 0.9
BATCH = 16
RIDGE = 3.0


class Judged(Struct, frozen=True):
    """``pair`` is None where nothing made the two worth asking about; ``yes`` in log odds."""

    case: Twins
    pair: Pair | None
    yes: float = 0.0


def disagreement_rows(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing without model or embedder."""
    if job.data is None:
        raise BadInput("This benchmark needs its data.", "Give --data DIR with articles.jsonl.")
    made = twins(job.data, job.limit)
    path = models.locate(job.settings.model)
    embedder = Embedder(folder_of(job.settings.embedder))
    if path is None or not embedder.present:
        raise ModelMissing("The model or the embedder of the settings is not installed.")
    (home() / "bench").mkdir(parents=True, exist_ok=True)
    engine = open_engine(path, job.settings, home() / "bench" / "engine.log")
    try:
        with Journal(home() / "bench" / "disagreement.db") as journal:
            journaled = Journaled(engine, journal)
            found = seen(made, embedder.embed, journaled, job)
            whole = within(job.data, embedder.embed, journaled, job)
            info = engine.info()
    finally:
        engine.close()
        embedder.close()
    first, second = halves(found)
    flagged = [*verdicts(first, fitted(second)), *verdicts(second, fitted(first))]
    halved = {one.case.article: fitted(second) for one in first}
    halved |= {one.case.article: fitted(first) for one in second}
    own = calibrated.of_model(FIT, info.sha256)
    shipped = verdicts(found, own)
    about = {"model": info.model, "sha256": info.sha256, "cases": str(len(made))}
    on_all = msgspec.json.encode(fitted(found)).decode()
    return [
        *_rows("disagreement", flagged, fitted_on_all=on_all, **about),
        _alarms("disagreement", whole, halved, **about),
        *_rows("shipped", shipped, **about)[:2],
        _alarms("shipped", whole, dict.fromkeys(whole, own), **about),
    ]


def seen(made: Sequence[Twins], embed: Embed, engine: Journaled, job: Job) -> list[Judged]:
    """Every case with its pair, where it is one, and the model's word on it."""
    found: list[Pair | None] = []
    comparison = Comparison(embed, lambda document: "")
    for number, case in enumerate(made):
        job.run.step("Comparing sentences", number, len(made))
        found.append(next(iter(disagreement.pairs(sides(case), comparison)), None))
    wanted = [pair for pair in found if pair is not None]
    yes: list[float] = []
    for start in range(0, len(wanted), BATCH):
        job.run.step("Asking the model", start, len(wanted))
        yes += disagreement.asked(wanted[start : start + BATCH], engine, job.run)
    told = iter(yes)
    return [
        Judged(case, pair, next(told) if pair else 0.0)
        for case, pair in zip(made, found, strict=True)
    ]


def within(
    folder: Path, embed: Embed, engine: Journaled, job: Job
) -> dict[str, list[tuple[Pair, float]]]:
    """The pairs of whole articles, every section taken for a document of its own."""
    found = {}
    for number, (title, parts) in enumerate(sections(folder).items()):
        job.run.step("Reading whole articles", number, 0, title)
        told = [
            Side(at, f"{said.rstrip('.')}.", Place(f"{at}", 0, 0, len(said)), title, "1")
            for at, (_, sentences) in enumerate(parts, start=1)
            for said in sentences
        ]
        pairs = disagreement.pairs(told, Comparison(embed, lambda document: ""))
        yes = disagreement.asked(pairs, engine, job.run) if pairs else []
        found[title] = list(zip(pairs, yes, strict=True))
    return found


def sides(case: Twins) -> list[Side]:
    """The two sentences as evidence of two documents."""
    return [
        Side(number, said, Place(f"{number}", 0, 0, len(said)), title, "1")
        for number, said, title in zip((1, 2), (case.first, case.second), case.titles, strict=True)
    ]


def halves(found: Sequence[Judged]) -> tuple[list[Judged], list[Judged]]:
    """Parted by article, so that no half knows the other's."""
    titles = set(sorted({one.case.article for one in found})[::2])
    return [one for one in found if one.case.article in titles], [
        one for one in found if one.case.article not in titles
    ]


def fitted(found: Sequence[Judged]) -> Calibrated:
    """Weights from the pairs, and from which probability on PRECISE of the verdicts are right.

    Where no pair is left that does not contradict, those of the program: nothing can be fitted.
    """
    pairs = [(one, one.pair) for one in found if one.pair is not None]
    labels = [one.case.contradicting for one, _ in pairs]
    if len(set(labels)) < 2:
        return calibrated.shipped(FIT)
    rows = [pair.signals(one.yes) for one, pair in pairs]
    free = fit.logistic(FIT, SIGNALS, rows, labels, RIDGE)
    return structs.replace(free, threshold=_keep(free.probabilities(rows)[:, 1].tolist(), labels))


def _keep(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """The lowest threshold at which PRECISE of what is kept is right, else the highest score."""
    for cut in sorted(scores):
        kept = [label for score, label in zip(scores, labels, strict=True) if score >= cut]
        if sum(kept) >= PRECISE * len(kept):
            return cut
    return max(scores)


def verdicts(found: Sequence[Judged], weights: Calibrated) -> list[tuple[Twins, bool]]:
    return [
        (
            one.case,
            one.pair is not None
            and weights.probability(one.pair.signals(one.yes)) >= weights.threshold,
        )
        for one in found
    ]


def _alarms(
    name: str,
    whole: Mapping[str, Sequence[tuple[Pair, float]]],
    weights: Mapping[str, Calibrated],
    **about: str,
) -> Row:
    """How many contradictions are seen in an article that has none, at most MOST_ASKED of them."""
    seen = [
        float(sum(own.probability(pair.signals(yes)) >= own.threshold for pair, yes in pairs))
        for title, pairs in whole.items()
        if (own := weights.get(title)) is not None
    ]
    share = interval(seen or [0.0])
    asked = sum(map(len, whole.values()))
    return row(f"{name}_alarms_per_article", share.mean, "pairs", interval=share,
               pairs_asked=asked, **about)  # fmt: skip


def _rows(name: str, judged: Sequence[tuple[Twins, bool]], **about: str) -> list[Row]:
    flagged = [float(case.contradicting) for case, called in judged if called]
    true = [float(called) for case, called in judged if case.contradicting]
    rows = []
    for measure, values in (("precision", flagged), ("recall", true)):
        share = interval(values or [0.0])
        rows.append(row(f"{name}_{measure}", share.mean, "share", "", interval=share, **about))
    for kinds, word in ((CONTRADICTING, "recall"), (APART, "false")):
        for kind in kinds:
            called = [float(flag) for case, flag in judged if case.kind == kind]
            rows.append(row(f"{name}_{word}_{kind}", interval(called or [0.0]).mean, "share",
                            of_kind=len(called), **about))  # fmt: skip
    return rows
