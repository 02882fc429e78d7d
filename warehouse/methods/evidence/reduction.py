"""R: from picked sentences to ``K_i``, numbered evidence without repetition.

A sentence like another (cosine from ``Settings.evidence_duplicate``) is a loss, unless it gives
another number or date. The pieces are by document, the most relevant first, in their order there.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from indexers import cells
from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.pieces import pieces
from warehouse.methods.evidence.screening import Screened
from warehouse.methods.evidence.sentences import Line
from warehouse.proof import contradictions
from warehouse.proof.contradictions import Facts
from warehouse.records import Hit, Place, Root
from warehouse.results.records import Evidence
from warehouse.search.embedding import Vector
from warehouse.text import shortened

LOST_CHARS = 120  # of what was left out, so that two lines of the ledger can be told apart


class Known(Struct, frozen=True):
    """What evidence says already; ``vector`` has unit length."""

    vector: Vector
    said: Facts


def reduce(
    picked: Sequence[Picked],
    lines: Sequence[Line],
    passed: Sequence[Screened],
    known: list[Known],
    context: Context,
    explain: bool = False,
) -> tuple[list[Evidence], list[Loss]]:
    """``lines`` are what was read, for the neighbours; ``passed`` the documents, each with the
    sub-query that brought it up; ``known`` is all evidence so far and is added to.
    """
    fresh, losses = _unlike(picked, known, context.settings.evidence_duplicate)
    queries = {one.candidate.document: one.candidate.query for one in passed}
    evidence = []
    for piece in pieces(fresh, lines, explain):
        first, last = piece.lines[0], piece.lines[-1]
        place = Place(first.document, first.page, first.start, last.end)
        text = context.library.catalog.for_prompts(place.document, place.start, place.end)
        query, number = queries.get(place.document, ""), context.steering.numbers.of(place)
        evidence.append(made(first, place, text, query, piece.score, number))
    return evidence, losses


def notes(evidence: Sequence[Evidence]) -> str:
    """Evidence as the model reads it: number, title (and section), the words."""
    return "\n".join(f"[{one.number}] {head(one)}: {flat(one.text)}" for one in evidence)


def head(evidence: Evidence) -> str:
    return f"{evidence.title} › {evidence.path}" if evidence.path else evidence.title


def flat(text: str) -> str:
    """On one line; cells of a table stay apart."""
    return cells.spoken(text)


def lost(stage: str, one: Evidence, reason: str) -> Loss:
    """Evidence that is left out, for the ledger."""
    what = f"[{one.number}] {head(one)}: {shortened(one.text, LOST_CHARS)}"
    place = one.place
    return Loss(stage, what, reason, place.document, place.start, place.end)


def lost_line(stage: str, line: Line, reason: str) -> Loss:
    what = f"{line.title}: {shortened(line.text, LOST_CHARS)}"
    return Loss(stage, what, reason, line.document, line.start, line.end)


def _unlike(
    picked: Sequence[Picked], known: list[Known], duplicate: float
) -> tuple[list[Picked], list[Loss]]:
    fresh: list[Picked] = []
    losses: list[Loss] = []
    for one in picked:
        line = one.line
        new = Known(one.vector, contradictions.facts(line.text))
        near = [old for old in known if float(old.vector @ new.vector) >= duplicate]
        if any(contradictions.other_value(old.said, new.said) is None for old in near):
            losses.append(lost_line("reducing", line, "says the same as evidence already kept"))
        else:
            known.append(new)
            fresh.append(one)
    return fresh, losses


def made(
    source: Hit | Line | Root, place: Place, text: str, query: str, score: float, number: int
) -> Evidence:
    """Evidence of the words at ``place``, which stand in ``source``."""
    return Evidence(
        number=number,
        place=place,
        text=text,
        title=source.title,
        page_label=source.page_label,
        path=source.path,
        query=query,
        score=score,
    )
