"""Where the nodes of a structure stand: trees from left to right, nets by springs, with igraph.

Trees: Reingold and Tilford 1981. Nets: Fruchterman and Reingold 1991 on a grid, each connected part
by itself, the parts packed below one another; communities: communities.py.
What has a place keeps it: a structure that grows is laid out around what is there. The library
holds the interpreter while it computes, so springs run a few rounds at a call, and a window that
waits for its turn gets it between two calls.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from warehouse.structures.communities import Pairs, communities, seeded_igraph
from warehouse.structures.graph import Graph

Points = NDArray[np.float64]
Groups = NDArray[np.int64]

COLUMN_PX, ROW_PX = 308.0, 60.0  # of a tree: from parents to children, from one to the next
NET_PX, APART_PX = 74.0, 34.0  # of a net: an edge, and two neighbours, as they usually are
ROUNDS, ROUNDS_AGAIN = 240, 80  # of springs; where only what is new is to be placed
NODES_A_CALL = 8_000  # times rounds: some 10 ms
HEAT = 0.5  # the farthest a node moves in a round at first, over the root of their number
WITHIN, ACROSS = 1.6, 0.5  # how strongly an edge pulls, in a community and between two
GOLDEN = math.pi * (3 - math.sqrt(5))
BETWEEN_PX = 120.0  # two parts of a net
SAMPLED = 200


class Layout(Struct, frozen=True, eq=False):
    """A point for each node, in px at full size, and its community: 0 is the largest, -1 none.

    ``titles`` name the communities by the node that most hangs on.
    """

    points: Points
    groups: Groups
    titles: tuple[str, ...] = ()

    def kept(self, graph: Graph) -> dict[str, tuple[float, float, int]]:
        """By the ids of the nodes, for the layout of what grows from this."""
        return {
            node.id: (float(x), float(y), int(group))
            for node, (x, y), group in zip(graph.nodes, self.points, self.groups, strict=True)
        }


Kept = Mapping[str, tuple[float, float, int]]


def lay_out(graph: Graph, kept: Kept | None = None) -> Layout:
    """For a worker: 2,000 nodes take a fifth of a second. ``kept`` are nodes with a place."""
    kept = kept or {}
    if not graph.nodes:
        return Layout(np.empty((0, 2)), np.empty(0, np.int64))
    if graph.is_net:
        return _net(graph, kept)
    points = _tree(graph) if not _places(graph, kept) else _grown_tree(graph, kept)
    return Layout(points, np.full(len(graph.nodes), -1, np.int64))


def _places(graph: Graph, kept: Kept) -> dict[int, tuple[float, float]]:
    return {at: kept[node.id][:2] for at, node in enumerate(graph.nodes) if node.id in kept}


# Trees


def _tree(graph: Graph) -> Points:
    """Each root's tree below that of the root before it."""
    parents = graph.parents()
    pairs = [(parent, at) for at, parent in enumerate(parents) if parent >= 0]
    whole = seeded_igraph().Graph(len(parents), pairs)
    points = np.zeros((len(parents), 2))
    top = 0.0
    for part in sorted(whole.connected_components(), key=min):
        subgraph = whole.induced_subgraph(part)
        root = next(place for place, at in enumerate(part) if parents[at] < 0)
        across = np.array(subgraph.layout_reingold_tilford(mode="all", root=[root]).coords)
        rows = across[:, 0] - across[:, 0].min()
        points[part] = np.column_stack([across[:, 1] * COLUMN_PX, top + rows * ROW_PX])
        top += (float(rows.max()) + 1) * ROW_PX
    return points


