"""From picked sentences to pieces of evidence that can be understood alone.

One to ``MOST`` sentences, so that a citation points at few words. A gap of one sentence is closed;
where an explanation is wanted, the best sections are kept as longer runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.prose import is_told_before, leans
from warehouse.methods.evidence.sentences import Line

MOST = 3
SECTION_CHARACTERS = (1200, 1000)
GAP = 2
DISCOUNT = 0.9
STRAY = 0.5
BACK = 2


class Piece(Struct, frozen=True):
    """Neighbouring lines of one section, and the probability of the best of them."""

    lines: tuple[Line, ...]
    score: float


def pieces(picked: Sequence[Picked], lines: Sequence[Line], explain: bool) -> list[Piece]:
    """The document with the best sentence first; of each its pieces in their order.

    ``lines`` are all that may be used; ``explain`` keeps long runs of the best sections.
    """
    chosen: dict[Line, float] = {pick.line: pick.probability for pick in picked}
    shelves: dict[str, list[Line]] = {}
    for line in sorted(dict.fromkeys([*lines, *chosen]), key=lambda line: line.start):
        shelves.setdefault(line.document, []).append(line)
    if explain:
        _grow(chosen, shelves)
    best = sorted(chosen, key=lambda line: -chosen[line])
    kept: list[Piece] = []
    for document in dict.fromkeys(line.document for line in best):
        shelf = shelves[document]
        _close_gaps(chosen, shelf)
        kept += [piece for run in _runs(chosen, shelf) for piece in _cut(run, chosen)]
    return kept


def _grow(chosen: dict[Line, float], shelves: Mapping[str, Sequence[Line]]) -> None:
    """Longer runs in the best sections; of the others only what is as good as the best.

    A section is as good as its best passage in the search and the sentences picked from it.
    """
    sections: dict[tuple[str, str], list[Line]] = {}
    for shelf in shelves.values():
        for line in shelf:
            sections.setdefault((line.document, line.path), []).append(line)
    best = max(chosen.values(), default=0.0)
    order = sorted(sections.values(), key=lambda section: -_worth(section, chosen, best))
    for line in [line for line, chance in chosen.items() if chance < STRAY * best]:
        del chosen[line]
    for section, room in zip(order, SECTION_CHARACTERS, strict=False):
        centre = max(section, key=lambda line: (chosen.get(line, 0.0), line.near))
        for line in _outwards(section, section.index(centre)):
            room -= len(line.text)
            if room < 0:
                break
            chance = best * centre.near if centre.of_long else centre.near
            chosen.setdefault(line, max(chance, chosen.get(centre, 0.0)) * DISCOUNT)


def _worth(section: Sequence[Line], chosen: Mapping[Line, float], best: float) -> float:
    """Of a long document, of which no sentence is likely, beside the ``best`` of all."""
    picked = sum(chosen.get(line, 0.0) for line in section)
    if section[0].of_long and best > 0:
        picked /= best
    return max(line.near for line in section) + min(1.0, picked)


def _outwards(section: Sequence[Line], centre: int) -> list[Line]:
    """From the centre, two on and one back in turn: an explanation follows what it explains."""
    after, before = list(section[centre:]), list(reversed(section[:centre]))
    order: list[Line] = []
    while after or before:
        order += [*after[:2], *before[:1]]
        after, before = after[2:], before[1:]
    return order


def _close_gaps(chosen: dict[Line, float], shelf: Sequence[Line]) -> None:
    """A line between two that were picked is kept, too."""
    for first, middle, last in zip(shelf, shelf[1:], shelf[2:], strict=False):
        if first in chosen and last in chosen and _joined(first, middle) and _joined(middle, last):
            chosen.setdefault(middle, chosen[last] * DISCOUNT)


def _runs(chosen: Mapping[Line, float], shelf: Sequence[Line]) -> list[list[Line]]:
    runs: list[list[Line]] = []
    for line in shelf:
        if line not in chosen:
            continue
        if runs and _joined(runs[-1][-1], line):
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _joined(first: Line, second: Line) -> bool:
    return first.path == second.path and 0 <= second.start - first.end <= GAP


def _cut(run: Sequence[Line], chosen: Mapping[Line, float]) -> list[Piece]:
    """A run in parts of nearly the same length, of about ``MOST`` lines at most."""
    parts = -(-len(run) // MOST)
    inside = {_bound(run, round(len(run) * part / parts)) for part in range(1, parts)}
    bounds = [0, *sorted(inside), len(run)]
    return [
        Piece(tuple(run[first:last]), max(chosen[line] for line in run[first:last]))
        for first, last in pairwise(bounds)
    ]


def _bound(run: Sequence[Line], at: int) -> int:
    """``at``, or the place beside it where a part would not begin with a line that leans."""
    beside = [place for place in (at, at - 1, at + 1) if 0 < place < len(run)]
    return next((place for place in beside if not leans(run[place].text)), at)


def antecedents(picked: Sequence[Picked], lines: Sequence[Line]) -> list[Line]:
    """What the picked lines lean on, ``BACK`` lines back at most, where it is not picked itself;
    the line before one that begins with "The X", where nothing says which X that is.
    """
    shelf = sorted(dict.fromkeys(lines), key=lambda line: (line.document, line.start))
    before = {later: line for line, later in pairwise(shelf) if _follows(line, later)}
    chosen = {pick.line for pick in picked}
    leant_on: dict[Line, None] = {}
    for pick in picked:
        line, steps = pick.line, 0
        while _hangs(line) and line in before and steps < BACK:
            line, steps = before[line], steps + 1
            if line not in chosen:
                leant_on[line] = None
    return list(leant_on)


def _hangs(line: Line) -> bool:
    return leans(line.text) or is_told_before(line.text, f"{line.title} {line.path}")


def _follows(first: Line, second: Line) -> bool:
    return first.document == second.document and _joined(first, second)
