from __future__ import annotations

from warehouse.records import Place
from warehouse.results.records import Evidence, Link, Node, Research, Structure, SubQuery
from warehouse.structures.graph import of_research, of_structure


def evidence(number: int, query: str) -> Evidence:
    return Evidence(number, Place("d", 0, 0, 5), "words", "Floods", "1", "", query, 0.9)


def test_a_chain_has_its_searches_and_what_each_found() -> None:
    searches = (SubQuery("dam broke", 1, 3), SubQuery("storm", 1))
    steps = (
        Node("1", "When", "resolved", (1, 2), sub_queries=searches),
        Node("2", "Who", "open"),
    )
    found = of_research(Research("t", Structure(nodes=steps), (evidence(1, "dam broke"),)))
    assert [node.id for node in found.nodes] == ["1", "1/1", "1/2", "2"]
    assert [found.nodes[at].evidence for at in sorted(found.searches)] == [(1,), ()]
    assert [found.nodes[at].state for at in sorted(found.searches)] == ["resolved", "unresolved"]
    kinds = [(edge.first, edge.second, edge.kind) for edge in found.edges]
    assert kinds == [(0, 1, "below"), (0, 2, "below"), (0, 3, "next")]
    assert not found.is_net and found.name == "Steps of the search"


def test_an_edge_has_of_its_evidence_the_sentence_that_says_so() -> None:
    text = "It was cold. Holm built it. Nobody knew."
    piece = Evidence(3, Place("d", 2, 100, 100 + len(text)), text, "Floods", "1", "", "", 0.9)
    nodes = tuple(Node(id, id.upper(), "resolved") for id in "abc")
    links = (Link("a", "b", "built", 3, 113, 127), Link("b", "c", "saw", 3), Link("a", "c", "", 9))
    edges = of_structure(Structure("graph", nodes, links)).edges
    cut, whole, gone = (edge.sentences({3: piece}) for edge in edges)
    assert cut[3].text == "Holm built it."
    assert cut[3].place == Place("d", 2, 113, 127)
    assert whole[3] == piece and gone == {}
    before = of_structure(Structure("graph", nodes, (Link("a", "b", "built", 3, 90, 112),))).edges
    assert before[0].sentences({3: piece})[3].text == "It was cold.", "within the piece"


def test_an_edge_of_two_relations_in_one_piece_has_the_sentences_of_both() -> None:
    text = "It was cold. Holm built it. Later she sold it. Nobody knew."
    piece = Evidence(3, Place("d", 2, 100, 100 + len(text)), text, "Floods", "1", "", "", 0.9)
    nodes = tuple(Node(id, id.upper(), "resolved") for id in "ab")
    links = (Link("a", "b", "later sold", 3, 128, 146), Link("a", "b", "built", 3, 113, 127))
    [edge] = of_structure(Structure("graph", nodes, links)).edges
    both = edge.sentences({3: piece})[3]
    assert both.text == "Holm built it. Later she sold it."
    assert both.place == Place("d", 2, 113, 146)
    unknown = (*links, Link("b", "a", "belonged to", 3))
    [edge] = of_structure(Structure("graph", nodes, unknown)).edges
    assert edge.sentences({3: piece})[3] == piece, "where the one stands is not known"


def test_links_between_the_same_two_are_one_edge_with_all_that_is_said() -> None:
    nodes = tuple(Node(id, id.upper(), "resolved") for id in "abc")
    links = (
        Link("a", "b", "built", 3),
        Link("b", "a", "paid for", 7),
        Link("a", "a", "is"),
        Link("a", "gone", "saw"),
        Link("b", "c", "built"),
    )
    found = of_structure(Structure("graph", nodes, links))
    assert [(edge.first, edge.second, edge.label, edge.evidence) for edge in found.edges] == [
        (0, 1, "built; paid for", (3, 7)),
        (1, 2, "built", ()),
    ]
    assert found.is_net


def test_a_tree_with_a_few_links_stays_a_tree_and_of_two_ids_the_first_is_meant() -> None:
    children = (Node("1.1", "One", "resolved"), Node("1.1", "Two", "resolved"))
    root = Node("1", "Root", "resolved", children=children)
    found = of_structure(Structure("tree", (root,), (Link("1.1", "1", "contradicts"),)))
    assert not found.is_net and found.parents() == [-1, 0, 0]
    assert (found.edges[-1].first, found.edges[-1].second) == (1, 0)
