"""Articles of people as a library to write from, without the headings that they gave.

The folder holds ``articles.jsonl`` (FreshWiki: title, summary, sections of sentences). Bodies are
divided into documents of a few sentences, each under a number and no heading, all articles in one
library, so that a method has to find its own and chooses between sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from warehouse.evaluate import libraries
from warehouse.evaluate.articles import UNDER, Article, Section, sections
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.records import Job
from warehouse.evaluate.research.thoughts_material import Part, admission
from warehouse.library import Library

SENTENCES_A_DOCUMENT = 8
TOPICS = 4  # taken where no other limit is given


class Topic(Struct, frozen=True):
    """What to write on, and what people wrote: their headings, their text, and of each sentence of
    the body the outermost heading that it stands under.
    """

    name: str
    headings: tuple[str, ...]
    text: str
    sentences: tuple[tuple[str, str], ...] = ()


@contextmanager
def topics(job: Job) -> Iterator[tuple[Library, list[Topic]]]:
    """The library of all articles, and those wanted. Raises BadInput without ``--data``."""
    articles = lines(job.file("articles.jsonl"), Article)
    parts = [part for article in articles for part in documents(article)]
    with libraries.kept([admission(part) for part in parts], job) as library:
        wanted = articles[job.skip :][: job.limit or TOPICS]
        yield library, [topic(article) for article in wanted]


def documents(article: Article) -> list[Part]:
    """The body in its order, whatever sections it has."""
    said = [sentence for _, sentences in sections(article.sections) for sentence in sentences]
    step = SENTENCES_A_DOCUMENT
    return [
        Part(f"{article.name}, part {1 + at // step}", " ".join(said[at : at + step]), "")
        for at in range(0, len(said), step)
    ]


def topic(article: Article) -> Topic:
    under = [
        (heading.partition(UNDER)[0], sentence)
        for heading, sentences in sections(article.sections)
        for sentence in sentences
    ]
    text = " ".join([article.summary, *(sentence for _, sentence in under)])
    return Topic(article.name, tuple(headings(article.sections)), text, tuple(under))


def headings(given: Sequence[Section]) -> Iterator[str]:
    """Those with sentences under or below them: lists of literature have none."""
    for section in given:
        if next(sections([section]), None) is not None:
            yield section.title
            yield from headings(section.subsections)
