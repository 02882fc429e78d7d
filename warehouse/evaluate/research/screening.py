"""``muniment bench screening``: of the documents that a search brings up, which deserve opening?

``--data`` is a set of questions, or holds several (``hotpotqa/``, ``musique/``): a threshold that
keeps what two steps need loses what four need. For each question the candidates are those of
AWARE's first round, at most CANDIDATES, and the gold ones among them are known. They are judged as
the program judges them: what is sure without the model is read first, and a candidate that is
called by its title there has that link as a signal. ``screening_recall`` and ``screening_dropped``:
of the gold candidates the share that is kept, of all others the share that is dropped, by query
likelihood fused with what retrieval knows (METHODS, section 1). Each half of the questions is
judged with weights and threshold fitted on the other half, so that 95 % of its gold is kept;
``cheap`` is the same without the model, ``own`` are the weights and the threshold that the program
has. What retrieval knows comes in as the log odds of fits that were made on these very questions
(fit_relevance.py): no figure here is of unseen ones. ``calibrated`` fits the threshold of the
program's own weights to a model; ``bench fit-screening`` makes those weights
(assets/fits/documents-asked.json).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import calibration
from warehouse.engine.calibrated import Calibrated
from warehouse.engine.calibration import Threshold
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.evaluate import fit
from warehouse.evaluate.hotpot import Corpus, Question, corpus
from warehouse.evaluate.metrics import auc, interval, mean_row
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import model_of, remembering
from warehouse.methods.evidence import relevance
from warehouse.methods.evidence.chain_builder import links
from warehouse.methods.evidence.pool import Pool, search
from warehouse.methods.evidence.relevance import Signals, likelihoods, probability
from warehouse.methods.evidence.screening import screen
from warehouse.methods.evidence.sentences import read
from warehouse.run import Run
from warehouse.search.names import TitleIndex, names
from warehouse.settings import Settings

CANDIDATES = 20
NAMES_ASKED = 2
WANTED_RECALL = 0.95
FITTED = ("prior", "likelihood")


class Candidates(Struct, frozen=True):
    """The candidates of one question, with their signals; ``missed`` gold ones are not among them.

    ``cheap`` has no likelihood.
    """

    signals: tuple[Signals, ...]
    gold: tuple[bool, ...]
    missed: int

    @property
    def cheap(self) -> tuple[Signals, ...]:
        return tuple(msgspec.structs.replace(signal, likelihood=None) for signal in self.signals)


def screening(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing."""
    judged, info = _judged_by_model(job)
    about = {**model_of(info), "questions": str(len(judged))}
    gold = sum(sum(group.gold) for group in judged)
    among = gold / max(1, gold + sum(group.missed for group in judged))
    rows = [row("screening_gold_among_candidates", among, "share", candidates=CANDIDATES, **about)]
    cheap = [msgspec.structs.replace(group, signals=group.cheap) for group in judged]
    for name, given, columns in (
        ("screening", judged, FITTED),
        ("cheap", cheap, FITTED[:-1]),
    ):
        rows += _rows(name, given, columns, **about)
    shipped = relevance.documents_asked(info)
    rows += _judged("own", judged, lambda _: shipped, **about)
    weights = msgspec.json.encode(fitted(judged, FITTED)).decode()
    rows[1] = msgspec.structs.replace(
        rows[1], context={**rows[1].context, "fitted_on_all": weights}
    )
    return [*rows, _alone("likelihood", judged, **about), _alone("rank", judged, **about)]


def fit_screening(job: Job) -> list[Row]:
    """The fit with the model's likelihood, on all questions; its rows are of halves left out."""
    judged, info = _judged_by_model(job)
    rows = _rows("screening", judged, FITTED)
    sets = ", ".join(one.file("").resolve().name for one in _sets(job))
    weights = msgspec.structs.replace(
        fitted(judged, FITTED),
        name="documents-asked",
        model=info.sha256,
        data=f"{sets}: {len(judged)} questions",
        split="halves of the questions, each by a fit on the other",
        measured={
            figure.name.removeprefix("screening_"): round(figure.value, 4) for figure in rows
        },
    )
    job.put(weights)
    return rows


def _judged_by_model(job: Job) -> tuple[list[Candidates], EngineInfo]:
    with remembering(job, "screening") as engine:
        return _of_all_sets(job, engine), engine.info("likelihood")


def _of_all_sets(job: Job, engine: Engine) -> list[Candidates]:
    judged: list[Candidates] = []
    for one in _sets(job):
        with corpus(one) as data:
            judged += candidates(data, engine, job.run)
    return judged


def _sets(job: Job) -> list[Job]:
    """A job for each set of questions under its folder, which may be one itself."""
    folder = job.needed("corpus.jsonl and questions.jsonl, or folders of such")
    held = sorted(file.parent for file in folder.glob("*/questions.jsonl"))
    alone = (folder / "questions.jsonl").is_file() or not held
    return [job] if alone else [msgspec.structs.replace(job, data=one) for one in held]


