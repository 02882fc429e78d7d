"""Headings of an outline against those of an article that people wrote.

Soft heading recall and entity recall as STORM measures outlines (Shao et al. 2024, section 3.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np

from warehouse.search.embedding import Vectors
from warehouse.search.names import names, stands_in


def soft_recall(found: Vectors, gold: Vectors) -> float:
    """Soft cardinality of what both share over that of the gold (Franti, Mariescu-Istodor 2023).

    Rows are unit vectors, (headings, dimension); 0 where nothing was found.
    """
    if not len(gold):
        raise ValueError("no headings to find")
    if not len(found):
        return 0.0
    both = _cardinality(found) + _cardinality(gold) - _cardinality(np.concatenate([found, gold]))
    return min(1.0, max(0.0, both / _cardinality(gold)))


def agreement(found: Sequence[Hashable], gold: Sequence[Hashable]) -> float:
    """Normalised mutual information of two ways to divide the same things, 0..1: 1 where both
    divide them alike, 0 where one says nothing of the other (Strehl, Ghosh 2002; mean of both).
    """
    from scipy.stats import entropy  # costs a part of a second to import

    both = zip(found, gold, strict=True)
    ours, other, joint = (entropy([*Counter(parts).values()]) for parts in (found, gold, both))
    most = (ours + other) / 2
    return float((ours + other - joint) / most) if most > 0 else 1.0


def entity_recall(found: Sequence[str], gold: Sequence[str]) -> float | None:
    """Share of the names in the gold headings that stand in one found; None where none has any."""
    wanted = {name for heading in gold for name in entities(heading)}
    if not wanted:
        return None
    return sum(any(stands_in(name, heading) for heading in found) for name in wanted) / len(wanted)


def entities(heading: str) -> list[str]:
    """Names and numbers in a heading; the first word is a capital anyway, and counts in a name."""
    all_names = names(heading)
    inner = set(names(heading.partition(" ")[2]))
    return [
        name for name in all_names if " " in name or name in inner or any(map(str.isdigit, name))
    ]


def _cardinality(rows: Vectors) -> float:
    """How many different headings: each counts by how much it is like itself and the others."""
    alike = np.clip(rows @ rows.T, 0.0, None).sum(axis=1)
    return float((1.0 / alike).sum())
