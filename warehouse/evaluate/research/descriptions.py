"""``muniment bench descriptions``: does the evidence for "describe X" tell what matters about X?

Articles of FreshWiki, the body divided into parts, each a document of its own
(thoughts_material.py); the summary is kept apart. Counted is how much of the summary stands in the
sentences that a model would be given, and how many of the parts that say most of it they come from.
Then every section is asked about by its name, "What is most important about the parade of X?", and
counted is how much of that evidence comes from the section. No model is asked: after the first
search the evidence is taken to be enough.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.evaluate.articles import Article
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.metrics import interval, mean_row, precision_recall, rouge_l
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.research.thoughts import growing
from warehouse.evaluate.research.thoughts_material import describing, gold, on_sections, parts
from warehouse.methods.aware import quick
from warehouse.question.reading import Reading, content
from warehouse.results.provenance import Route
from warehouse.results.records import Evidence
from warehouse.search.embedding import Embeds

WORDS = 250  # of the evidence, so that more evidence alone tells no more


class Described(Struct, frozen=True):
    """Of one article: parts of its body, sentences of evidence, and shares of 0..1."""

    precision: float
    recall: float
    told: float


class OfSection(Struct, frozen=True):
    """The same of one section: of the evidence what is from it, of its parts what is in it."""

    section_precision: float
    section_recall: float


def descriptions(job: Job, embedder: Embeds | None = None) -> Iterator[Row]:
    """Rows over all articles that have a part which says enough of the summary."""
    articles = lines(job.file("articles.jsonl"), Article)[: job.limit or None]
    job = structs.replace(job, settings=structs.replace(job.settings, thoughts=False))
    described = [
        _described(article, job, embedder)
        for article in articles
        if gold(article.summary, parts(article))
    ]
    yield from _rows([whole for whole, _ in described], len(described))
    yield from _rows([section for _, sections in described for section in sections], len(described))


def _rows(measures: Sequence[Described] | Sequence[OfSection], articles: int) -> Iterator[Row]:
    for field in measures[0].__struct_fields__ if measures else ():
        measured = interval([getattr(measure, field) for measure in measures])
        told = {"articles": articles, "questions": len(measures)}
        yield mean_row(f"description_{field}", measured, "share", "", **told)


def _described(
    article: Article, job: Job, embedder: Embeds | None
) -> tuple[Described, list[OfSection]]:
    gates = ("enough", "explained")
    engine = ScriptedEngine([Line(gate, "", (0.99, 0.01), repeat=True) for gate in gates])
    with (
        tempfile.TemporaryDirectory(prefix="muniment-bench-") as place,
        growing(article, Path(place), job.settings, job.run, embedder) as growth,
    ):

        def evidence(question: str) -> Sequence[Evidence]:
            context = Context.of(growth.library, engine, job.settings, job.run)
            whole = Route("fact", "user", explains=True)  # no model is there to tell it
            reading = Reading(question, whole, whole=content(question))
            return quick.explore(question, replace(context, reading=reading)).evidence

        pieces = evidence(describing(article)[0])
        of_sections = [
            OfSection(*precision_recall({piece.title for piece in evidence(question)}, titles))
            for question, titles in on_sections(article).items()
        ]
    wanted = gold(article.summary, parts(article))
    precision, recall = precision_recall({piece.title for piece in pieces}, wanted)
    said = " ".join(" ".join(piece.text for piece in pieces).split()[:WORDS])
    whole = Described(precision, recall, rouge_l(article.summary, said, beta=0.0))
    return whole, of_sections
