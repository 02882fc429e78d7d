"""The names of a net that are nearest to some words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from warehouse.documents.graph import name_vectors
from warehouse.documents.graph.network import Network

if TYPE_CHECKING:
    from warehouse.library import Library


def nearest(text: str, network: Network, library: Library, count: int) -> dict[int, float]:
    """The places of ``count`` names with their cosines, the nearest first; a name that stands for
    several is as near as the nearest of them.
    """
    vectors = name_vectors.vectors(list(network.forms.values()), library)
    if not vectors:
        return {}
    keys = list(vectors)
    near = np.stack([vectors[key] for key in keys]) @ library.retrieval.embed([text])[0]
    cosines: dict[int, float] = {}
    for at in np.argsort(-near, kind="stable").tolist():
        if len(cosines) == count:
            break
        cosines.setdefault(network.places[keys[at]], float(near[at]))
    return cosines
