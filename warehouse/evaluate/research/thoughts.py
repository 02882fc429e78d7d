"""``muniment bench thoughts``: do answers get better with the thoughts of earlier ones?

The self-evolution experiment of Thought-Retriever (Feng et al., sections 4.4 and 4.6) on articles:
the body of an article is the library, its summary is kept apart as the gold. Questions are asked by
AWARE with thought memory on until 10, 20 and 40 thoughts are kept; then the article is to be
described in three wordings, by AWARE and from one search as in the paper, where the best passages
and thoughts are all that is read. What is said is compared with the gold by ROUGE-L (Lin 2004, F1
over stemmed words): the whole answer, and what is left of it when only what is proven is shown. By
root source: a gold source is the part of the body that says most of a sentence of the gold summary.
Precision and recall are those of the parts that the evidence of the description stands in, and of
the best TOP of passages and thoughts, the size of which is fixed as in the paper. Each article is a
library of its own; descriptions leave no thoughts. Every answer and every description is kept as it
comes, so that an interrupted benchmark goes on; results of other code, model or settings are not
mixed in.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import fmean

from msgspec import Struct, structs

from warehouse.answering.answer import ask
from warehouse.answering.learning import made_of
from warehouse.context import Context
from warehouse.documents.thoughts import POOL, TOP, Memory
from warehouse.engine.protocol import Engine
from warehouse.evaluate import machine
from warehouse.evaluate.articles import Article
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.metrics import interval, mean_row, paired, precision_recall, rouge_l
from warehouse.evaluate.record_lines import Kept
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.research.thoughts_material import (
    admission,
    describing,
    gold,
    parts,
    questions,
)
from warehouse.evaluate.thinking import model_of, thinking
from warehouse.library import Library
from warehouse.methods.registry import AWARE, RAG
from warehouse.proof import citations
from warehouse.question.reading import content
from warehouse.records import Thought
from warehouse.results.records import Answer
from warehouse.run import Inner, Run
from warehouse.search.embedding import Embeds
from warehouse.settings import Settings, home
from warehouse.studies.report import ledger

THOUGHTS = (0, 10, 20, 40)
ARTICLES = 4
_OF_A_DESCRIPTION = ("rouge_l", "rouge_l_proven", "precision", "recall")
MEASURES = (
    *_OF_A_DESCRIPTION,
    *(f"plain_{measure}" for measure in _OF_A_DESCRIPTION),
    "best_precision",
    "best_recall",
)


class Asked(Struct, frozen=True):
    """One question, and what it left; ``reason`` where no thought was kept."""

    question: str
    answer: str
    thought: str
    reason: str
    level: float
    roots: int


class Point(Struct, frozen=True):
    """How good descriptions are with how many thoughts, after how many questions.

    Measures are means over the wordings, those of AWARE unless they say ``plain``, from one search.
    Of the first wording: ``used`` thoughts were brought back, of mean abstraction ``level`` (0
    without any), and what was said.
    """

    kept: int
    asked: int
    used: int
    level: float
    evidence: int
    text: str
    plain: str
    seconds: float
    rouge_l: float
    rouge_l_proven: float
    precision: float
    recall: float
    plain_rouge_l: float
    plain_rouge_l_proven: float
    plain_precision: float
    plain_recall: float
    best_precision: float
    best_recall: float


def thoughts(job: Job) -> Iterator[Row]:
    """Each measure with each number of thoughts over the articles, and what it gained."""
    articles = lines(job.file("articles.jsonl"), Article)[: job.limit or ARTICLES]
    settings = structs.replace(job.settings, thoughts=True, absence=False, max_intents=1)
    with thinking(job) as engine:
        info = engine.info()
        points = []
        for article in articles:
            folder = home() / "bench" / f"thoughts-{machine.key(article, info.sha256, settings)}"
            with growing(article, folder, settings, job.run) as growth:
                points.append([growth.point(kept, engine, settings, job.run) for kept in THOUGHTS])
    for at in range(len(THOUGHTS)):
        both = [(of_article[0], of_article[at]) for of_article in points]
        yield from _rows([(first, now) for first, now in both if first and now], model_of(info))


@contextmanager
def growing(
    article: Article, folder: Path, settings: Settings, run: Run, embedder: Embeds | None = None
) -> Iterator[Growth]:
    """The article's body as a library of its own, with what was asked of it so far."""
    admissions = [admission(part) for part in parts(article)]
    with Library(folder / "library", settings, embedder) as library:
        if len(library.documents()) < len(admissions):
            library.admit_many(admissions, run)
        yield Growth(article, library, folder)