def _grown_tree(graph: Graph, kept: Kept) -> Points:
    """What is new goes to the nearest free row of its column: below its siblings, a root below
    everything.
    """
    placed = _places(graph, kept)
    parents = graph.parents()
    columns: dict[float, set[float]] = {}
    for x, y in placed.values():
        columns.setdefault(x, set()).add(y)
    last: dict[int, float] = {}
    for at, parent in enumerate(parents):
        if at in placed:
            last[parent] = max(last.get(parent, -math.inf), placed[at][1])
    for at, parent in enumerate(parents):
        if at in placed:
            continue
        if parent < 0:
            x, wanted = 0.0, max(max(ys) for ys in columns.values()) + ROW_PX
        else:
            x = placed[parent][0] + COLUMN_PX
            wanted = last[parent] + ROW_PX if parent in last else placed[parent][1]
        y = _free(columns.setdefault(x, set()), wanted)
        columns[x].add(y)
        placed[at], last[parent] = (x, y), y
    return np.array([placed[at] for at in range(len(parents))], np.float64)


def _free(taken: set[float], wanted: float) -> float:
    """The row nearest to the one wanted that is a row's height from all others; down before up."""
    for step in range(2 * len(taken) + 2):
        y = wanted + ROW_PX * ((step + 1) // 2) * (1 if step % 2 else -1)
        if all(abs(y - other) >= ROW_PX - 1 for other in taken):
            return y
    return wanted


# Nets


def _net(graph: Graph, kept: Kept) -> Layout:
    pairs = [(edge.first, edge.second) for edge in graph.edges]
    net = seeded_igraph().Graph(len(graph.nodes), pairs).simplify()
    groups = _communities(net.get_edgelist(), graph, kept)
    before = _places(graph, kept)
    points = np.zeros((len(graph.nodes), 2))
    loose: list[tuple[Sequence[int], Points]] = []
    parts = sorted(net.connected_components(), key=len, reverse=True)
    for part in parts:
        subgraph = net.induced_subgraph(part)
        ends = ((groups[part[a]], groups[part[b]]) for a, b in subgraph.get_edgelist())
        weights = [WITHIN if first == second else ACROSS for first, second in ends]
        known = {at: before[node] for at, node in enumerate(part) if node in before}
        if known:
            points[part] = _grown(subgraph, weights, known)
        else:
            loose.append((part, _sprung(subgraph, weights, groups[part])))
    _pack(points, loose, [node for part in parts for node in part if node in before])
    return Layout(points, groups, _titles(graph, net, groups))


def _communities(pairs: Pairs, graph: Graph, kept: Kept) -> Groups:
    """The largest first; one that was there before keeps its number, for its colour's sake."""
    parts = communities(len(graph.nodes), pairs)
    groups = np.full(len(graph.nodes), -1, np.int64)
    before = {kept[node.id][2] for node in graph.nodes if node.id in kept}
    free = (number for number in itertools.count() if number not in before)
    taken: set[int] = set()
    for part in parts:
        if len(part) < 2:
            continue
        had = Counter(kept[id][2] for at in part if (id := graph.nodes[at].id) in kept)
        old = next(
            (group for group, _ in had.most_common() if group >= 0 and group not in taken), -1
        )
        number = old if old >= 0 else next(free)
        taken.add(number)
        groups[list(part)] = number
    return groups


def _sprung(own: Any, weights: Sequence[float], groups: Groups) -> Points:
    """A part by itself, its usual edge ``NET_PX`` long."""
    count = own.vcount()
    if count < 3:
        return np.array([[NET_PX * at, 0.0] for at in range(count)])
    order = np.argsort(groups, kind="stable")
    start = np.empty((count, 2))
    turns = np.arange(count)
    radius = np.sqrt(turns + 0.5)
    start[order] = np.column_stack(
        [radius * np.cos(GOLDEN * turns), radius * np.sin(GOLDEN * turns)]
    )
    points = _springs(own, weights, start, ROUNDS, [None] * count)
    return points * max(NET_PX / _usual_edge(own, points), APART_PX / _usual_gap(points))


def _grown(own: Any, weights: Sequence[float], known: Mapping[int, tuple[float, float]]) -> Points:
    """Springs move only what is new, from beside its neighbours."""
    count = own.vcount()
    start = np.zeros((count, 2))
    for at, place in known.items():
        start[at] = place
    placed = set(known)
    waiting = [at for at in range(count) if at not in placed]
    while waiting:
        left = []
        for at in waiting:
            near = [node for node in own.neighbors(at) if node in placed]
            if near:
                turn = GOLDEN * at
                away = NET_PX * np.array([math.cos(turn), math.sin(turn)])
                start[at] = start[near].mean(axis=0) + away
                placed.add(at)
            else:
                left.append(at)
        waiting = left
    if len(known) == count:
        return start
    fixed = [tuple(start[at] / NET_PX) if at in known else None for at in range(count)]
    return _springs(own, weights, start / NET_PX, ROUNDS_AGAIN, fixed) * NET_PX


def _springs(
    own: Any,
    weights: Sequence[float],
    start: Points,
    rounds: int,
    fixed: Sequence[tuple[float, float] | None],
) -> Points:
    """In units of an edge; a ``fixed`` node stays at its place."""
    far = 1e6
    held: dict[str, list[float]] = {}
    if any(fixed):
        for axis, name in enumerate("xy"):
            held[f"min{name}"] = [-far if place is None else place[axis] for place in fixed]
            held[f"max{name}"] = [far if place is None else place[axis] for place in fixed]
    count = own.vcount()
    a_call = max(1, NODES_A_CALL // count)
    points = start.tolist()
    for done in range(0, rounds, a_call):
        heat = HEAT * math.sqrt(count) * (1 - done / rounds)
        laid = own.layout_fruchterman_reingold(
            weights=list(weights), seed=points, niter=a_call, start_temp=heat, grid="auto", **held
        )
        points = laid.coords
    return np.array(points)


def _usual_edge(own: Any, points: Points) -> float:
    ends = np.array(own.get_edgelist())
    return max(1e-6, float(np.median(np.hypot(*(points[ends[:, 0]] - points[ends[:, 1]]).T))))


def _usual_gap(points: Points) -> float:
    """From a node to the one that is nearest, of at most ``SAMPLED`` nodes."""
    some = points[:: max(1, len(points) // SAMPLED)]
    gaps = np.hypot(*(some[:, None, :] - points[None, :, :]).transpose(2, 0, 1))
    return max(1e-6, float(np.median(np.partition(gaps, 1, axis=1)[:, 1])))


def _pack(points: Points, loose: Sequence[tuple[Sequence[int], Points]], old: list[int]) -> None:
    """The largest part first, the others in rows below it and below what has a place."""
    areas = [np.ptp(laid, axis=0) + BETWEEN_PX for _, laid in loose]
    widest = max((float(area[0]) for area in areas), default=0.0)
    whole = math.sqrt(sum(float(area[0] * area[1]) for area in areas))
    left, top = 0.0, 0.0
    if old:
        left = float(points[old, 0].min())
        top = float(points[old, 1].max()) + BETWEEN_PX
        widest = max(widest, float(np.ptp(points[old, 0])))
    width = max(widest, 1.3 * whole if widest < whole else 0.0)
    x, y, tall = 0.0, top, 0.0
    for (part, laid), area in zip(loose, areas, strict=True):
        if x and x + area[0] > width:
            x, y, tall = 0.0, y + tall, 0.0
        points[list(part)] = laid - laid.min(axis=0) + [left + x, y]
        x, tall = x + float(area[0]), max(tall, float(area[1]))


def _titles(graph: Graph, made: Any, groups: Groups) -> tuple[str, ...]:
    degrees = made.degree()
    best: dict[int, int] = {}
    for at, group in enumerate(groups.tolist()):
        if group >= 0 and (group not in best or degrees[at] > degrees[best[group]]):
            best[group] = at
    return tuple(
        graph.nodes[best[group]].title if group in best else ""
        for group in range(max(best, default=-1) + 1)
    )
