"""APOLLO's graph in prompts and in what it leaves, and its memory of what was asked."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from msgspec import structs

from warehouse.context import Context
from warehouse.documents.graph import by_hand
from warehouse.engine.protocol import Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.apollo import curation, study_graph
from warehouse.methods.apollo.questions import Memory
from warehouse.methods.apollo.study_graph import StudyGraph
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.results.records import Node, Research
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.structures.graph import of_structure
from warehouse.writing.outline.material import of_graph

TOPIC = "The arches of Lune Bridge"
SETTINGS = Settings(absence=False, graph_rounds=2)
CAST = ["arches", "were cast by", "Skerton Works"]
FOUNDRY = ["Skerton Works", "was a foundry in", "Halton"]
ASKED = "What was Skerton Works?"


def said(request: AnyRequest) -> dict[str, list[list[str]]]:
    """One triple for each sentence that is known here."""
    assert isinstance(request, Request) and request.schema is not None
    text = request.messages[-1].content
    told: dict[str, list[list[str]]] = {}
    for number in request.schema["required"]:
        sentence = text.split(f"({number}) ")[1]
        own = CAST if sentence.startswith("Its arches") else FOUNDRY
        told[number] = [own if own[0].casefold() in sentence.casefold() else ["?", "?", "?"]]
    return told


def questions(request: AnyRequest) -> dict[str, list[dict[str, str]]]:
    same = {"question": ASKED, "why": "it is only named"}
    other = [{"question": f"{word} ovens?", "why": "no word"} for word in "abcde"]
    return {"depth": [same] * 5, "breadth": other}


def model(reads: bool = True) -> ScriptedEngine:
    searches = {"searches": [{"search": "Skerton Works foundry", "of": 1}] * 6}
    return ScriptedEngine(
        [
            *([Line("triples", "", said, repeat=True)] if reads else []),
            Line("same_name", "", (0.1, 0.9), repeat=True),
            Line(
                "graph_questions", "arches | were cast by | Skerton Works", questions, repeat=True
            ),
            Line("graph_queries", "(1) What was Skerton Works?", searches),
            Line("graph_queries", "", searches, repeat=True),
        ]
    )


def found(library: Library, reads: bool = True) -> Research:
    return curation.explore(TOPIC, Context.of(library, model(reads), SETTINGS, Run()), ())


def test_the_graph_grows_from_a_question_about_it(shelve: Shelve) -> None:
    made = found(shelve(BRIDGE, WORKS, OVENS))
    structure = made.structure
    names = {node.id: node.title for node in structure.nodes[1:]}
    numbers = {piece.number: piece.text for piece in made.evidence}
    told = [(names[one.first], one.label, names[one.second]) for one in structure.links]
    assert tuple(CAST) in told and tuple(FOUNDRY) in told
    for link in structure.links:
        assert names[link.first] in numbers[link.evidence]
    by_number = {piece.number: piece for piece in made.evidence}
    [cast] = [edge for edge in of_structure(structure).edges if edge.label == CAST[1]]
    assert [one.text for one in cast.sentences(by_number).values()] == [
        "Its arches were cast by Skerton Works in 1881."
    ]
    asked = {node.title: node for node in structure.nodes[0].children}
    assert asked[ASKED].notes == "in depth: it is only named"
    assert [one.text for one in asked[ASKED].sub_queries] == ["Skerton Works foundry"]
    reasons = [loss.reason for loss in made.losses]
    assert reasons.count("was asked before") >= 4
    assert {"was searched before", "no search was made for it"} <= set(reasons)


def test_what_was_read_is_there_for_the_next_study(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    assert found(library).structure == found(library, reads=False).structure


def test_what_the_user_said_of_the_graph_counts_for_every_study(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)

    def told() -> str:
        context = Context.of(library, model(), SETTINGS, Run())
        pool = EvidencePool(TOPIC, context)
        pool.ask([TOPIC, "Skerton Works foundry"])
        graph = StudyGraph(pool, context)
        graph.grow()
        return graph.told()

    before = told()
    assert CAST[1] in before and FOUNDRY[1] in before
    documents = [one.id for one in library.documents()]
    [wrong] = [
        one for id in documents for one in library.catalog.triples(id) if one.relation == CAST[1]
    ]
    removed = by_hand.remove(by_hand.meant([wrong], library), library)
    assert CAST[1] not in told() and FOUNDRY[1] in told()
    by_hand.say("Skerton Works", "Halton", True, library)
    assert told() == "nothing yet", "a name is not related to itself"
    by_hand.restore(removed, library)
    by_hand.unsay("Skerton Works", "Halton", True, library)
    assert told() == before


def test_a_name_has_its_id_wherever_it_stands(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)

    def ids(searches: list[str]) -> dict[str, str]:
        context = Context.of(library, model(), SETTINGS, Run())
        pool = EvidencePool(TOPIC, context)
        pool.ask(searches)
        graph = StudyGraph(pool, context)
        graph.grow()
        nodes = graph.structure(Node("1", TOPIC, "resolved")).nodes[1:]
        return {node.title: node.id for node in nodes}

    both = ["Who cast the arches of Lune Bridge?", "Where was the foundry in Halton?"]
    one, other = ids(both), ids(both[::-1])
    assert [*one] != [*other] and one == other


def test_what_a_piece_tells_twice_is_one_link_and_one_line(shelve: Shelve) -> None:
    twice = "Its arches were cast by Skerton Works for the river Lune. Its arches"
    text = BRIDGE[1].split(". ", 1)[1].replace("Its arches", twice)
    context = Context.of(shelve((BRIDGE[0], text)), model(), SETTINGS, Run())
    pool = EvidencePool(TOPIC, context)
    pool.ask([TOPIC])
    [piece] = pool.evidence
    place = structs.replace(piece.place, start=0, end=text.index(" The deck"))
    pool.evidence[:] = [structs.replace(piece, place=place, text=text[: place.end])]
    graph = StudyGraph(pool, context)
    assert graph.grow() == 2
    structure = graph.structure(Node("1", TOPIC, "resolved"))
    [link] = structure.links
    assert (link.start, link.end) == (place.start, place.end)
    assert [*of_graph(structure)] == ["arches, Skerton Works: arches were cast by Skerton Works"]


def test_a_graph_too_large_is_told_by_its_communities(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = Context.of(shelve(BRIDGE, WORKS, OVENS), model(), SETTINGS, Run())
    pool = EvidencePool(TOPIC, context)
    pool.ask([TOPIC, "Skerton Works foundry"])
    graph = StudyGraph(pool, context)
    assert graph.told() == "nothing yet"
    assert graph.grow() == 2 == graph.told().count("- ")
    monkeypatch.setattr(study_graph, "SHOWN", 1)
    assert "little is known of" in graph.told() and "left out: 0 other names" in graph.told()


def test_the_same_is_not_asked_twice(shelve: Shelve) -> None:
    memory = Memory(Context.of(shelve(BRIDGE), model(), SETTINGS, Run()))
    assert memory.takes("Who cast the arches?")
    assert not memory.takes("who cast the  ARCHES")
    assert not memory.takes("The arches: who cast the arches?")
    assert memory.takes("When was it widened?") and memory.listed.count("\n") == 1
