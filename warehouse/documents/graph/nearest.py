"""The names of a net that are nearest to some words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from warehouse.documents.graph import name_vectors
from warehouse.documents.graph.network import Network
from warehouse.search.embedding import Vector

if TYPE_CHECKING:
    from warehouse.library import Library


def nearest(text: str, network: Network, library: Library, count: int) -> dict[int, float]:
    """The places of ``count`` names with their cosines, the nearest first; a name that stands for
    several is as near as the nearest of them.
    """
    vectors = name_vectors.vectors(list(network.forms.values()), library)
    return _best(library.retrieval.embed([text])[0], vectors, network, count) if vectors else {}


def beside(place: int, network: Network, library: Library, count: int) -> dict[int, float]:
    """The same of the other names, for one of them, as far as they have a vector: none is made."""
    vectors = name_vectors.kept([edge.triple for edge in network.edges], library)
    own = (vectors[key] for key, at in network.places.items() if at == place and key in vectors)
    row = next(own, None)
    best = _best(row, vectors, network, count + 1) if row is not None else {}
    return {other: cosine for other, cosine in best.items() if other != place}


def _best(
    row: Vector, vectors: Mapping[str, Vector], network: Network, count: int
) -> dict[int, float]:
    keys = list(vectors)
    near = np.stack([vectors[key] for key in keys]) @ row
    cosines: dict[int, float] = {}
    for at in np.argsort(-near, kind="stable").tolist():
        if len(cosines) == count:
            break
        cosines.setdefault(network.places[keys[at]], float(near[at]))
    return cosines
