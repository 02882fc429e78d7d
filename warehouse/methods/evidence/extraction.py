"""E: the sentences of the opened documents that answer, picked by score, copied by the program.

Each sentence is judged with its title and section in front, since alone it often says only "he".
What is kept is a range of the canonical text; the model never retypes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine.calibrated import shipped
from warehouse.library import Library
from warehouse.methods.evidence.relevance import Signals, probability
from warehouse.methods.evidence.sentences import Line
from warehouse.question.words import telling
from warehouse.search.embedding import Vector
from warehouse.search.names import TitleIndex
from warehouse.search.rarity import word_shares

EMBEDDED = 24
KEPT = 6
RELATIVE = 0.1


class Picked(Struct, frozen=True):
    """A line worth keeping, with its probability and its vector (unit length)."""

    line: Line
    probability: float
    vector: Vector


def extract(
    questions: Sequence[str],
    lines: Sequence[Line],
    titles: TitleIndex,
    context: Context,
    most: int = KEPT,
    least: float | None = None,
) -> list[Picked]:
    """At most ``most`` of ``lines``, the best for any of ``questions`` first; from ``least``
    probability on, the fit's threshold where that is None.
    """
    fit = shipped("sentences")
    weighed = signals_of(questions, lines, titles, context.library)
    found = [Picked(line, probability(fit, signals), row) for line, signals, row in weighed]
    found.sort(key=lambda one: -one.probability)
    least = fit.threshold if least is None else least
    floor = max([least, *(RELATIVE * one.probability for one in found[:1])])
    return [one for one in found[:most] if one.probability >= floor]


def signals_of(
    questions: Sequence[str], lines: Sequence[Line], titles: TitleIndex, library: Library
) -> list[tuple[Line, Signals, Vector]]:
    """What is known of each of the lines that are worth a vector by all signals that need none.

    Beside long documents words of asking do not count: manuals seldom ask, so "how" and "does"
    would be the rarest words of all.
    """
    if not lines:
        return []
    fit = shipped("sentences")
    asked = [telling(one) for one in questions] if any(one.of_long for one in lines) else questions
    shares = word_shares(asked, [line.framed for line in lines])
    read = {line.document for line in lines}
    rated = []
    for line, share in zip(lines, shares, strict=True):
        bridge = float(bool(read.intersection(titles.mentioned(line.text)) - {line.document}))
        known = Signals(words=share, lead=float(line.lead), source=line.source, bridge=bridge)
        rated.append((line, known))
    rated.sort(key=lambda pair: -probability(fit, pair[1]))
    best = rated[:EMBEDDED]
    rows = library.retrieval.embed([*questions, *(line.framed for line, _ in best)])
    told = rows[len(questions) :]
    cosines = (told @ rows[: len(questions)].T).max(axis=1)
    return [
        (line, structs.replace(signals, dense=float(cosine)), row)
        for (line, signals), cosine, row in zip(best, cosines, told, strict=True)
    ]
