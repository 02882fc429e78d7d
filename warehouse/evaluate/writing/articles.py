"""``muniment bench articles``: an article on each topic by each method, and what it is worth.

The library holds the bodies of all articles, in documents of a few sentences without headings.
What is written is checked once more as it stands, by the check of ``bench attribution`` at its
fitted threshold: ``hallucination_rate_METHOD`` is what that does not prove. It is a lower bound,
for the same check has chosen the sentences; what people find is for a reader to say. Seconds count
only where an article was written in one go. Articles are kept as ``.md`` and ``.json`` to be read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product

import msgspec
from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.disk.durable import write_whole
from warehouse.engine import probe
from warehouse.engine.journal.journaled import Journaled
from warehouse.evaluate.metrics import interval, mean_row, paired, relative_error, rouge_1, rouge_l
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import thinking
from warehouse.evaluate.writing import budget, citing, rubrics, sentences, wished
from warehouse.evaluate.writing.benched import Bench, Outcome, about, bench, chosen
from warehouse.evaluate.writing.budget import Case
from warehouse.evaluate.writing.killed import killed
from warehouse.evaluate.writing.measured import Measured, measured
from warehouse.evaluate.writing.outlines import entity_recall, soft_recall
from warehouse.evaluate.writing.topics import Topic, topics
from warehouse.proof import citations, claims
from warehouse.records import StudyRow
from warehouse.results import stored
from warehouse.results.records import Article, Block
from warehouse.run import Inner, Run
from warehouse.studies import durations
from warehouse.studies.exporting.export import markdown
from warehouse.studies.works import WORKS
from warehouse.writing.ways import WAYS

COMPARED = ("rag", "orag", "storm", "omnithink", "apollo", "aware", "retell")
BESIDE = "rag"
WORDS = 1500
KILL = "kill"


class Written(Outcome, frozen=True):
    """One topic by one method. ``seconds``, ``first_s`` (to the first paragraph that can be
    read, the opening where there is one), ``section_s`` (to the first of a section) and
    ``estimate_s`` are 0 where not known: an article that went on after a stop, an unknown speed.
    """

    measured: Measured
    headings: float
    entities: float | None
    rouge_1: float
    rouge_l: float
    citation_recall: float
    citation_precision: float
    grades: dict[str, float]
    tokens: int
    calls: int
    seconds: float
    first_s: float
    estimate_s: float
    section_s: float = 0.0


def articles(job: Job) -> Iterator[Row]:
    """Raises BadInput without the data or of an unknown method, ModelMissing."""
    apart = {wished.WISHES, KILL} & job.rows
    if wished.WISHES in apart:
        methods = chosen(job, list(WAYS), [BESIDE])
        with _at(job, wished.WORDS) as (at, wanted):
            yield from wished.rows(at, wanted, methods, written)
    if KILL in apart:
        yield from killed(job)
    if not apart or job.rows - apart:
        methods = chosen(job, list(WAYS), [method for method in COMPARED if method in WAYS])
        with _at(job, WORDS) as (at, wanted):
            told = about(at, wanted)
            yield from rows(written(at, wanted, methods), told)
            kept = budget.found(_kept(at, wanted, methods), at.library.retrieval.embedder)
            yield from budget.rows(kept, told)


@contextmanager
def _at(job: Job, words: int) -> Iterator[tuple[Bench, list[Topic]]]:
    settings = structs.replace(job.settings, article_words=job.words or words)
    with topics(job) as (library, wanted), thinking(job) as engine:
        yield bench("articles", library, engine, job, settings), wanted


def written(at: Bench, wanted: Sequence[Topic], methods: Sequence[str]) -> list[Written]:
    """Of every topic by every method; what is kept is not written again."""
    cases = [*product(wanted, methods)]
    return at.every("Writing articles", "articles.jsonl", Written, cases, _written)


class _Watch:
    """When could the first paragraph be read, and when the first of a section?"""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.first_s = self.section_s = 0.0

    def seconds(self) -> float:
        return time.monotonic() - self._began

    def __call__(self, snapshot: Struct) -> None:
        if self.section_s or not isinstance(snapshot, Article):
            return
        if any(block.claims for block in snapshot.blocks):
            self.section_s = self.seconds()
        if not self.first_s and (self.section_s or snapshot.lead.claims):
            self.first_s = self.seconds()


def _written(at: Bench, topic: Topic, method: str) -> Written:
    watch = _Watch()
    run = Inner(at.job.run, watch)
    with at.journaled(topic, method) as engine:
        context = Context.of(at.library, engine, at.settings, run)
        article = WORKS["write", method](topic.name, context)
        seconds, spend = watch.seconds(), engine.spend()
        assert isinstance(article, Article)
        _keep(at, topic, article)
        article = rechecked(article, engine, run)
        cited = _cited(article, engine, run)
        text = _text(article)
        grades = rubrics.graded(topic.name, text, rubrics.ARTICLE, engine, run)
    titles = [block.title for block in article.blocks]
    embed = at.library.retrieval.embed
    alone = not spend.replayed  # else a part of the seconds was spent before
    return Written(
        topic=topic.name,
        method=method,
        measured=measured(article, at.library.retrieval.embedder),
        headings=soft_recall(embed(titles), embed(topic.headings)) if titles else 0.0,
        entities=entity_recall([text], topic.headings),
        rouge_1=rouge_1(text, topic.text),
        rouge_l=rouge_l(text, topic.text),
        citation_recall=citing.recall(cited),
        citation_precision=citing.precision(cited),
        grades=grades,
        tokens=spend.reasoning_tokens + spend.processing_tokens,
        calls=spend.calls,
        seconds=seconds * alone,
        first_s=watch.first_s * alone,
        estimate_s=estimated(method, at) * alone,
        section_s=watch.section_s * alone,
    )


def estimated(method: str, at: Bench) -> float:
    """The middle of what the window says before there is an earlier article; 0 unknown."""
    info = at.engine.info()
    begins = StudyRow(
        "", "write", "", method, "running", 0.0, 0.0, model=info.model, effort=at.settings.effort
    )
    expected = durations.expected((), begins, probe.of_model(info.sha256), at.settings)
    return (expected.low_s + expected.high_s) / 2 if expected is not None else 0.0


def rechecked(article: Article, engine: Journaled, run: Run) -> Article:
    """Every sentence as it stands, checked anew."""
    evidence = article.research.evidence

    def again(block: Block) -> Block:
        checked = claims.check(block.text, evidence, engine, run) if block.claims else ()
        return structs.replace(block, claims=checked)

    blocks = tuple(map(again, article.blocks))
    return structs.replace(article, lead=again(article.lead), blocks=blocks)


def _cited(article: Article, engine: Journaled, run: Run) -> list[citing.Cited]:
    evidence = {piece.number: piece for piece in article.research.evidence}
    all_claims = [claim for _, claim in sentences.told((article.lead, *article.blocks))]
    return citing.judged(all_claims, evidence, engine, run)


def _text(article: Article) -> str:
    pairs = [(block.title, block.text) for block in (article.lead, *article.blocks)]
    return citations.without_marks("\n".join(part for pair in pairs for part in pair if part))


def _keep(at: Bench, topic: Topic, article: Article) -> None:
    beginning = at.case(topic, article.method)
    write_whole(beginning.with_suffix(".json"), msgspec.json.encode(article))
    write_whole(beginning.with_suffix(".md"), markdown(article, at.library).encode())


def _kept(at: Bench, wanted: Sequence[Topic], methods: Sequence[str]) -> dict[Case, Article]:
    """Those that lie there to be read."""
    files = {
        Case(topic.name, method): at.case(topic, method).with_suffix(".json")
        for topic, method in product(wanted, methods)
    }
    return {
        case: stored.decode(file.read_bytes(), Article)
        for case, file in files.items()
        if file.exists()
    }


_COLUMNS: tuple[tuple[str, str, str, Callable[[Written], float | None]], ...] = (
    ("soft_heading_recall", "share", "", lambda one: one.headings),
    ("entity_recall", "share", "", lambda one: one.entities),
    ("joined_share", "share", ">= 0.3", lambda one: one.measured.joined_share),
    ("copied_share", "share", "<= 0.15", lambda one: one.measured.copied_share),
    ("repeated_share", "share", "<= 0.03", lambda one: one.measured.repeated_share),
    ("hallucination_rate", "share", "<= 0.1", lambda one: one.measured.hallucination_rate),
    ("coverage", "share", ">= 0.95", lambda one: one.measured.coverage),
    ("citation_recall", "share", "", lambda one: one.citation_recall),
    ("citation_precision", "share", "", lambda one: one.citation_precision),
    ("diversity", "1 - cosine", "", lambda one: one.measured.diversity),
    ("sources", "documents", "", lambda one: one.measured.sources),
    ("searches", "searches", "", lambda one: one.measured.searches),
    ("density", "in 100 tokens", "", lambda one: one.measured.density),
    ("rouge_1", "F1", "", lambda one: one.rouge_1),
    ("rouge_l", "F1", "", lambda one: one.rouge_l),
    ("words", "words", "", lambda one: one.measured.words),
    ("article_tokens", "tokens", "", lambda one: one.tokens),
    ("article_minutes", "min", "", lambda one: one.seconds / 60 or None),
    ("first_paragraph_minutes", "min", "<= 3", lambda one: one.first_s / 60 or None),
    ("first_section_minutes", "min", "", lambda one: one.section_s / 60 or None),
    (
        "estimate_error",
        "share",
        "<= 0.3",
        lambda one: relative_error(one.estimate_s, one.seconds) if one.estimate_s else None,
    ),
)
_OVER = {BESIDE: "gain", budget.BESIDE: f"over_{budget.BESIDE}"}
"""Beside which methods a difference is told, and the end of its name."""
_GAINS = ("soft_heading_recall", "hallucination_rate", "diversity", "sources")


def rows(found: Sequence[Written], told: dict[str, str]) -> Iterator[Row]:
    """Means with intervals over topics; gains over BESIDE and STORM on the same topics, and how the
    rate of what is not proven stands to that of BESIDE.
    """
    methods = list(dict.fromkeys(work.method for work in found))
    for name, unit, want, of in _COLUMNS:
        for method in methods:
            values = [
                value for work in found if work.method == method if (value := of(work)) is not None
            ]
            if values:
                yield mean_row(f"{name}_{method}", interval(values), unit, want, **told)
            for other, said in _OVER.items() if name in _GAINS and values else ():
                if method != other and other in methods:
                    beside = [float(of(work) or 0) for work in found if work.method == other]
                    gain = paired(beside, values)
                    yield mean_row(f"{name}_{method}_{said}", gain, "difference", **told)
    yield from _ratios(found, methods, told)
    for method in methods:
        for name in rubrics.ARTICLE:
            grade = interval([work.grades[name] for work in found if work.method == method])
            judged = {"judge": "the model", **told}
            yield mean_row(f"{name}_{method}", grade, "of 5", **judged)
    if took := [work.seconds / 60 for work in found if work.seconds]:
        yield mean_row("article_minutes", interval(took), "min", "<= 25", **told)


def _ratios(
    found: Sequence[Written], methods: Sequence[str], told: dict[str, str]
) -> Iterator[Row]:
    """Of the means; none where everything of BESIDE is proven."""
    means = {
        method: interval(
            [work.measured.hallucination_rate for work in found if work.method == method]
        ).mean
        for method in methods
    }
    if not means.get(BESIDE):
        return
    for method in methods:
        if method != BESIDE:
            name = f"hallucination_rate_{method}_of_{BESIDE}"
            yield row(name, means[method] / means[BESIDE], "ratio", "<= 0.5", **told)
