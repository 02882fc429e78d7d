"""R: from picked sentences to ``K_i``, numbered evidence without repetition.

A sentence with the range of another, or nearly its words (cosine from
``Settings.evidence_duplicate``), says nothing new and is a loss, unless it gives another number
or date: then the two are nearly the same because they contradict each other. What stays is kept in
pieces with the neighbours it needs. The order is by document, the most relevant first, and inside a
document as it is written. Numbers are given here and never change.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from indexers.records import Loss
from warehouse.library import Library
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.pieces import Piece, pieces
from warehouse.methods.evidence.sentences import Line
from warehouse.proof import contradictions
from warehouse.proof.contradictions import Facts
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.search.embedding import Vector
from warehouse.steering import Numbers
from warehouse.text import shortened

LOST_CHARS = 120  # of what was left out, so that two lines of the ledger can be told apart


class Known(Struct, frozen=True):
    """What evidence says already; ``vector`` has unit length."""

    vector: Vector
    said: Facts


def reduce(
    picked: Sequence[Picked],
    lines: Sequence[Line],
    explain: bool,
    known: list[Known],
    numbers: Numbers,
    queries: dict[str, str],
    duplicate: float,
    library: Library,
) -> tuple[list[Evidence], list[Loss]]:
    """``known`` is all evidence so far and is added to.

    ``lines`` are what was read, for the neighbours; ``queries`` says which
    sub-query brought up a document.
    """
    fresh, losses = _unlike(picked, known, duplicate)
    found = [piece for document in pieces(fresh, lines, explain) for piece in document]
    return [_evidence(piece, numbers, queries, library) for piece in found], losses


def notes(evidence: Sequence[Evidence]) -> str:
    """Evidence as the model reads it: number, title (and section), the words."""
    return "\n".join(f"[{one.number}] {head(one)}: {flat(one.text)}" for one in evidence)


def head(evidence: Evidence) -> str:
    return f"{evidence.title} › {evidence.path}" if evidence.path else evidence.title


def flat(text: str) -> str:
    return " ".join(text.split())


def _unlike(
    picked: Sequence[Picked], known: list[Known], duplicate: float
) -> tuple[list[Picked], list[Loss]]:
    fresh: list[Picked] = []
    losses: list[Loss] = []
    for one in picked:
        new = Known(one.vector, contradictions.facts(one.line.text))
        if _repeats(new, known, duplicate):
            losses.append(left_out("reducing", one.line, "says the same as evidence already kept"))
            continue
        known.append(new)
        fresh.append(one)
    return fresh, losses


def _repeats(new: Known, known: Sequence[Known], duplicate: float) -> bool:
    if not known:
        return False
    cosines = np.stack([one.vector for one in known]) @ new.vector
    near = [one for one, cosine in zip(known, cosines, strict=True) if cosine >= duplicate]
    return any(contradictions.other_value(one.said, new.said) is None for one in near)


def left_out(stage: str, line: Line, reason: str) -> Loss:
    what = f"{line.title}: {shortened(line.text, LOST_CHARS)}"
    return Loss(stage, what, reason, line.document, line.start, line.end)


def _evidence(
    piece: Piece, numbers: Numbers, queries: dict[str, str], library: Library
) -> Evidence:
    first, last = piece.lines[0], piece.lines[-1]
    place = Place(first.document, first.page, first.start, last.end)
    return Evidence(
        number=numbers.of(place),
        place=place,
        text=library.catalog.for_prompts(first.document, first.start, last.end),
        title=first.title,
        page_label=first.page_label,
        path=first.path,
        query=queries.get(first.document, ""),
        score=piece.score,
    )
