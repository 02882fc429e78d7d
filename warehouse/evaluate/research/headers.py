"""``muniment bench headers``: do headers written by a model find documents better than plain ones?

The articles of FreshWiki, one document each with its sections. What is looked for are sentences:
those of the article's own summary, which is no part of the document, and some out of its body,
without the words of its title. A header keeps its document where it is among the best SHARE of all
headers, so that the rest is dropped, as wanted of screening. The same headers are searched twice,
first plain, then written by the model in use; differences are paired, sentence by sentence. The
model's replies are kept in a journal: what was cut off goes on.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct, structs

from indexers.records import Section as Heading
from indexers.text import sentences
from warehouse.documents import headers
from warehouse.evaluate.articles import Article, sections
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.libraries import a_page, passing
from warehouse.evaluate.metrics import interval, mean_row, paired
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import model_of, remembering
from warehouse.ingest.intake import Admission
from warehouse.library import Library

ARTICLES = 16
SHARE = 0.15
OF_THE_SUMMARY = 10
OF_THE_BODY = 10
LEAST_WORDS = 8
SEED = 42


class Asked(Struct, frozen=True):
    """A sentence to look for, and the title of the document that it belongs to."""

    text: str
    title: str
    of_body: bool


def headers_rows(job: Job) -> Iterator[Row]:
    """Shares kept, plain and by the model. Raises BadInput without ``--data``, ModelMissing."""
    articles = lines(job.file("articles.jsonl"), Article)[: job.limit or ARTICLES]
    looked = [sought for article in articles for sought in asked(article)]
    with remembering(job, "headers") as engine, passing(job) as library:
        library.admit_many([_admission(article) for article in articles], job.run)
        plain = _kept(looked, library)
        headers.write_headers(library, engine, job.run)
        written = _kept(looked, library)
        about = {**model_of(engine.info()), "articles": str(len(articles))}
    for name, of_body in (("summary", False), ("body", True)):
        chosen = [at for at, sought in enumerate(looked) if sought.of_body == of_body]
        first, second = [plain[at] for at in chosen], [written[at] for at in chosen]
        for by, values in (("plain", first), ("model", second)):
            yield mean_row(f"headers_{by}_{name}", interval(values), **about)
        yield mean_row(f"headers_gain_{name}", paired(first, second), "difference", **about)


def asked(article: Article) -> list[Asked]:
    """Some sentences of the summary and of the body, without the words of the title."""
    summary = sentences.texts(article.summary)
    body = [sentence for _, said in sections(article.sections) for sentence in said]
    chance = random.Random(f"{SEED} {article.title}")
    picked = []
    for among, many, of_body in ((summary, OF_THE_SUMMARY, False), (body, OF_THE_BODY, True)):
        fit = [
            text
            for sentence in among
            if len((text := _untitled(sentence, article.name)).split()) >= LEAST_WORDS
        ]
        for text in chance.sample(fit, min(many, len(fit))):
            picked.append(Asked(text, article.name, of_body))
    return picked


def _untitled(sentence: str, title: str) -> str:
    words = {word.casefold() for word in re.findall(r"\w+", title)}
    return " ".join(
        word
        for word in sentence.split()
        if not words.intersection(part.casefold() for part in re.findall(r"\w+", word))
    )


def _kept(looked: Sequence[Asked], library: Library) -> list[float]:
    """1.0 where the document's header is among the best SHARE of all."""
    titles = {document.id: document.title for document in library.documents()}
    most = max(1, int(SHARE * len(titles)))
    return [
        float(
            sought.title
            in [titles[hit.document] for hit in library.retrieval.headers(sought.text, most)]
        )
        for sought in looked
    ]


def _admission(article: Article) -> Admission:
    """The body under its headings; the summary is kept apart."""
    text, headings = "", []
    for heading, said in sections(article.sections):
        start = len(text)
        text += f"{heading}\n{' '.join(said)}\n\n"
        headings.append(Heading(1, heading, start, len(text)))
    reading = structs.replace(a_page(article.name, text), sections=tuple(headings))
    return Admission(reading, f"{article.title}.html", msgspec.json.encode(article))
