"""``muniment bench thoughts``: do answers get better with the thoughts of earlier ones?

The self-evolution experiment of Thought-Retriever on articles: the body of an article is the
library, its summary is kept apart as the gold. Questions on its parts are asked one after the
other with thought memory on; after 0, 10, 20 and 40 of them the same task, a summary, is set, and
compared with the gold by ROUGE-L (Lin 2004, F1 over stemmed words). By root source: a gold source
is the part of the body that says most of a sentence of the gold summary; what a summary was
written from are the parts its evidence stands in. Each article is a library of its own; summaries
leave no thoughts. Every question and every summary takes one round of searches, so that what the
memory adds is not found by further rounds.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from indexers import sentences
from indexers.records import Page, Reading
from warehouse import models
from warehouse.engine import open_engine
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput, ModelMissing
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.metrics import interval, precision_recall, rouge_l
from warehouse.evaluate.records import Job, Row, row
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.memory.memory import Memory
from warehouse.research.answer import ask
from warehouse.research.learning import learn
from warehouse.research.names import names
from warehouse.run import Run
from warehouse.search.embedding import Embeds
from warehouse.settings import Settings, home
from warehouse.writing import citations

ASKED = (0, 10, 20, 40)
ARTICLES = 2
SENTENCES_A_PART = 5
LEAST_SAID = 0.3
NAMES_ASKED = 2


class Section(Struct, frozen=True):
    title: str
    sentences: tuple[str, ...] = ()
    subsections: tuple[Section, ...] = ()


class Article(Struct, frozen=True):
    title: str
    summary: str
    sections: tuple[Section, ...]

    @property
    def name(self) -> str:
        return self.title.replace("_", " ")


class Part(Struct, frozen=True):
    """A few sentences of the body: a document of their own, and what is asked about them."""

    title: str
    text: str
    question: str


class Point(Struct, frozen=True):
    """One summary: after how many questions, with how many thoughts, and how good it is."""

    asked: int
    kept: int
    used: int
    rouge_l: float
    precision: float
    recall: float


def thoughts(job: Job) -> Iterator[Row]:
    """ROUGE-L, precision and recall after each number of questions, over the articles."""
    if job.data is None:
        raise BadInput("This benchmark needs its data.", "Give --data DIR with articles.jsonl.")
    articles = lines(job.data / "articles.jsonl", Article)[: job.limit or ARTICLES]
    path = models.locate(job.settings.model)
    if path is None:
        raise ModelMissing(f"The model {job.settings.model} is not installed.")
    (home() / "bench").mkdir(parents=True, exist_ok=True)
    settings = structs.replace(job.settings, thoughts=True, absence=False, max_intents=1)
    engine = open_engine(path, job.settings, home() / "bench" / "engine.log")
    try:
        info = engine.info()
        about = {"model": info.model, "sha256": info.sha256, "articles": str(len(articles))}
        with ExitStack() as opened:
            growths = [opened.enter_context(growing(one, settings, job.run)) for one in articles]
            for asked in ASKED:
                found = [one.point(asked, engine, settings, job.run) for one in growths]
                yield from _rows([point for point in found if point is not None], about)
    finally:
        engine.close()


@contextmanager
def growing(
    article: Article, settings: Settings, run: Run, embedder: Embeds | None = None
) -> Iterator[Growth]:
    """The article's body as a library of its own, and nothing asked of it yet."""
    made = parts(article)
    with (
        tempfile.TemporaryDirectory(prefix="muniment-thoughts-") as folder,
        Library(Path(folder), settings, embedder) as library,
    ):
        library.admit_many([_admission(one) for one in made], run)
        yield Growth(article, made, library)


