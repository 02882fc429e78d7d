from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
from msgspec import structs

from desktop.bench.structures import net, tree
from warehouse.results.records import Link, Node, Structure
from warehouse.structures.graph import Graph, of_structure
from warehouse.structures.layout import COLUMN_PX, NET_PX, ROW_PX, lay_out


def first(structure: Structure, count: int) -> Structure:
    """A snapshot of what grows: its first nodes, and the links between them."""
    nodes = structure.nodes[:count]
    ids = {node.id for node in nodes}
    links = tuple(one for one in structure.links if {one.first, one.second} <= ids)
    return structs.replace(structure, nodes=nodes, links=links)


def apart(graph: Graph, points: np.ndarray) -> bool:
    """No two boxes of a tree lie on one another."""
    return all(
        abs(a[0] - b[0]) >= COLUMN_PX or abs(a[1] - b[1]) >= ROW_PX - 1
        for a, b in combinations(points.tolist(), 2)
    )


def test_a_tree_stands_in_columns_with_each_parent_amid_its_children() -> None:
    graph = of_structure(tree(3, 2))
    points = lay_out(graph).points
    parents = graph.parents()
    assert apart(graph, points)
    for at, up in enumerate(parents):
        assert points[at][0] == (0 if up < 0 else points[up][0] + COLUMN_PX)
    below = [points[at][1] for at, up in enumerate(parents) if up == 0]
    assert abs(points[0][1] - (min(below) + max(below)) / 2) < 1
    assert list(below) == sorted(below)


def test_a_tree_that_grows_keeps_every_place() -> None:
    root = Node("1", "Root", "open")
    small = of_structure(Structure("tree", (root, Node("known", "Known", "open"))))
    before = lay_out(small)
    grown = of_structure(tree(4, 2))
    after = lay_out(grown, before.kept(small))
    places = {node.id: tuple(after.points[at]) for at, node in enumerate(grown.nodes)}
    assert [places["1"], places["known"]] == [tuple(one) for one in before.points]
    assert apart(grown, after.points)


def test_a_net_has_communities_and_its_parts_do_not_lie_on_one_another() -> None:
    graph = of_structure(net(300, 800))
    made = lay_out(graph)
    assert np.isfinite(made.points).all()
    assert len(np.unique(made.points.round(1), axis=0)) == 300
    sizes = np.bincount(made.groups[made.groups >= 0])
    assert len(sizes) > 3 and list(sizes) == sorted(sizes, reverse=True)
    assert made.titles[0] in {graph.nodes[at].title for at in np.flatnonzero(made.groups == 0)}
    ends = np.array([(edge.first, edge.second) for edge in graph.edges])
    lengths = np.hypot(*(made.points[ends[:, 0]] - made.points[ends[:, 1]]).T)
    assert np.median(lengths) >= 0.9 * NET_PX
    inside = made.groups[ends[:, 0]] == made.groups[ends[:, 1]]
    assert np.median(lengths[inside]) < np.median(lengths[~inside])
    again = lay_out(graph)
    assert np.allclose(again.points, made.points)


def test_a_net_that_grows_keeps_places_and_colours() -> None:
    whole = net(200, 500)
    small, grown = of_structure(first(whole, 140)), of_structure(whole)
    before = lay_out(small)
    after = lay_out(grown, before.kept(small))
    assert np.allclose(after.points[:140], before.points)
    assert len(np.unique(after.points.round(1), axis=0)) == 200
    same = (after.groups[:140] == before.groups)[before.groups >= 0]
    assert same.mean() > 0.6


def test_a_net_that_begins_again_smaller_has_numbers_for_its_communities() -> None:
    ids = [f"{at}" for at in range(20)]
    nodes = tuple(Node(id, id, "open") for id in ids)
    chain = tuple(Link(*two) for two in pairwise(ids[:4]))
    pairs = tuple(Link(ids[at], ids[at + 1]) for at in range(4, 20, 2))
    before = of_structure(Structure("graph", nodes, (*chain, *pairs)))
    kept = lay_out(before).kept(before)
    again = of_structure(Structure("graph", nodes[:4], (chain[0], chain[2])))
    groups = lay_out(again, kept).groups.tolist()
    assert groups[0] == groups[1] == kept["0"][2]
    assert groups[2] == groups[3] != groups[0]
    assert set(groups) == {0, 1}  # what no name has any more is free: there are few colours


def test_nothing_one_and_two_have_a_place() -> None:
    assert len(lay_out(of_structure(Structure("graph"))).points) == 0
    assert lay_out(of_structure(first(net(50, 90), 1))).points.shape == (1, 2)
    loose = Structure("graph", tuple(Node(id, id, "open") for id in "ab"))
    points = lay_out(of_structure(loose)).points
    assert np.hypot(*(points[0] - points[1])) > 20
