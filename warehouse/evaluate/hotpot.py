"""HotpotQA as a library: every paragraph of the corpus a document, its sentences kept.

The folder holds ``corpus.jsonl`` (title, sentences) and ``questions.jsonl`` (id, question, answer,
supporting [title, sentence index]). The library is built once for a corpus and kept in the home.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from indexers.records import Sentence
from warehouse.errors import BadInput
from warehouse.evaluate import libraries
from warehouse.evaluate.records import Job
from warehouse.ingest.intake import Admission
from warehouse.library import Library

_Line = TypeVar("_Line")


class Paragraph(Struct, frozen=True):
    title: str
    sentences: tuple[str, ...]


class Question(Struct, frozen=True):
    """``supporting`` are the gold sentences: (title of the paragraph, index)."""

    id: str
    question: str
    answer: str
    supporting: tuple[tuple[str, int], ...]

    @property
    def titles(self) -> frozenset[str]:
        return frozenset(title for title, _ in self.supporting)


class Gold(Struct, frozen=True):
    """What a question's gold is in this library: documents, and (document, sentence index)."""

    documents: frozenset[str]
    sentences: frozenset[tuple[str, int]]


class Corpus(Struct, frozen=True):
    """``ranges`` are the canonical sentence ranges of each document, by document id."""

    library: Library
    questions: tuple[Question, ...]
    documents: Mapping[str, str]
    ranges: Mapping[str, tuple[Sentence, ...]]

    def gold(self, question: Question) -> Gold:
        return Gold(
            frozenset(self.documents[title] for title in question.titles),
            frozenset((self.documents[title], index) for title, index in question.supporting),
        )

    def sentences_in(self, document: str, start: int, end: int) -> list[tuple[str, int]]:
        """The corpus sentences that a range covers by half or more of their length."""
        covered = []
        for index, sentence in enumerate(self.ranges[document]):
            shared = min(end, sentence.end) - max(start, sentence.start)
            if shared > 0 and 2 * shared >= sentence.end - sentence.start:
                covered.append((document, index))
        return covered


def asked(job: Job) -> list[str]:
    """The wording of all questions under ``job.data``. Raises BadInput."""
    return [question.question for question in lines(job.file("questions.jsonl"), Question)]


@contextmanager
def corpus(job: Job) -> Iterator[Corpus]:
    """The library of the corpus under ``job.data``, built when it is new. Raises BadInput."""
    paragraphs = lines(job.file("corpus.jsonl"), Paragraph)
    questions = lines(job.file("questions.jsonl"), Question)
    admissions = [_admission(paragraph) for paragraph in paragraphs]
    ids = [hashlib.sha256(admission.raw).hexdigest() for admission in admissions]
    with libraries.kept(admissions, job) as library:
        yield Corpus(
            library,
            tuple(questions[job.skip :][: job.limit or None]),
            {paragraph.title: id for paragraph, id in zip(paragraphs, ids, strict=True)},
            {
                id: admission.reading.sentences
                for admission, id in zip(admissions, ids, strict=True)
            },
        )


def _admission(paragraph: Paragraph) -> Admission:
    text, ranges = "", []
    for sentence in paragraph.sentences:
        stripped = sentence.strip()
        text += " " if text else ""
        ranges.append(Sentence(len(text), len(text) + len(stripped)))
        text += stripped
    reading = libraries.a_page(paragraph.title, text, tuple(ranges))
    return Admission(reading, f"{paragraph.title}.html", msgspec.json.encode(paragraph))


def lines(file: Path, kind: type[_Line]) -> list[_Line]:
    """The records of a JSONL file. Raises BadInput where it is missing or something else."""
    if not file.exists():
        raise BadInput(f"There is no {file.name} in {file.parent}.")
    try:
        return [
            msgspec.json.decode(line, type=kind)
            for line in file.read_bytes().splitlines()
            if line.strip()
        ]
    except msgspec.DecodeError as error:
        raise BadInput(f"{file.name} is not as expected: {error}.") from error
