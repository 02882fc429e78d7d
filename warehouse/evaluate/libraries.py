"""The libraries to measure on: thrown away or kept in the home, of files or of made texts."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from indexers.records import Page, Reading, Sentence
from indexers.text import sentences
from warehouse.evaluate.records import Job
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.search.embedding import Embeds
from warehouse.settings import home


@contextmanager
def passing(job: Job, embedder: Embeds | None = None) -> Iterator[Library]:
    """An empty one that is thrown away at the end."""
    with (
        tempfile.TemporaryDirectory(prefix="muniment-bench-") as place,
        Library(Path(place), job.settings, embedder) as library,
    ):
        yield library


@contextmanager
def of_folder(folder: Path, job: Job) -> Iterator[Library]:
    """The documents of the folder in one that is thrown away."""
    with passing(job) as library:
        library.add([folder], job.run)
        yield library


@contextmanager
def kept(admissions: Sequence[Admission], job: Job) -> Iterator[Library]:
    """One of just these, built once and kept in the home; closed at the end."""
    ids = [hashlib.sha256(admission.raw).hexdigest() for admission in admissions]
    with Library(home() / "bench" / f"library-{_key(ids, job)}", job.settings) as library:
        missing = [
            admission
            for admission, id in zip(admissions, ids, strict=True)
            if not library.catalog.knows(id) or library.catalog.document(id).state != "verified"
        ]
        if missing:
            library.resume(job.run)
            library.admit_many(missing, job.run)
        yield library


def a_page(
    title: str, text: str, spans: tuple[Sentence, ...] | None = None, language: str = "en"
) -> Reading:
    """What would be read of a web page of that text; its sentences are ``spans`` where given."""
    return Reading(
        kind="web",
        title=title,
        text=text,
        pages=(Page(0, "1", 0, len(text), 0, 0),),
        sections=(),
        sentences=sentences.split(text) if spans is None else spans,
        language=language,
    )


def _key(ids: Sequence[str], job: Job) -> str:
    settings = job.settings
    parts = (sorted(ids), settings.passage_tokens, settings.passage_overlap, settings.embedder)
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:12]
