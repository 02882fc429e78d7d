"""What there is to be painted, as arrays: a node for each point, curves for edges, and what is hit.

Made in a worker together with the layout; all lengths are px at full size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from warehouse.structures.graph import EMPTY, Edge, Graph
from warehouse.structures.layout import Kept, Layout, Points, lay_out

BOX_W, BOX_H = 236.0, 46.0  # a node of a tree
DOT, DOT_MORE, DOT_MOST = 4.5, 1.6, 17.0  # a node of a net, by what hangs on it
PIECES = 8  # straight pieces of a curve, for the mouse
NEAR_PX = 6.0
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
CONE = 0.5  # cosine of the angle within which a neighbour lies in a direction


class Scene:
    """``order`` are the nodes by how much hangs on them; ``radii`` of a net, 0 of a tree."""

    def __init__(self, graph: Graph = EMPTY, kept: Kept | None = None) -> None:
        self.graph = graph
        self.layout: Layout = lay_out(graph, kept)
        self.points: Points = self.layout.points
        self.is_net = graph.is_net
        count = len(graph.nodes)
        self.beside: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        for at, edge in enumerate(graph.edges):
            self.beside[edge.first].append((edge.second, at))
            self.beside[edge.second].append((edge.first, at))
        degrees = np.array([len(beside) for beside in self.beside], np.float64)
        self.order: list[int] = np.argsort(-degrees, kind="stable").tolist()
        self.radii = np.minimum(DOT + DOT_MORE * np.sqrt(degrees), DOT_MOST)
        if not self.is_net:
            self.radii = np.zeros(count)
        self.half = (
            np.column_stack([self.radii, self.radii])
            if self.is_net
            else np.tile([BOX_W / 2, BOX_H / 2], (count, 1))
        )
        self.curves = [self._curve(edge) for edge in graph.edges]
        self._segments, self._owners = self._pieces()

    def __len__(self) -> int:
        return len(self.graph.nodes)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of all nodes; nought where there is none."""
        if not len(self):
            return 0.0, 0.0, 0.0, 0.0
        low, high = (self.points - self.half).min(axis=0), (self.points + self.half).max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def family(self, node: int) -> tuple[float, float, float, float]:
        """Of it and its neighbours: the middle of the box around them, and half its sides."""
        near = [node, *(other for other, _ in self.beside[node])]
        low = (self.points[near] - self.half[near]).min(axis=0)
        high = (self.points[near] + self.half[near]).max(axis=0)
        (x, y), (w, h) = ((low + high) / 2).tolist(), ((high - low) / 2).tolist()
        return x, y, w, h

    def node_at(self, x: float, y: float, scale: float) -> int:
        """The node under a place, -1 for none; a small one is hit beside it, too."""
        if not len(self):
            return -1
        away = np.abs(self.points - (x, y)) - self.half - NEAR_PX / scale / 2
        inside = np.flatnonzero((away < 0).all(axis=1))
        if not len(inside):
            return -1
        far = np.hypot(*(self.points[inside] - (x, y)).T)
        return int(inside[far.argmin()])

    def edge_at(self, x: float, y: float, scale: float) -> int:
        """The edge whose line passes nearest, within reach; -1 for none."""
        if not len(self._segments):
            return -1
        starts, ends = self._segments[:, :2], self._segments[:, 2:]
        along = ends - starts
        length = np.maximum((along**2).sum(axis=1), 1e-9)
        share = np.clip((((x, y) - starts) * along).sum(axis=1) / length, 0, 1)
        far = np.hypot(*(starts + along * share[:, None] - (x, y)).T)
        nearest = int(far.argmin())
        return int(self._owners[nearest]) if far[nearest] <= NEAR_PX / scale else -1

    def edges_within(self, left: float, top: float, right: float, bottom: float) -> list[int]:
        """The edges of a net whose lines may pass there."""
        low = np.minimum(self._segments[:, :2], self._segments[:, 2:])
        high = np.maximum(self._segments[:, :2], self._segments[:, 2:])
        inside = (low <= (right, bottom)).all(axis=1) & (high >= (left, top)).all(axis=1)
        edges: list[int] = self._owners[inside].tolist()
        return edges

    def towards(self, node: int, direction: str) -> int:
        """The neighbour in that direction; else the nearest node there, -1 for none."""
        if not 0 <= node < len(self):
            return self.order[0] if len(self) else -1
        step = np.array(DIRECTIONS[direction], np.float64)
        beside = sorted({other for other, _ in self.beside[node]})
        for candidates in (np.array(beside, np.int64), np.arange(len(self))):
            nearest = self._nearest(node, candidates, step)
            if nearest >= 0:
                return nearest
        return -1

    def _nearest(self, node: int, candidates: NDArray[np.int64], step: Points) -> int:
        away = self.points[candidates] - self.points[node]
        far = np.hypot(*away.T)
        turned = away @ step
        ahead = (far > 0) & (turned > CONE * far)
        if not ahead.any():
            return -1
        cost = np.where(ahead, 2 * far - turned, np.inf)
        return int(candidates[cost.argmin()])

    def matching(self, text: str) -> list[int]:
        """Nodes whose title has all the words, from the left edge of the picture to the right."""
        words = text.casefold().split()
        nodes = [
            at
            for at, node in enumerate(self.graph.nodes)
            if words and all(word in node.title.casefold() for word in words)
        ]
        return sorted(
            nodes, key=lambda at: (not self.is_net and self.points[at][0], -len(self.beside[at]))
        )

    def places(self) -> dict[str, int]:
        """The place of each id; of two the first."""
        return {node.id: at for at, node in reversed(list(enumerate(self.graph.nodes)))}

    # Curves

    def _curve(self, edge: Edge) -> tuple[tuple[float, float], ...]:
        """Two points of a line, or four of a Bézier curve."""
        (ax, ay), (bx, by) = self.points[edge.first].tolist(), self.points[edge.second].tolist()
        if self.is_net:
            return (ax, ay), (bx, by)
        w, h = BOX_W / 2, BOX_H / 2
        if edge.kind == "next":
            down = h if by >= ay else -h
            return (ax, ay + down), (bx, by - down)
        if abs(ax - bx) < BOX_W:  # one above the other: around the right
            out = BOX_W * 0.3
            return (ax + w, ay), (ax + w + out, ay), (bx + w + out, by), (bx + w, by)
        side = w if bx > ax else -w
        middle = (ax + side + bx - side) / 2
        return (ax + side, ay), (middle, ay), (middle, by), (bx - side, by)

    def _pieces(self) -> tuple[Points, NDArray[np.int64]]:
        pieces, owners = [], []
        for at, curve in enumerate(self.curves):
            dots = curve if len(curve) == 2 else tuple(_along(curve))
            for (ax, ay), (bx, by) in pairwise(dots):
                pieces.append((ax, ay, bx, by))
                owners.append(at)
        return np.array(pieces, np.float64).reshape(-1, 4), np.array(owners, np.int64)

    def middle_of(self, edge: int) -> tuple[float, float]:
        """Where its words stand."""
        curve = self.curves[edge]
        if len(curve) == 2:
            return (curve[0][0] + curve[1][0]) / 2, (curve[0][1] + curve[1][1]) / 2
        return list(_along(curve))[PIECES // 2]


def _along(curve: tuple[tuple[float, float], ...]) -> Iterator[tuple[float, float]]:
    for step in range(PIECES + 1):
        t = step / PIECES
        shares = [math.comb(3, k) * t**k * (1 - t) ** (3 - k) for k in range(4)]
        yield (
            sum(share * point[0] for share, point in zip(shares, curve, strict=True)),
            sum(share * point[1] for share, point in zip(shares, curve, strict=True)),
        )
