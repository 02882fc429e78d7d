"""What kind of question is it, and what of the catalog does one about the library want? The model's
likelihoods of the kinds and the question's vector, in multinomial fits (``assets/fits/kinds.json``,
``counted.json``).

One forward pass. Of the kind the fits of ``kinds-vector`` and ``kinds-model`` take the place of it
where no model may be asked, and where the library's embedder is not the one that was fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from msgspec import Struct, structs

from warehouse.engine import calibrated
from warehouse.engine.calibrated import Calibrated
from warehouse.engine.choosing import replies
from warehouse.engine.protocol import Engine
from warehouse.errors import ModelMissing
from warehouse.library import Library
from warehouse.results.provenance import By, QuestionKind
from warehouse.run import Run

LABELS = ("fact", "explain", "list", "count", "since", "summary", "library", "chat")
COUNTED = (
    "files", "unreadable", "duplicates", "oldest", "newest", "added", "longest", "shortest",
    "largest", "smallest", "size", "pages", "words", "passages", "languages", "formats", "authors",
    "years", "collections", "tags", "everything",
)  # fmt: skip
LETTERS = tuple(chr(ord("A") + at) for at in range(len(COUNTED)))
"""What the prompt calls what is counted: each one token, so that one pass tells all."""
EMBEDDER = "all-minilm-l6-v2"
SMALLEST = 1e-5
USUAL = 2.0  # logarithm of the words of a question, about seven
CLOSE = 0.25  # second reading, from which on it is offered


class Weighed(Struct, frozen=True):
    """``chances`` of the kinds, that which is taken first, then the likeliest; ``explains`` and
    ``compares`` in 0..1. ``as_another``: by fits that were made on another model.
    """

    chances: tuple[tuple[QuestionKind, float], ...]
    by: By
    explains: float = 0.0
    compares: float = 0.0
    as_another: bool = False

    @property
    def kind(self) -> QuestionKind:
        return self.chances[0][0]

    @property
    def other(self) -> QuestionKind | None:
        """The second reading where the two are close, or no model was asked."""
        kind, chance = self.chances[1]
        return kind if chance >= CLOSE or self.by == "vector" else None


def likelihoods(
    questions: Sequence[str],
    engine: Engine,
    run: Run,
    name: str = "kind",
    labels: Sequence[str] = LABELS,
) -> list[list[float]]:
    """Natural logarithms of P(label) by the prompt of that name, a row a question."""
    given = [{"question": question} for question in questions]
    return [list(map(log, chances)) for chances in replies(name, given, labels, engine, run)]


def vector(question: str, library: Library) -> list[float]:
    """Of the question, for the fits; empty where the library has another embedder."""
    embedder = library.retrieval.embedder
    if not embedder.name.startswith(EMBEDDER) or not embedder.present:
        return []
    return [float(value) for value in library.retrieval.embed([question])[0]]


def weigh(question: str, library: Library, engine: Engine, run: Run) -> Weighed:
    """By the vector alone where no model can be asked and it tells a question to the catalog.

    Raises Cancelled, and ModelMissing where it does not.
    """
    row = vector(question, library)
    try:
        [told] = likelihoods([question], engine, run)
    except ModelMissing:
        if row and (weighed := by_vector(row)).kind == "library":
            return weighed
        raise
    return joined(question, row, told, engine.info().sha256)


def joined(question: str, row: Sequence[float], told: Sequence[float], sha256: str) -> Weighed:
    """From the vector, if there is one, and the likelihoods of the model with that hash."""
    weighed = by_length(question, told)
    if not row:
        explains = float(told[1] > told[0])
        fit = calibrated.of_model("kinds-model", sha256)
        judgement = _weighed(fit, weighed, "model", explains)
        return structs.replace(judgement, as_another=fit.uncalibrated)
    signals = [*row, *weighed]
    fits = [calibrated.of_model(name, sha256) for name in ("kinds", "explains", "compares")]
    explains, compares = (fit.probability(signals) for fit in fits[1:])
    judgement = _weighed(fits[0], signals, "model", explains, compares)
    as_another = any(fit.uncalibrated for fit in fits)
    return _rather_read(structs.replace(judgement, as_another=as_another))


def _rather_read(found: Weighed) -> Weighed:
    """What may as well be for the documents is for them: an answer from the catalog to such a
    question tells nothing of what was asked, and the catalog is still offered.
    """
    if found.kind != "library" or found.other is None:
        return found
    first, second, *rest = found.chances
    return structs.replace(found, chances=(second, first, *rest))


def by_length(question: str, told: Sequence[float]) -> list[float]:
    """The likelihoods, these times the length of the question (of a long one they are worth less),
    and the length.
    """
    length = math.log(len(question.split()) or 1) - USUAL
    return [*told, *(length * likelihood for likelihood in told), length]


def counted(question: str, library: Library, engine: Engine | None, run: Run) -> tuple[str, bool]:
    """One of COUNTED, and whether a fit that was made on another model told it; ``engine`` None
    where none is to be asked, so that the vector alone tells.

    Raises Cancelled, ModelMissing.
    """
    row = vector(question, library)
    told: list[float] = []
    if engine is not None:
        [told] = likelihoods([question], engine, run, "counted", LETTERS)
    if not row:
        return COUNTED[told.index(max(told))] if told else COUNTED[-1], False
    fit = calibrated.shipped("counted-vector")
    if engine is not None:
        fit = calibrated.of_model("counted", engine.info().sha256)
    return fit.labels[int(fit.probabilities([[*row, *told]])[0].argmax())], fit.uncalibrated


def needs_no_model(question: str, library: Library) -> bool:
    """Is it, by its vector alone, a question that the catalog answers?"""
    row = vector(question, library)
    return bool(row) and by_vector(row).kind == "library"


def by_vector(row: Sequence[float]) -> Weighed:
    """Without a model a question to the catalog can be answered and no other; so it counts as one
    from the chance that parts these best from others (the fit's threshold), likeliest or not.
    """
    fit = calibrated.shipped("kinds-vector")
    weighed = _weighed(fit, row, "vector")
    taken = dict(weighed.chances)["library"] >= fit.threshold
    first = sorted(weighed.chances, key=lambda pair: not taken or pair[0] != "library")
    return structs.replace(weighed, chances=tuple(first))


def _weighed(
    fit: Calibrated, signals: Sequence[float], by: By, explains: float = 0.0, compares: float = 0.0
) -> Weighed:
    [chances] = fit.probabilities([signals]).tolist()
    pairs = sorted(zip(fit.labels, chances, strict=True), key=lambda pair: -pair[1])
    kinds = tuple((cast(QuestionKind, label), chance) for label, chance in pairs)
    return Weighed(kinds, by, explains, compares)


def log(probability: float) -> float:
    return math.log(max(probability, SMALLEST))
