"""What a question about the library wants of the catalog: files, pages, the oldest, and so on.

The model's likelihoods of the words for it and the vector of the question in one fit
(``assets/fits/counted.json``); the vector alone where no model is asked.
"""

from __future__ import annotations

from warehouse.engine import calibrated
from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.question import kinds
from warehouse.run import Run

LABELS = (
    "files", "unreadable", "duplicates", "oldest", "newest", "added", "longest", "shortest",
    "largest", "smallest", "size", "pages", "words", "passages", "languages", "formats", "authors",
    "years", "collections", "tags", "everything",
)  # fmt: skip
LETTERS = tuple(chr(ord("A") + at) for at in range(len(LABELS)))
"""What the prompt calls them: each one token, so that one pass tells all."""


def wanted(question: str, library: Library, engine: Engine | None, run: Run) -> str:
    """One of LABELS; ``engine`` None where none is to be asked. Raises Cancelled, ModelMissing."""
    row = kinds.vector(question, library)
    told = []
    if engine is not None:
        [told] = kinds.likelihoods([question], engine, run, "counted", LETTERS)
    if engine is not None and row:
        return _best(calibrated.of_model("counted", engine.info().sha256), [*row, *told])
    if row:
        return _best(calibrated.shipped("counted-vector"), row)
    return LABELS[told.index(max(told))] if told else LABELS[-1]


def _best(fit: calibrated.Calibrated, signals: list[float]) -> str:
    return fit.labels[int(fit.probabilities([signals])[0].argmax())]
