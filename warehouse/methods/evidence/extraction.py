"""E: the sentences of the opened documents that answer, picked by score, copied by the program.

Each sentence is judged with its title and section in front, since alone it often says only "he".
Those of a short document, which is read whole, and those of a long one, of which a search found the
passages, are weighed by a fit each: in a manual the words of a question tell little, its meaning
much. What is kept is a range of the canonical text; the model never retypes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine.calibrated import Calibrated, shipped
from warehouse.library import Library
from warehouse.methods.evidence.relevance import Signals, probability
from warehouse.methods.evidence.sentences import Line
from warehouse.question.words import telling
from warehouse.search.embedding import Vector
from warehouse.search.names import TitleIndex
from warehouse.search.rarity import word_shares

EMBEDDED = 128
KEPT = 6  # of short documents
LONG_CHARACTERS, LATER_CHARACTERS = 1600, 600  # of long ones, for the first intent and for others
RELATIVE = 0.1
SHORT, LONG = "sentences", "sentences-of-long"


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
    supposed: str = "",
    room: int = LONG_CHARACTERS,
) -> list[Picked]:
    """At most ``most`` of ``lines`` and what ``room`` holds of long documents, in characters, the
    best for any of ``questions`` or near to what is ``supposed`` first; from ``least`` probability
    on, the fit's threshold where that is None.
    """
    weighed = signals_of(questions, lines, titles, context.library, supposed)
    found = [Picked(line, probability(_fit(line), signals), row) for line, signals, row in weighed]
    found.sort(key=lambda one: -one.probability)
    floor = max((RELATIVE * one.probability for one in found[:1]), default=0.0)
    kept: list[Picked] = []
    for one in found:
        if one.probability < max(floor, _fit(one.line).threshold if least is None else least):
            continue
        if one.line.of_long and (room := room - len(one.line.text)) < 0:
            break
        if not one.line.of_long and (most := most - 1) < 0:
            break
        kept.append(one)
    return kept


def _fit(line: Line) -> Calibrated:
    return shipped(LONG if line.of_long else SHORT)


def signals_of(
    questions: Sequence[str],
    lines: Sequence[Line],
    titles: TitleIndex,
    library: Library,
    supposed: str = "",
) -> list[tuple[Line, Signals, Vector]]:
    """What is known of each of the lines that are worth a vector by all signals that need none.

    Beside long documents words of asking do not count: manuals seldom ask, so "how" and "does"
    would be the rarest words of all.
    """
    if not lines:
        return []
    asked = [telling(one) for one in questions] if any(one.of_long for one in lines) else questions
    shares = word_shares(asked, [line.framed for line in lines])
    read = {line.document for line in lines}
    rated = []
    for line, share in zip(lines, shares, strict=True):
        bridge = float(bool(read.intersection(titles.mentioned(line.text)) - {line.document}))
        known = Signals(words=share, lead=float(line.lead), source=line.source, bridge=bridge)
        rated.append((line, known))
    rated.sort(key=lambda pair: -probability(shipped(SHORT), pair[1]) - pair[0].near)
    best = rated[:EMBEDDED]
    wanted = [*questions, *filter(None, [supposed])]
    rows = library.retrieval.embed([*wanted, *(line.framed for line, _ in best)])
    told = rows[len(wanted) :]
    cosines = (told @ rows[: len(wanted)].T).max(axis=1)
    return [
        (line, structs.replace(signals, dense=float(cosine)), row)
        for (line, signals), cosine, row in zip(best, cosines, told, strict=True)
    ]
