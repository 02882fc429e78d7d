"""What kind of question is it? The model's likelihoods of the kinds and the question's vector, in a
multinomial fit (``assets/fits/kinds.json``).

One forward pass. The fits of ``kinds-vector`` and ``kinds-model`` take the place of it where no
model may be asked, and where the library's embedder is not the one that was fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from warehouse.engine import calibrated, prompts
from warehouse.engine.calibrated import Calibrated
from warehouse.engine.protocol import ChooseRequest, Engine
from warehouse.library import Library
from warehouse.results.provenance import By, QuestionKind
from warehouse.run import Run

LABELS = ("fact", "explain", "list", "count", "since", "summary", "library", "chat")
EMBEDDER = "all-minilm-l6-v2"
DIMENSION = 384
SMALLEST = 1e-5
USUAL = 2.0  # logarithm of the words of a question, about seven
SURE = 0.9  # P(library) by the vector alone, from which on no model is asked
CLOSE = 0.25  # second reading, from which on it is offered


class Weighed(Struct, frozen=True):
    """``chances`` of the kinds, likeliest first; ``explains`` and ``compares`` in 0..1."""

    chances: tuple[tuple[QuestionKind, float], ...]
    by: By
    explains: float = 0.0
    compares: float = 0.0

    @property
    def kind(self) -> QuestionKind:
        return self.chances[0][0]

    @property
    def other(self) -> QuestionKind | None:
        """The second reading where the two are close."""
        kind, chance = self.chances[1]
        return kind if chance >= CLOSE else None


def likelihoods(questions: Sequence[str], engine: Engine, run: Run) -> list[list[float]]:
    """Natural logarithms of P(label), a row a question in the order of LABELS."""
    prompt = prompts.load("kind")
    asked = [ChooseRequest(prompt.name, prompt.render(question=one), LABELS) for one in questions]
    return [list(map(log, choice.probabilities)) for choice in engine.choose(asked, run)]


def vector(question: str, library: Library) -> list[float]:
    """Of the question, for the fits; empty where the library has another embedder."""
    embedder = library.retrieval.embedder
    if not embedder.name.startswith(EMBEDDER) or not embedder.present:
        return []
    return [float(value) for value in library.retrieval.embed([question])[0]]


def weigh(question: str, library: Library, engine: Engine, run: Run) -> Weighed:
    """Raises Cancelled, and ModelMissing where the vector alone is not sure."""
    row = vector(question, library)
    if row and (sure := without_model(question, row)) is not None:
        return sure
    [told] = likelihoods([question], engine, run)
    return joined(question, row, told, engine.info().sha256)


def joined(question: str, row: Sequence[float], told: Sequence[float], sha256: str) -> Weighed:
    """From the vector, if there is one, and the likelihoods of the model with that hash."""
    weighed = by_length(question, told)
    if not row:
        explains = float(told[1] > told[0])
        return _weighed(calibrated.shipped("kinds-model"), weighed, "model", explains)
    signals = [*row, *weighed]
    explains = calibrated.of_model("explains", sha256).probability(signals)
    compares = calibrated.of_model("compares", sha256).probability(signals)
    return _weighed(calibrated.of_model("kinds", sha256), signals, "model", explains, compares)


def by_length(question: str, told: Sequence[float]) -> list[float]:
    """The likelihoods, these times the length of the question, and the length: what a small model
    says of a long question is worth less. Two columns a label, and one.
    """
    length = math.log(len(question.split()) or 1) - USUAL
    return [*told, *(length * one for one in told), length]


def needs_no_model(question: str, library: Library) -> bool:
    """Is it, by its vector alone, surely a question that the catalog answers?"""
    row = vector(question, library)
    return bool(row) and without_model(question, row) is not None


def without_model(question: str, row: Sequence[float]) -> Weighed | None:
    """Where the vector surely tells a question that the catalog answers; else None. What a number
    limits ("before 1950") the model has to tell.
    """
    if any(mark.isdigit() for mark in question):
        return None
    found = by_vector(row)
    return found if found.kind == "library" and found.chances[0][1] >= SURE else None


def by_vector(row: Sequence[float]) -> Weighed:
    return _weighed(calibrated.shipped("kinds-vector"), row, "vector")


def _weighed(
    fit: Calibrated, signals: Sequence[float], by: By, explains: float = 0.0, compares: float = 0.0
) -> Weighed:
    [chances] = fit.probabilities([signals]).tolist()
    pairs = sorted(zip(fit.labels, chances, strict=True), key=lambda pair: -pair[1])
    kinds = tuple((cast(QuestionKind, label), chance) for label, chance in pairs)
    return Weighed(kinds, by, explains, compares)


def log(probability: float) -> float:
    return math.log(max(probability, SMALLEST))
