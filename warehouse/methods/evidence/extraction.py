"""E: the sentences of the opened documents that answer, picked by score, copied by the program.

Each sentence is judged with its title and section in front, since alone it often says only "he"
or "it": by the question's words in it, weighted by rarity, by its cosine, its document, and
whether it names another document; then, where ``SCORED`` allows, by query likelihood. What is kept
is a range of the canonical text; the model never retypes it, so a quotation cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec
import numpy as np
from msgspec import Struct

from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.relevance import Calibration, Signals, Weights, likelihoods
from warehouse.methods.evidence.sentences import Line
from warehouse.question.words import telling
from warehouse.search.embedding import Vectors
from warehouse.search.rarity import word_shares

SCORED = 0
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
    calibration: Calibration,
) -> list[Picked]:
    """The best of ``lines`` for any of ``questions``, best first.

    The first question is the one the model judges by. ``named`` gives the documents that a text
    calls by their title.
    """
    if not lines:
        return []
    weights = calibration.sentence_cheap
    lines, signals = _by_words(questions, lines, named, weights)
    vectors, signals = _with_cosines(questions, lines, signals, context.library)
    chances = [weights.probability(signal) for signal in signals]
    order = sorted(range(len(lines)), key=lambda index: -chances[index])
    if SCORED:
        order = [index for index in order if chances[index] >= weights.keep][:SCORED]
        weights = calibration.sentence
        relative = likelihoods(
            questions[0], [lines[i].framed for i in order], context.engine, context.run
        )
        for index, likelihood in zip(order, relative, strict=True):
            full = msgspec.structs.replace(signals[index], likelihood=likelihood)
            chances[index] = weights.probability(full)
        order.sort(key=lambda index: -chances[index])
    floor = max(weights.keep, RELATIVE * max(chances))
    return [
        Picked(lines[index], chances[index], vectors[index])
        for index in order[:KEPT]
        if chances[index] >= floor
    ]


def _by_words(
    questions: Sequence[str],
    lines: Sequence[Line],
    named: Callable[[str], Collection[str]],
    weights: Weights,
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
        rated.append((weights.probability(signals), line, signals))
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
