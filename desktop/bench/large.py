"""A library of ten thousand documents of ten passages each, made once and kept in the home.

Of the sentences of ``--data`` where it has a ``corpus.jsonl``; else of the handbook, with vectors
drawn by chance: what the window does with it does not hang on what they mean.
"""

from __future__ import annotations

import numpy as np
from msgspec import structs

from indexers.text.sentences import texts as texts_of
from warehouse.evaluate.records import Job
from warehouse.evaluate.retrieval.crowd import Sentences, fill, sentences_of
from warehouse.library import Library
from warehouse.search import analyzer
from warehouse.settings import ASSETS, Settings, home

DOCUMENTS, PASSAGES = 10_000, 10
SEED = 7


def large(job: Job) -> Settings:
    """Settings with that library, made where it is not there yet; ``job.limit`` is another size."""
    folder = home() / "bench" / "typing"
    settings = structs.replace(job.settings, warehouse=str(folder), model_headers=False)
    wanted = job.limit or DOCUMENTS
    with Library(folder, settings) as library:
        if len(library.catalog.documents()) < wanted:
            given = job.data is not None and (job.data / "corpus.jsonl").exists()
            sentences = sentences_of(job, library.embedder) if given else _of_the_handbook(library)
            fill(library, sentences, wanted * PASSAGES, job, PASSAGES)
    return settings


def _of_the_handbook(library: Library) -> Sentences:
    files = sorted((ASSETS / "handbook").glob("*.md"))
    words = "\n\n".join(file.read_text("utf-8") for file in files)
    texts = [" ".join(text.split()) for text in texts_of(words)]
    terms = [analyzer.indexed(text, "en") for text in texts]
    random = np.random.default_rng(SEED)
    vectors = random.normal(size=(len(texts), library.store.dimension)).astype(np.float32)
    return Sentences(texts, terms, vectors)
