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
from warehouse.engine.calibrated import shipped
from warehouse.library import Library
from warehouse.methods.evidence.relevance import Signals, probability
from warehouse.methods.evidence.sentences import Line
from warehouse.question.words import telling
from warehouse.search.embedding import Vector
from warehouse.search.encoders.folders import spoken
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
    by_meaning = _weighed_by_meaning(lines, context.library)
    by_fit: dict[str, list[Picked]] = {SHORT: [], LONG: []}
    for line, signals, row in weighed:
        name = LONG if line in by_meaning else SHORT
        by_fit[name].append(Picked(line, probability(shipped(name), signals), row))
    kept: list[Picked] = []
    for name, picks in by_fit.items():
        picks.sort(key=lambda one: -one.probability)
        floor = max((RELATIVE * pick.probability for pick in picks[:1]), default=0.0)
        floor = max(floor, shipped(name).threshold if least is None else least)
        kept += [pick for pick in picks if pick.probability >= floor]
    kept.sort(key=lambda one: -one.probability)
    short = [pick for pick in kept if not pick.line.of_long][:most]
    fitting = _fitting([pick for pick in kept if pick.line.of_long], room)
    return [pick for pick in kept if pick in short or pick in fitting]


def _fitting(picked: Sequence[Picked], room: int) -> list[Picked]:
    """Those that ``room`` characters hold, best first; the best in any case."""
    kept = list(picked[:1])
    for pick in picked[1:]:
        if sum(len(other.line.text) for other in kept) + len(pick.line.text) <= room:
            kept.append(pick)
    return kept


def _weighed_by_meaning(lines: Sequence[Line], library: Library) -> frozenset[Line]:
    """Those of long documents in a language that the embedder knows."""
    known = spoken(library.retrieval.embedder.name)
    languages = library.catalog.languages_of({line.document for line in lines if line.of_long})
    able = {id for id, language in languages.items() if not known or language in ("", *known)}
    return frozenset(line for line in lines if line.of_long and line.document in able)


def signals_of(
    questions: Sequence[str],
    lines: Sequence[Line],
    titles: TitleIndex,
    library: Library,
    supposed: str = "",
) -> list[tuple[Line, Signals, Vector]]:
    """What is known of each of the lines that are worth a vector by all signals that need none; how
    near each is to any of ``questions`` and to what is ``supposed``.

    Beside long documents words of asking do not count: manuals seldom ask, so "how" and "does"
    would be the rarest words of all.
    """
    if not lines:
        return []
    asked = (
        [telling(question) for question in questions]
        if any(line.of_long for line in lines)
        else questions
    )
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
    vectors = rows[len(wanted) :]
    cosines = (vectors @ rows[: len(wanted)].T).max(axis=1)
    return [
        (line, structs.replace(signals, dense=float(cosine)), row)
        for (line, signals), cosine, row in zip(best, cosines, vectors, strict=True)
    ]