class Growth:
    """One article's library while questions are asked of it."""

    def __init__(self, article: Article, library: Library, folder: Path) -> None:
        self._article, self.library = article, library
        self._parts, self._questions = parts(article), questions(article)
        self._asked = Kept(folder / "asked.jsonl", Asked, lambda asked: asked)
        self._points = Kept(folder / "points.jsonl", Point, lambda point: point.kept)

    def point(self, kept: int, engine: Engine, settings: Settings, run: Run) -> Point | None:
        """The description with so many thoughts; None where the questions leave not so many."""
        if kept in self._points.records:
            return self._points.records[kept]
        while (before := len(Memory(self.library).all())) < kept:
            asked = len(self._asked.records)
            if asked == len(self._questions):
                return None
            run.step(self._article.name, before, kept, self._questions[asked])
            self._ask(asked, engine, settings, Inner(run))
        run.step(self._article.name, kept, kept, "describing it")
        return self._points.of(kept, partial(self._described, engine, settings, Inner(run)))

    def _ask(self, at: int, engine: Engine, settings: Settings, run: Run) -> None:
        """One after the other, so that each knows the thoughts before it."""
        answer = ask(self._questions[at], Context.of(self.library, engine, settings, run), AWARE)
        learned = made_of(answer, f"{at:03}", Context.of(self.library, engine, settings, run))
        thought = learned.thought
        reason = learned.reason if thought is None else Memory(self.library).keep(thought)
        self._asked.add(_asked(answer, thought, reason))

    def _described(self, engine: Engine, settings: Settings, run: Run) -> Point:
        wanted = gold(self._article.summary, self._parts)
        aware, plain, best, seconds = [], [], [], []
        for question in describing(self._article):
            best.append(precision_recall(_best(question, self.library), wanted))
            began = time.monotonic()
            context = Context.of(self.library, engine, settings, run)
            aware.append(ask(question, context, AWARE))
            seconds.append(time.monotonic() - began)
            context = Context.of(self.library, engine, settings, run)
            plain.append(ask(question, context, RAG))
        levels = [recollection.level for recollection in aware[0].research.recollections]
        own, others = (self._measured(answers, wanted) for answers in (aware, plain))
        return Point(
            kept=len(Memory(self.library).all()),
            asked=len(self._asked.records),
            used=len(levels),
            level=sum(levels) / len(levels) if levels else 0.0,
            evidence=len(aware[0].research.evidence),
            text=aware[0].text,
            plain=plain[0].text,
            seconds=fmean(seconds),
            best_precision=fmean(precision for precision, _ in best),
            best_recall=fmean(recall for _, recall in best),
            **own,
            **{f"plain_{measure}": value for measure, value in others.items()},
        )

    def _measured(self, answers: Sequence[Answer], wanted: set[str]) -> dict[str, float]:
        """By _OF_A_DESCRIPTION the mean over the answers."""
        rows = []
        for answer in answers:
            proven, _ = ledger.proven(answer.text, answer.claims)
            stands_in = {piece.title for piece in answer.research.evidence}
            likeness = self._likeness(answer.text), self._likeness(proven)
            rows.append((*likeness, *precision_recall(stands_in, wanted)))
        return dict(zip(_OF_A_DESCRIPTION, map(fmean, zip(*rows, strict=True)), strict=True))

    def _likeness(self, text: str) -> float:
        return rouge_l(citations.without_marks(text), self._article.summary)


def _asked(answer: Answer, thought: Thought | None, reason: str) -> Asked:
    if thought is None:
        return Asked(answer.question, answer.text, "", reason, 0.0, 0)
    roots = len(thought.roots)
    return Asked(answer.question, answer.text, thought.text, reason, thought.level, roots)


def _best(question: str, library: Library) -> set[str]:
    """The titles of the roots of the best TOP of passages and thoughts together."""
    matter = content(question)
    recalled = Memory(library).recall(question, matter=matter)
    recalled = [recollection for recollection in recalled if not recollection.left_out]
    roots = {root.title for recollection in recalled for root in recollection.thought.roots}
    hits = sorted(library.retrieval.passages(question, POOL), key=lambda hit: -(hit.dense or 0.0))
    return roots | {hit.title for hit in hits[: TOP - len(recalled)]}


def _rows(points: Sequence[tuple[Point, Point]], about: dict[str, str]) -> Iterator[Row]:
    """``points`` of each article: before any question, and now."""
    if not points:
        return
    now = [point for _, point in points]
    kept = now[0].kept
    counts = {
        "articles": f"{len(now)}",
        "asked": f"{sum(point.asked for point in now)}",
        "used": f"{sum(point.used for point in now)}",
        **about,
    }
    for field in MEASURES:
        before, values = (
            [getattr(point, field) for point in side] for side in zip(*points, strict=True)
        )
        name = f"thoughts_{field}_{kept}"
        yield mean_row(name, interval(values), **counts)
        if kept:
            yield mean_row(f"{name}_gain", paired(before, values), **counts)
