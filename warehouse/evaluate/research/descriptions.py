"""``muniment bench descriptions``: does the evidence for "describe X" tell what matters about X?

Articles of FreshWiki, the body divided into parts, each a document of its own
(thoughts_material.py); the summary is kept apart. Counted is how much of the summary stands in the
sentences that a model would be given, and how many of the parts that say most of it they come from.
No model is asked: after the first search the evidence is taken to be enough.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, structs

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.metrics import interval, precision_recall, rouge_l
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.research.thoughts import growing
from warehouse.evaluate.research.thoughts_material import Article, describing, gold, parts
from warehouse.research import aware
from warehouse.search.embedding import Embeds

WORDS = 250  # of the evidence, so that more evidence alone tells no more


class Described(Struct, frozen=True):
    """Of one article: parts of its body, sentences of evidence, and shares of 0..1."""

    precision: float
    recall: float
    told: float


def descriptions(job: Job, embedder: Embeds | None = None) -> Iterator[Row]:
    """Rows over all articles that have a part which says enough of the summary."""
    if job.data is None:
        raise BadInput("This benchmark needs its data.", "Give --data DIR with articles.jsonl.")
    articles = lines(job.data / "articles.jsonl", Article)[: job.limit or None]
    job = structs.replace(job, settings=structs.replace(job.settings, thoughts=False))
    found = [_described(one, job, embedder) for one in articles if gold(one.summary, parts(one))]
    for field in Described.__struct_fields__:
        measured = interval([getattr(one, field) for one in found])
        name = f"description_{field}"
        yield row(name, measured.mean, "share", "", interval=measured, articles=f"{len(found)}")


def _described(article: Article, job: Job, embedder: Embeds | None) -> Described:
    engine = ScriptedEngine([Line("enough", "", (0.99, 0.01), repeat=True)])
    with (
        tempfile.TemporaryDirectory(prefix="muniment-bench-") as place,
        growing(article, Path(place), job.settings, job.run, embedder) as growth,
    ):
        question = describing(article)
        chain = aware.explore(question, growth.library, engine, job.settings, job.run)
    wanted = gold(article.summary, parts(article))
    precision, recall = precision_recall({one.title for one in chain.evidence}, wanted)
    said = " ".join(" ".join(one.text for one in chain.evidence).split()[:WORDS])
    return Described(precision, recall, rouge_l(article.summary, said, beta=0.0))
