"""R: from picked sentences to ``K_i``, numbered evidence without repetition.

A sentence that says what another says is a loss (repetition.py). The pieces are by document, the
most relevant first, in their order there.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers import cells
from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.pieces import Piece, pieces
from warehouse.methods.evidence.repetition import KnownEvidence
from warehouse.methods.evidence.screening import Screened
from warehouse.methods.evidence.sentences import Line, with_list
from warehouse.records import Hit, Place, Root
from warehouse.results.records import Evidence
from warehouse.text import shortened

SAID_ALREADY = "says the same as evidence already kept"
LOST_CHARS = 120  # of what was left out, so that two lines of the ledger can be told apart


def reduce(
    picked: Sequence[Picked],
    lines: Sequence[Line],
    passed: Sequence[Screened],
    known: KnownEvidence,
    context: Context,
    explain: bool = False,
) -> tuple[list[Evidence], list[Loss]]:
    """``lines`` are what was read, for the neighbours; ``passed`` the documents, each with the
    sub-query that brought it up; ``known`` is all evidence so far and is added to.
    """
    fresh, losses = _unlike(picked, known)
    queries = {one.candidate.document: one.candidate.query for one in passed}
    evidence = []
    for source, place, score in _placed(pieces(fresh, lines, explain), context.library):
        text = context.library.catalog.for_prompts(place.document, place.start, place.end)
        query, number = queries.get(place.document, ""), context.steering.numbers.of(place)
        evidence.append(made(source, place, text, query, score, number))
    return evidence, losses


def _placed(found: Sequence[Piece], library: Library) -> list[tuple[Line, Place, float]]:
    """(the first line, the place, the score) of each piece. An item that goes on from the words
    which introduce its list is evidence with them and the others; two of one list are one.
    """
    placed: list[tuple[Line, Place, float]] = []
    for piece in found:
        first, last = piece.lines[0], piece.lines[-1]
        start, end = with_list(first, library)[0], max(last.end, with_list(last, library)[1])
        score = piece.score
        if placed and placed[-1][1].meets(first.document, start, end):
            first, before, other = placed.pop()
            start, end = min(start, before.start), max(end, before.end)
            score = max(score, other)
        if start < first.start:
            page, label = library.catalog.page_at(first.document, start)
            first = structs.replace(first, page=page, page_label=label)
        place = Place(first.document, first.page, start, end)
        placed.append((first, place, score))
    return placed


def notes(evidence: Sequence[Evidence]) -> str:
    """Evidence as the model reads it: number, title (and section), the words."""
    return "\n".join(f"[{one.number}] {framed(one)}" for one in evidence)


def framed(evidence: Evidence) -> str:
    """With its title and section in front, on one line."""
    return f"{head(evidence)}: {flat(evidence.text)}"


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


def _unlike(picked: Sequence[Picked], known: KnownEvidence) -> tuple[list[Picked], list[Loss]]:
    fresh: list[Picked] = []
    losses: list[Loss] = []
    for one in picked:
        if known.is_new(one.line.text, one.vector):
            fresh.append(one)
        else:
            losses.append(lost_line("reducing", one.line, SAID_ALREADY))
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
