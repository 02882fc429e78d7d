"""What belongs together, by edges or by vectors, and what is near to a place of a net.

Communities: Blondel et al. 2008. Nearness: PageRank that begins anew at given nodes (Haveliwala
2002), as HippoRAG uses it over the names of a question.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Pairs = Sequence[tuple[int, int]]
Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

SEED = 42
DAMPING = 0.5  # how far a walk goes on; a question's names are near to what answers it


def seeded_igraph() -> Any:
    """Loaded when it is wanted first: the window's first page does without."""
    import igraph

    igraph.set_random_number_generator(random.Random(SEED))
    return igraph


def communities(count: int, pairs: Pairs) -> list[list[int]]:
    """The nodes 0..count in groups, the largest first; a node with no edge is one by itself."""
    parts = seeded_igraph().Graph(count, pairs).simplify().community_multilevel()
    return sorted((list(part) for part in parts), key=lambda part: (-len(part), part[0]))


def groups(rows: Matrix, count: int) -> list[int]:
    """Of each row the group it is in, 1 to at most ``count``, by Ward's linkage of what sets the
    rows apart. ``rows`` are unit vectors, (two or more, dimension).
    """
    from scipy.cluster.hierarchy import fcluster, linkage  # costs half a second to import

    labels: list[int] = fcluster(linkage(apart(rows, rows), "ward"), count, "maxclust").tolist()
    return labels


def apart(rows: Matrix, among: Matrix) -> Matrix:
    """``rows`` without what all of ``among`` have in common, as unit vectors: texts on one topic
    are near to each other by it alone.
    """
    rest = rows - among.mean(axis=0)
    units: Matrix = rest / np.maximum(np.linalg.norm(rest, axis=1, keepdims=True), 1e-9)
    return units


def nearness(count: int, pairs: Pairs, begin: Mapping[int, float]) -> list[float]:
    """Of each node, summing to 1, for walks that begin at the nodes of ``begin`` by weight. An edge
    counts as often as it is there.
    """
    weights = [begin.get(node, 0.0) for node in range(count)]
    ranks: list[float] = (
        seeded_igraph()
        .Graph(count, pairs)
        .personalized_pagerank(directed=False, damping=DAMPING, reset=weights)
    )
    return ranks