class Growth:
    """One article's library while questions are asked of it."""

    def __init__(self, article: Article, made: Sequence[Part], library: Library) -> None:
        self._article, self._parts, self._library = article, made, library
        self._asked = 0

    def point(self, asked: int, engine: Engine, settings: Settings, run: Run) -> Point | None:
        """The summary after so many questions in all; None where there are not so many parts."""
        if asked > len(self._parts):
            return None
        for part in self._parts[self._asked : asked]:
            run.step(self._article.name, self._asked, asked, part.question)
            answer = ask(part.question, self._library, engine, settings, _Quiet(run))
            learn(answer, f"{self._asked}", self._library, engine, settings, _Quiet(run))
            self._asked += 1
        return _summary(self._article, self._parts, asked, self._library, engine, settings, run)


def parts(article: Article) -> list[Part]:
    """The body in runs of sentences, in its order, each under its section."""
    found = []
    for heading, said in sections(article.sections):
        for at in range(0, len(said), SENTENCES_A_PART):
            text = " ".join(said[at : at + SENTENCES_A_PART])
            about = " and ".join(names(text)[:NAMES_ASKED]) or heading
            question = f"What is said about {about} in “{heading}” of {article.name}?"
            title = f"{article.name}: {heading} {1 + at // SENTENCES_A_PART}"
            found.append(Part(title, text, question))
    return found


def sections(given: Sequence[Section], above: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every section that says something, the outer ones first: its path, and its sentences."""
    for one in given:
        heading = f"{above} › {one.title}" if above else one.title
        said = [_ended(sentence) for sentence in one.sentences if sentence.strip()]
        if said:
            yield heading, said
        yield from sections(one.subsections, heading)


def _ended(sentence: str) -> str:
    flat = " ".join(sentence.split())
    return flat if re.search(r"[.!?]$", flat) else f"{flat}."


def _summary(
    article: Article,
    made: Sequence[Part],
    asked: int,
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
) -> Point:
    question = f"Describe {article.name}: what is it, and what is most important about it?"
    answer = ask(question, library, engine, settings, _Quiet(run))
    told = {one.title for one in answer.chain.evidence}
    precision, recall = precision_recall(told, gold(article.summary, made))
    return Point(
        asked=asked,
        kept=len(Memory(library).all()),
        used=len(answer.chain.thoughts),
        rouge_l=rouge_l(citations.without_marks(answer.text), article.summary),
        precision=precision,
        recall=recall,
    )


def gold(summary: str, made: Sequence[Part]) -> set[str]:
    """The titles of the parts that say most of a sentence of the summary, and enough of it."""
    found = set()
    for sentence in sentences.split(summary):
        words = summary[sentence.start : sentence.end]
        best = max(made, key=lambda part: rouge_l(words, part.text, beta=0.0))
        if rouge_l(words, best.text, beta=0.0) >= LEAST_SAID:
            found.add(best.title)
    return found


def _admission(part: Part) -> Admission:
    reading = Reading(
        kind="web",
        title=part.title,
        text=part.text,
        pages=(Page(0, "1", 0, len(part.text), 0, 0),),
        sections=(),
        sentences=sentences.split(part.text),
        language="en",
    )
    raw = msgspec.json.encode(part)
    return Admission(reading, f"{hashlib.sha256(raw).hexdigest()[:8]}.html", raw)


def _rows(points: Sequence[Point], about: dict[str, str]) -> Iterator[Row]:
    if not points:
        return
    counts = {"thoughts": f"{sum(one.kept for one in points)}", **about}
    counts["used"] = str(sum(one.used for one in points))
    for field in ("rouge_l", "precision", "recall"):
        values = interval([getattr(one, field) for one in points])
        name = f"thoughts_{field}_{points[0].asked}"
        yield row(name, values.mean, "share", "", interval=values, **counts)


class _Quiet(Run):
    """Shows nothing of a single question; stops with the benchmark."""

    def __init__(self, outer: Run) -> None:
        super().__init__(None, outer.foreground)
        self._outer = outer

    def check(self) -> None:
        self._outer.check()

    @property
    def cancelled(self) -> bool:
        return self._outer.cancelled
