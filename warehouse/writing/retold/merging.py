"""Once evidence is gathered: sections that stand on the same ground become one.

Headings can differ while their evidence does not. The ground of a section is the mean direction of
its evidence; where two are alike, or where one has next to nothing to say, the one with more words
takes in the other and keeps its title.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from indexers.records import Loss
from warehouse.library import Library
from warehouse.structures.communities import Matrix
from warehouse.text import words_in
from warehouse.writing.retold.planned import Section

SAME = 0.85
THIN = 0.3  # of the mean words of a section
STAGE = "outlining"
NOTHING = "no section of its own: nothing to tell was found for it"
_TINY = 1e-9


def merged(
    sections: Sequence[Section], library: Library
) -> tuple[tuple[Section, ...], tuple[Loss, ...]]:
    """The sections that have evidence, no two on the same ground, in their order; and a loss for
    each that is none of its own.
    """
    left = [section for section in sections if section.evidence]
    losses = [Loss(STAGE, section.title, NOTHING) for section in sections if not section.evidence]
    while len(left) > 1:
        ground = np.stack([_ground(section, library) for section in left])
        alike = ground @ ground.T - 2 * np.eye(len(left), dtype=np.float32)
        mean = sum(map(_words, left)) / len(left)
        thin = [at for at, section in enumerate(left) if _words(section) < THIN * mean]
        first = thin[0] if thin else int(alike.max(axis=1).argmax())
        second = int(alike[first].argmax())
        if not thin and alike[first, second] < SAME:
            break
        losses.append(_join(left, first, second))
    return tuple(left), tuple(losses)


def _join(sections: list[Section], one: int, other: int) -> Loss:
    keep, give = sorted((one, other), key=lambda at: -_words(sections[at]))
    into = sections[keep]
    evidence = (*sections[keep].evidence, *sections[give].evidence)
    sections[keep] = Section(sections[keep].title, evidence)
    gone = sections.pop(give)
    return Loss(STAGE, gone.title, f"no section of its own: it is told in “{into.title}”")


def _ground(section: Section, library: Library) -> Matrix:
    """A unit row."""
    rows = library.retrieval.embed([piece.text for piece in section.evidence])
    mean: Matrix = rows.mean(axis=0)
    return mean / np.float32(max(float(np.linalg.norm(mean)), _TINY))


def _words(section: Section) -> int:
    return sum(words_in(piece.text) for piece in section.evidence)
