"""``muniment bench disagreement``, ``fit-disagreement``: contradictions, and what looks like them.

Each case is a sentence and what another document says (opposites.py), or two sentences of different
sections of one article, which contradict each other nowhere. Every article is judged by a fit on
the others: ``disagreement_precision`` and ``disagreement_recall`` are of the verdict *they
contradict each other* on made pairs, ``disagreement_false_KIND`` how often pairs of a kind that
agree, or speak of another year or thing, are called so, ``disagreement_alarms_per_article`` how
many are seen in a whole article.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from warehouse.engine.calibrated import Calibrated
from warehouse.evaluate import fit
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.proof.opposites import APART, CONTRADICTING, Twins, sections, twins
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import embedding
from warehouse.proof import disagreement
from warehouse.proof.disagreement import FIT, SIGNALS, Comparison, Pair
from warehouse.records import Place
from warehouse.results.records import Side
from warehouse.search.embedding import Embed

RIDGE = 1.0
THRESHOLD = 0.65


class Case(Struct, frozen=True):
    """``pair`` is None where nothing differs; ``kind`` is "" for two sentences of one article."""

    article: str
    kind: str
    pair: Pair | None

    @property
    def contradicting(self) -> bool:
        return self.kind in CONTRADICTING


def disagreement_rows(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing without embedder."""
    return _rows(_seen(job))


def fit_disagreement(job: Job) -> list[Row]:
    """Make the shipped fit anew from ``job.data``, and tell its figures."""
    cases = _seen(job)
    figures = _rows(cases)
    weights = structs.replace(
        fitted(cases),
        data=f"{len(cases)} pairs of sentences made of FreshWiki (evaluate/proof/opposites.py)",
        split="each article by a fit on the others; the threshold was chosen on the same",
        measured={figure.name: figure.value for figure in figures},
    )
    job.put(weights)
    return figures


def _seen(job: Job) -> list[Case]:
    data = job.needed("articles.jsonl")
    with embedding(job) as embedder:
        return seen(twins(data, job.limit), embedder.embed) + within(data, embedder.embed)


def seen(made: Sequence[Twins], embed: Embed) -> list[Case]:
    """Every made case with its pair, where something differs."""
    comparison = Comparison(embed, lambda document: "")
    differing = [disagreement.pairs(sides(case), comparison) for case in made]
    return [
        Case(case.article, case.kind, next(iter(pairs), None))
        for case, pairs in zip(made, differing, strict=True)
    ]


def within(folder: Path, embed: Embed) -> list[Case]:
    """The pairs of whole articles, every section taken for a document of its own."""
    cases = []
    for title, parts in sections(folder).items():
        sides = [
            Side(at, f"{said.rstrip('.')}.", Place(f"{at}", 0, 0, len(said)), title, "1")
            for at, (_, sentences) in enumerate(parts, start=1)
            for said in sentences
        ]
        pairs = disagreement.pairs(sides, Comparison(embed, lambda document: ""))
        cases += [Case(title, "", pair) for pair in pairs] or [Case(title, "", None)]
    return cases


def sides(case: Twins) -> list[Side]:
    """The two sentences as evidence of two documents."""
    return [
        Side(number, said, Place(f"{number}", 0, 0, len(said)), title, "1")
        for number, said, title in zip((1, 2), (case.first, case.second), case.titles, strict=True)
    ]


def fitted(cases: Sequence[Case]) -> Calibrated:
    """Raises ValueError where no pair contradicts, or every one does."""
    pairs = [(case.pair.signals, case.contradicting) for case in cases if case.pair]
    rows, labels = [signals for signals, _ in pairs], [label for _, label in pairs]
    return structs.replace(fit.logistic(FIT, SIGNALS, rows, labels, RIDGE), threshold=THRESHOLD)


def verdicts(cases: Sequence[Case]) -> list[tuple[Case, bool]]:
    """Is it called a contradiction, by a fit on the other articles?"""
    weights = {
        title: fitted([other for other in cases if other.article != title])
        for title in {case.article for case in cases if case.pair}
    }
    return [
        (
            case,
            case.pair is not None
            and (fitting := weights[case.article]).probability(case.pair.signals)
            >= fitting.threshold,
        )
        for case in cases
    ]


def _rows(cases: Sequence[Case]) -> list[Row]:
    judged = verdicts(cases)
    made = [(case, called) for case, called in judged if case.kind]
    whole = [(case, called) for case, called in judged if not case.kind]
    rows = []
    for measure, values in (
        ("precision", [case.contradicting for case, called in made if called]),
        ("recall", [called for case, called in made if case.contradicting]),
    ):
        rows.append(mean_row(f"disagreement_{measure}", interval(values or [False])))
    for kinds, word in ((CONTRADICTING, "recall"), (APART, "false")):
        for kind in kinds:
            calls = [called for case, called in made if case.kind == kind] or [False]
            value = interval(calls).mean
            rows.append(row(f"disagreement_{word}_{kind}", value, "share", of_kind=len(calls)))
    titles = dict.fromkeys(case.article for case, _ in whole)
    alarms = interval(
        [sum(called for case, called in whole if case.article == title) for title in titles] or [0]
    )
    pairs = sum(case.pair is not None for case, _ in whole)
    return [*rows, mean_row("disagreement_alarms_per_article", alarms, "pairs", pairs=pairs)]
