"""A library of very many passages, made from few: real sentences shuffled into passages.

A passage is SENTENCES sentences of the corpus under ``--data`` (``corpus.jsonl``), drawn at
random; its vector is the mean of theirs, made synthetic so that a million need no day. Rows, terms
and vectors go through the program's own catalog, analyzer and store; nothing is read from files.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexers.records import Passage
from warehouse.evaluate import hotpot
from warehouse.evaluate.libraries import a_page
from warehouse.evaluate.records import Job
from warehouse.library import Library
from warehouse.records import Document, Header
from warehouse.search import analyzer
from warehouse.search.embedding import Embeds
from warehouse.search.simhash import sketch
from warehouse.settings import home
from warehouse.store.catalog.content import Parsed
from warehouse.store.catalog.reading_rows import passage_id
from warehouse.store.lance.store import Terms

SENTENCES = 6
PASSAGES_IN_A_DOCUMENT = 100
DOCUMENTS_TOGETHER = 500
MADE = "crowd"
SEED = 42


class Sentences(Struct, frozen=True):
    texts: list[str]
    terms: list[str]
    vectors: NDArray[np.float32]


@contextmanager
def crowd(job: Job, passages: int) -> Iterator[Library]:
    """A library of that many passages, kept in the home. Raises BadInput without ``job.data``."""
    folder = home() / "bench" / f"crowd-{passages}"
    with Library(folder, job.settings) as library:
        if library.catalog.fact(MADE) != "whole":
            fill(library, sentences_of(job, library.embedder), passages, job)
            library.catalog.set_fact(MADE, "whole")
        yield library


def sentences_of(job: Job, embedder: Embeds) -> Sentences:
    """Raises BadInput without ``job.data``."""
    paragraphs = hotpot.lines(job.file("corpus.jsonl"), hotpot.Paragraph)
    texts = [
        sentence.strip()
        for paragraph in paragraphs
        for sentence in paragraph.sentences
        if sentence.strip()
    ]
    job.run.step("Embedding the sentences", 0, 0, "")
    vectors = embedder.embed(texts, background=True)
    return Sentences(texts, [analyzer.indexed(text, "en") for text in texts], vectors)


def fill(
    library: Library,
    sentences: Sentences,
    passages: int,
    job: Job,
    in_a_document: int = PASSAGES_IN_A_DOCUMENT,
) -> None:
    """Whole documents; one that is there already is left."""
    documents = -(-passages // in_a_document)
    for at in range(0, documents, DOCUMENTS_TOGETHER):
        job.run.step("Making documents", at, documents)
        part = range(at, min(documents, at + DOCUMENTS_TOGETHER))
        _put(library, [_Made(number, sentences, in_a_document) for number in part])
    library.store.optimise()


class _Made:
    """One document: its sentences by number, its text, where its passages stand."""

    def __init__(self, number: int, sentences: Sentences, passages: int) -> None:
        self.id = hashlib.sha256(f"crowd {number}".encode()).hexdigest()
        self.title = f"Document {number}"
        random = np.random.default_rng(SEED + number)
        shape = (passages, SENTENCES)
        self.drawn = random.integers(0, len(sentences.texts), shape)
        texts = [" ".join(sentences.texts[at] for at in row) for row in self.drawn]
        starts = np.cumsum([0, *(len(text) + 1 for text in texts)])
        self.text = "\n".join(texts)
        self.passages = tuple(
            Passage(int(start), int(start) + len(text), 0, 0, "", 0)
            for start, text in zip(starts, texts, strict=False)
        )
        self.terms = [" ".join(sentences.terms[at] for at in row) for row in self.drawn]
        means = sentences.vectors[self.drawn].mean(axis=1)
        means += random.normal(0, 0.01, means.shape)
        self.vectors = (means / np.linalg.norm(means, axis=1, keepdims=True)).astype(np.float32)

    def row(self) -> Document:
        return Document(self.id, self.title, "web", "", len(self.text), time.time(), "queued")

    def parsed(self) -> Parsed:
        reading = a_page(self.title, self.text, spans=())
        about = (self.title, "web", "en", "", (), "", (), (), ())
        header = Header(self.id, *about, 1, len(self.text) // 6, 0, 0, "plain")
        return Parsed(self.id, reading, self.passages, header, "", 0)


def _put(library: Library, made: Sequence[_Made]) -> None:
    made = [document for document in made if not library.catalog.knows(document.id)]
    if not made:
        return
    rows = [
        Terms(passage_id(document.id, passage.start, passage.end), document.id, terms)
        for document in made
        for passage, terms in zip(document.passages, document.terms, strict=True)
    ]
    library.store.append("passages", rows, np.concatenate([document.vectors for document in made]))
    headers = [
        Terms(document.id, document.id, analyzer.indexed(document.title, "en")) for document in made
    ]
    library.store.append("headers", headers, np.stack([document.vectors[0] for document in made]))
    with library.catalog.write():
        for document in made:
            library.catalog.queue(document.row(), ".html")
        library.catalog.store_readings([document.parsed() for document in made])
        for document in made:
            count = len(document.passages)
            library.catalog.change([document.id], state="verified", embedded=count)
        library.catalog.set_sketches((row.id, sketch(row.terms.split(" "))) for row in rows)
