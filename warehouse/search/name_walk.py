"""Documents that names lead to: what a question of several steps needs has none of its words.

PageRank that begins at the names of a question, over the index of names (HippoRAG, Gutierrez et al.
2024): a passage and a name are joined where the one holds the other, by the weight of the name.
Only the heaviest nodes of a step go on, so that a large library costs little more than a small one.
No model is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from warehouse.records import Hit
from warehouse.search import name_index
from warehouse.search.names import names, of_title
from warehouse.store.catalog import Catalog

STEPS = 3  # from passages to passages
DAMPING = 0.7  # of the nearness goes on to the next node
WIDEST = 200  # passages a step, and twice as many names
DIGITS = 9  # of a nearness: two documents that hold the same names are equally near

Readable = Callable[[str], bool]
_Node = TypeVar("_Node", int, str)


def documents(query: str, catalog: Catalog, may_read: Readable) -> dict[str, int]:
    """How many are nearer to the names of ``query`` than each, by their nearest passages, the
    nearest first; none where it has no name that tells documents apart.
    """
    net = _Net(catalog, may_read)
    mass = net.passages(net.weights([*map(name_index.key, name_index.forms(names(query)))]))
    near = dict(mass)
    for _ in range(STEPS):
        mass = net.passages(net.names(_heaviest(mass)))
        for id, share in mass.items():
            near[id] = near.get(id, 0.0) + share
    best: dict[str, float] = {}
    for id, nearness in sorted(near.items(), key=lambda pair: -pair[1]):
        best.setdefault(net.documents[id], round(nearness, DIGITS))
    places: dict[float, int] = {}
    for place, nearness in enumerate(best.values()):
        places.setdefault(nearness, place)
    return {document: places[nearness] for document, nearness in best.items()}


def _heaviest(mass: Mapping[_Node, float], most: int = WIDEST) -> dict[_Node, float]:
    return dict(sorted(mass.items(), key=lambda pair: -pair[1])[:most])


class _Net:
    """Neighbours, read from the catalog as they are asked for."""

    def __init__(self, catalog: Catalog, may_read: Readable) -> None:
        self._catalog = catalog
        self._may_read = may_read
        self._weights: dict[int, float] = {}
        self._asked: set[int] = set()
        self._held: dict[str, list[int]] = {}
        self._holding: dict[int, list[str]] = {}
        self.documents: dict[str, str] = {}

    def weights(self, keys: Sequence[int]) -> dict[int, float]:
        """Of the names that tell documents apart."""
        if new := [key for key in dict.fromkeys(keys) if key not in self._asked]:
            self._weights |= name_index.weights(new, self._catalog)
            self._asked.update(new)
        return {key: self._weights[key] for key in keys if key in self._weights}

    def passages(self, mass: Mapping[int, float]) -> dict[str, float]:
        """What goes on from names, the same to each passage that holds one."""
        given = defaultdict[str, float](float)
        for name, share in _heaviest(mass, 2 * WIDEST).items():
            if name not in self._holding:
                held = self._catalog.passages_naming(name, name_index.MOST_PASSAGES)
                readable = [mention for mention in held if self._may_read(mention.document)]
                self._holding[name] = [mention.passage for mention in readable]
                self.documents |= {mention.passage: mention.document for mention in readable}
            for id in self._holding[name]:
                given[id] += DAMPING * share / len(self._holding[name])
        return given

    def names(self, mass: Mapping[str, float]) -> dict[int, float]:
        """What goes on from passages, to each name by its weight."""
        self._read([id for id in mass if id not in self._held])
        given = defaultdict[int, float](float)
        for id, share in mass.items():
            weights = self.weights(self._held[id])
            total = sum(weights.values())
            for name, weight in weights.items():
                given[name] += DAMPING * share * weight / total
        return given

    def _read(self, ids: Sequence[str]) -> None:
        hits = self._catalog.hits(ids)
        for id in ids:
            self._held[id] = _names_of(hits[id]) if id in hits else []
        self.weights([key for id in ids for key in self._held[id]])


def _names_of(hit: Hit) -> list[int]:
    """What it tells of: its document's title, and the names in it."""
    all_names = [of_title(hit.title), *name_index.forms(names(hit.text))]
    return list(dict.fromkeys(map(name_index.key, all_names)))
