"""E: the sentences of the opened documents that answer, picked by score, copied by the program.

All of a short document is read, of a long one the passages that were found. Each sentence is
judged with its title and section in front, since alone it often says only "he" or "it": first by
cosine and words (cheap), then the best of them by query likelihood. What is kept is a range of
the canonical text; the model never retypes it, so a quotation cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from msgspec import Struct

from indexers.records import Sentence
from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.records import Hit
from warehouse.research.names import normal
from warehouse.research.relevance import Calibration, Signals, likelihoods
from warehouse.research.screening import Screened
from warehouse.run import Run

SHORT_PASSAGES = 6
LONG_PASSAGES = 3
SENTENCES = 200
SCORED = 0
KEPT = 10
SHORTEST = 15
LONGEST = 700


class Line(Struct, frozen=True):
    """One sentence that was read. ``lead`` marks the first of its document or section."""

    document: str
    title: str
    path: str
    page: int
    page_label: str
    start: int
    end: int
    text: str
    lead: bool
    source: float

    @property
    def framed(self) -> str:
        head = f"{self.title} › {self.path}" if self.path else self.title
        return f"{head}: {self.text}"


class Picked(Struct, frozen=True):
    """A line worth keeping, with its probability and its vector (unit length)."""

    line: Line
    probability: float
    vector: np.ndarray[tuple[int], np.dtype[np.float32]]


def extract(
    questions: Sequence[str],
    passed: Sequence[Screened],
    taken: Iterable[tuple[str, int, int]],
    library: Library,
    calibration: Calibration,
    engine: Engine,
    run: Run,
) -> list[Picked]:
    """The best sentences of ``passed`` for any of ``questions``, best first.

    The first question is the one the model judges by; ``taken`` ranges are evidence already.
    """
    lines = [line for one in passed for line in read(one, library)]
    known = list(taken)
    lines = [line for line in lines if not _overlaps(line, known)]
    if not lines:
        return []
    vectors, cosines = _cosines(questions, lines, library)
    words = _overlap([normal(question) for question in questions], lines)
    signals = [
        Signals(
            dense=float(cosines[index]),
            words=words[index],
            lead=float(line.lead),
            source=line.source,
        )
        for index, line in enumerate(lines)
    ]
    cheap = calibration.sentence_cheap
    order = sorted(range(len(lines)), key=lambda index: -cheap.probability(signals[index]))
    chances = {index: cheap.probability(signals[index]) for index in order}
    keep = cheap.keep
    if SCORED:
        keep = calibration.sentence.keep
        order = [index for index in order if chances[index] >= cheap.keep][:SCORED]
        relative = likelihoods(questions[0], [lines[i].framed for i in order], engine, run)
        for index, likelihood in zip(order, relative, strict=True):
            full = msgspec.structs.replace(signals[index], likelihood=likelihood)
            chances[index] = calibration.sentence.probability(full)
        order.sort(key=lambda index: -chances[index])
    return [
        Picked(lines[index], chances[index], vectors[index])
        for index in order[:KEPT]
        if chances[index] >= keep
    ]


def read(passed: Screened, library: Library) -> list[Line]:
    """The sentences to judge in one document, in its order, each once."""
    document = passed.candidate.document
    found = sorted(passed.candidate.hits.values(), key=lambda hit: -hit.score)
    hits = library.catalog.passage_hits(document)
    if len(hits) > SHORT_PASSAGES:
        hits = found[:LONG_PASSAGES] or hits[:LONG_PASSAGES]
    sentences = library.catalog.sentences(document)
    lines: dict[tuple[int, int], Line] = {}
    sections: set[str] = set()
    for hit in sorted(hits, key=lambda hit: hit.start):
        for sentence in _inside(sentences, hit):
            if (sentence.start, sentence.end) in lines:
                continue
            text = hit.text[sentence.start - hit.start : sentence.end - hit.start]
            if SHORTEST <= len(text.strip()) <= LONGEST:
                lead = hit.path not in sections
                sections.add(hit.path)
                lines[sentence.start, sentence.end] = _line(
                    hit, sentence, text, lead, passed.probability
                )
    return list(lines.values())


def _line(hit: Hit, sentence: Sentence, text: str, lead: bool, source: float) -> Line:
    return Line(
        document=hit.document,
        title=hit.title,
        path=hit.path,
        page=hit.page,
        page_label=hit.page_label,
        start=sentence.start,
        end=sentence.end,
        text=text,
        lead=lead,
        source=source,
    )


def _inside(sentences: Sequence[Sentence], hit: Hit) -> list[Sentence]:
    return [one for one in sentences if one.start >= hit.start and one.end <= hit.end]


def _overlaps(line: Line, taken: Sequence[tuple[str, int, int]]) -> bool:
    return any(
        document == line.document and start < line.end and line.start < end
        for document, start, end in taken
    )


def _cosines(
    questions: Sequence[str], lines: list[Line], library: Library
) -> tuple[
    np.ndarray[tuple[int, int], np.dtype[np.float32]], np.ndarray[tuple[int], np.dtype[np.float32]]
]:
    """(one unit row for each line, its best cosine with any question)."""
    rows = library.retrieval.embed([*questions, *(line.framed for line in lines)])
    asked, told = rows[: len(questions)], rows[len(questions) :]
    return told, (told @ asked.T).max(axis=1)


def _overlap(questions: Sequence[str], lines: Sequence[Line]) -> list[float]:
    """The best share of a question's words that stand in the framed sentence, 0..1."""
    asked = [frozenset(question.split()) for question in questions]
    shares = []
    for line in lines:
        told = frozenset(normal(line.framed).split())
        shares.append(max((len(one & told) / max(1, len(one)) for one in asked), default=0.0))
    return shares
