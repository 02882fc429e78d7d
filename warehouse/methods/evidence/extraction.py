"""E: the sentences of the opened documents that answer, picked by score, copied by the program.

Each sentence is judged with its title and section in front, since alone it often says only "he"
or "it": by the question's words in it, weighted by rarity, by its cosine, its document, and
whether it names another document. What is kept is a range of the canonical text; the model never
retypes it, so a quotation cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec
import numpy as np
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine.calibrated import Calibrated
from warehouse.library import Library
from warehouse.methods.evidence.relevance import Signals, probability, sentences
from warehouse.methods.evidence.sentences import Line
from warehouse.question.words import telling
from warehouse.search.embedding import Vectors
from warehouse.search.rarity import word_shares

EMBEDDED = 24
KEPT = 6
RELATIVE = 0.1


class Picked(Struct, frozen=True):
    """A line worth keeping, with its probability and its vector (unit length)."""

    line: Line
    probability: float
    vector: np.ndarray[tuple[int], np.dtype[np.float32]]


def extract(
    questions: Sequence[str],
    lines: Sequence[Line],
    named: Callable[[str], Collection[str]],
    context: Context,
    most: int = KEPT,
) -> list[Picked]:
    """The best of ``lines`` for any of ``questions``, best first.

    At most ``most``. ``named`` gives the documents that a text calls by their title.
    """
    if not lines:
        return []
    fit = sentences()
    lines, signals = _by_words(questions, lines, named, fit)
    vectors, signals = _with_cosines(questions, lines, signals, context.library)
    chances = [probability(fit, signal) for signal in signals]
    order = sorted(range(len(lines)), key=lambda index: -chances[index])
    floor = max(fit.threshold, RELATIVE * max(chances))
    return [
        Picked(lines[index], chances[index], vectors[index])
        for index in order[:most]
        if chances[index] >= floor
    ]


def signals_of(
    questions: Sequence[str],
    lines: Sequence[Line],
    named: Callable[[str], Collection[str]],
    library: Library,
) -> list[tuple[Line, Signals]]:
    """What is known of each of the best lines; a fit is made from it."""
    if not lines:
        return []
    lines, signals = _by_words(questions, lines, named, sentences())
    _, signals = _with_cosines(questions, lines, signals, library)
    return list(zip(lines, signals, strict=True))


def _by_words(
    questions: Sequence[str],
    lines: Sequence[Line],
    named: Callable[[str], Collection[str]],
    fit: Calibrated,
) -> tuple[list[Line], list[Signals]]:
    """The lines worth a vector, by all signals that need none."""
    asked = _telling(questions) if any(line.of_long for line in lines) else questions
    shares = word_shares(asked, [line.framed for line in lines])
    read = {line.document for line in lines}
    rated = []
    for line, share in zip(lines, shares, strict=True):
        others = read.intersection(named(line.text)) - {line.document}
        signals = Signals(
            words=share, lead=float(line.lead), source=line.source, bridge=float(bool(others))
        )
        rated.append((probability(fit, signals), line, signals))
    rated.sort(key=lambda one: -one[0])
    best = rated[:EMBEDDED]
    return [line for _, line, _ in best], [signals for _, _, signals in best]


def _telling(questions: Sequence[str]) -> list[str]:
    """The questions without words of asking: manuals seldom ask, so "how" and "does" would be the
    rarest words of all. Beside short documents, where the weights are from, they stay.
    """
    return [telling(one) for one in questions]


def _with_cosines(
    questions: Sequence[str], lines: Sequence[Line], signals: Sequence[Signals], library: Library
) -> tuple[Vectors, list[Signals]]:
    """(one unit row for each line, its signals with the best cosine to any question)."""
    rows = library.retrieval.embed([*questions, *(line.framed for line in lines)])
    asked, told = rows[: len(questions)], rows[len(questions) :]
    cosines = (told @ asked.T).max(axis=1)
    return told, [
        msgspec.structs.replace(one, dense=float(cosine))
        for one, cosine in zip(signals, cosines, strict=True)
    ]