def calibrated(
    settings: Settings, folder: Path, limit: int, recall: float, engine: Engine, run: Run
) -> Threshold:
    """From which probability of the program's own weights on a document is opened."""
    groups = _of_all_sets(Job(settings, run, folder, limit), engine)
    info = engine.info("likelihood")
    weights = relevance.documents_asked(info)
    scores = [probability(weights, signal) for group in groups for signal in group.signals]
    labels = [label for group in groups for label in group.gold]
    return calibration.calibrated(
        "screening", info.model, info.sha256, relevance.prompt_hash(), scores, labels, recall
    )


def candidates(data: Corpus, engine: Engine, run: Run) -> list[Candidates]:
    """Of every question; the model scores all of them."""
    known = data.library.documents()
    titles = TitleIndex((document.id, document.title) for document in known)
    asked = run.each("Screening", data.questions, lambda question: question.question)
    return [_of(question, data, titles, engine, run) for question in asked]


def _of(
    question: Question, data: Corpus, titles: TitleIndex, engine: Engine, run: Run
) -> Candidates:
    asked = question.question
    pool = Pool(data.library)
    pool.add(search(data.library, (asked, *names(asked)[:NAMES_ASKED]), CANDIDATES))
    pool.walk(asked)
    pool.name(titles.mentioned(asked), asked)
    chosen = {candidate.document for candidate, _ in pool.ranked()[:CANDIDATES]}
    pool.link(_links(asked, pool, data, titles, engine, run), asked)
    ranked = [pair for pair in pool.ranked() if pair[0].document in chosen]
    relative = likelihoods(asked, [pool.source(candidate) for candidate, _ in ranked], engine, run)
    gold = data.gold(question).documents
    labels = tuple(candidate.document in gold for candidate, _ in ranked)
    signals = tuple(
        relevance.with_likelihood(signal, value)
        for (_, signal), value in zip(ranked, relative, strict=True)
    )
    return Candidates(signals, labels, len(gold) - sum(labels))


def _links(
    asked: str, pool: Pool, data: Corpus, titles: TitleIndex, engine: Engine, run: Run
) -> dict[str, float]:
    """Of what is read before the model is asked, as AWARE opens a question."""
    context = Context.of(data.library, engine, data.library.settings, run)
    passed, *_ = screen(asked, pool, (), (), context, scored=0)
    lines = [line for screened in passed for line in read(screened, data.library, pool.ranks)]
    return links(lines, titles)


def fitted(given: Sequence[Candidates], columns: Sequence[str]) -> Calibrated:
    """Weights of these signals, and the threshold that keeps the wanted share of the gold."""
    rows = [values(signal, columns) for group in given for signal in group.signals]
    labels = [label for group in given for label in group.gold]
    free = fit.logistic("documents", columns, rows, labels)
    scores = free.probabilities(rows)[:, 1].tolist()
    keep = calibration.fit_threshold(scores, labels, WANTED_RECALL)
    return msgspec.structs.replace(free, threshold=keep)


def values(signals: Signals, columns: Sequence[str]) -> list[float]:
    """As they enter the weights: of the rank its logarithm."""
    entering = relevance.entering(signals)
    return [float(getattr(entering, name) or 0.0) for name in columns]


def _rows(
    name: str, found: Sequence[Candidates], columns: Sequence[str], **about: str
) -> list[Row]:
    """Each half judged by what was fitted on the other."""
    halves = (fitted(found[1::2], columns), fitted(found[::2], columns))
    return _judged(name, found, lambda index: halves[index % 2], **about)


def _judged(
    name: str, found: Sequence[Candidates], weights_of: Callable[[int], Calibrated], **about: str
) -> list[Row]:
    """``weights_of`` the number of a question."""
    kept, dropped, scores = [], [], []
    labels: list[bool] = []
    for index, group in enumerate(found):
        weights = weights_of(index)
        chances = [probability(weights, signal) for signal in group.signals]
        passes = [chance >= weights.threshold for chance in chances]
        kept += [passed for passed, gold in zip(passes, group.gold, strict=True) if gold]
        dropped += [not passed for passed, gold in zip(passes, group.gold, strict=True) if not gold]
        scores += chances
        labels += group.gold
    return [
        mean_row(f"{name}_recall", interval(kept), "share", ">= 0.95", **about),
        mean_row(f"{name}_dropped", interval(dropped), "share", ">= 0.85", **about),
        row(f"{name}_dropped_at_95", _dropped_at(WANTED_RECALL, scores, labels), "share", **about),
        row(f"{name}_auc", auc(scores, labels), "", **about),
    ]


def _dropped_at(recall: float, scores: Sequence[float], labels: Sequence[bool]) -> float:
    """Of the others, the share below the one threshold that keeps ``recall`` of all gold."""
    floor = calibration.fit_threshold(scores, labels, recall)
    return fit.refused(floor, scores, [not gold for gold in labels])


def _alone(name: str, found: Sequence[Candidates], **about: str) -> Row:
    """How well one signal orders the candidates of all questions by itself."""
    sign = -1.0 if name == "rank" else 1.0
    scores = [sign * (getattr(signal, name) or 0.0) for group in found for signal in group.signals]
    labels = [label for group in found for label in group.gold]
    return row(f"screening_auc_{name}_alone", auc(scores, labels), "", **about)
