"""R: from picked sentences to ``K_i``, numbered evidence without repetition.

A sentence that says what another says is a loss (repetition.py). The pieces are by document, the
most relevant first, in their order there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from indexers.records import Loss
from indexers.text import cells
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.pieces import Piece, pieces
from warehouse.methods.evidence.repetition import KnownEvidence
from warehouse.methods.evidence.sentences import Line, with_lead
from warehouse.proof import citations
from warehouse.records import Hit, Place, Root
from warehouse.results.records import Evidence
from warehouse.text import shortened, titled

SAID_ALREADY = "says the same as evidence already kept"
Range = tuple[int, int]
LOST_CHARS = 120  # of what was left out, so that two lines of the ledger can be told apart


def reduce(
    picked: Sequence[Picked],
    lines: Sequence[Line],
    queries: Mapping[str, str],
    known: KnownEvidence,
    context: Context,
    explain: bool = False,
) -> tuple[list[Evidence], list[Loss]]:
    """``lines`` are what was read, for the neighbours; ``queries`` are by document what brought it
    up; ``known`` is all evidence so far and is added to.
    """
    fresh, losses = _unlike(picked, known)
    evidence = []
    catalog = context.library.catalog
    for source, (start, end), score in _placed(pieces(fresh, lines, explain), context.library):
        stands = catalog.stands(source.document, start, end)
        text = catalog.for_prompts(source.document, start, end)
        query, number = queries.get(source.document, ""), context.steering.numbers.of(stands[0])
        evidence.append(made(source, stands, text, query, score, number))
    return evidence, losses


def _placed(found: Sequence[Piece], library: Library) -> list[tuple[Line, Range, float]]:
    """(the first line, the range, the score) of each piece. An item that goes on from the words
    which introduce its list is evidence with them and the others, and the first sentence under a
    term with that; two of one list are one.
    """
    placed: list[tuple[Line, Range, float]] = []
    for piece in found:
        first, last = piece.lines[0], piece.lines[-1]
        start, end = with_lead(first, library)[0], max(last.end, with_lead(last, library)[1])
        score = piece.score
        if placed and placed[-1][0].document == first.document and _meet(placed[-1][1], start, end):
            first, (before, after), other = placed.pop()
            start, end, score = min(start, before), max(end, after), max(score, other)
        placed.append((first, (start, end), score))
    return placed


def notes(evidence: Sequence[Evidence]) -> str:
    """Evidence as the model reads it: number, title (and section), the words."""
    return "\n".join(f"[{piece.number}] {framed(piece)}" for piece in evidence)


def listed(evidence: Sequence[Evidence]) -> str:
    """Numbers and words only: a small model copies headings into its sentences."""
    return "\n".join(f"[{piece.number}] {_bare(piece)}" for piece in evidence)


def framed(evidence: Evidence) -> str:
    """With its title and section in front, on one line."""
    return f"{head(evidence)}: {_bare(evidence)}"


def _bare(evidence: Evidence) -> str:
    """Its page's own notes would be taken for numbers of evidence."""
    return citations.without_notes(flat(evidence.text))


def head(evidence: Evidence) -> str:
    return titled(evidence.title, evidence.path)


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


def _meet(one: Range, start: int, end: int) -> bool:
    return one[0] < end and start < one[1]


def _unlike(picked: Sequence[Picked], known: KnownEvidence) -> tuple[list[Picked], list[Loss]]:
    fresh: list[Picked] = []
    losses: list[Loss] = []
    for pick in picked:
        if known.is_new(pick.line.text, pick.vector):
            fresh.append(pick)
        else:
            losses.append(lost_line("reducing", pick.line, SAID_ALREADY))
    return fresh, losses


def made(
    source: Hit | Line | Root,
    stands: tuple[Place, str],
    text: str,
    query: str,
    score: float,
    number: int,
) -> Evidence:
    """Evidence of words of ``source``; ``stands`` is their place, and what its pages are called."""
    place, label = stands
    return Evidence(
        number=number,
        place=place,
        text=text,
        title=source.title,
        page_label=label,
        path=source.path,
        query=query,
        score=score,
    )
