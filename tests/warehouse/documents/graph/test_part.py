"""The part of the library's graph that is looked at, and how many documents were read for it."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from test_walk import read

from warehouse.documents.graph import extraction, part, whole_documents
from warehouse.documents.graph.whole_documents import Reached
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.results.records import Structure
from warehouse.run import Run
from warehouse.structures.graph import of_structure


def titles(found: part.Part) -> set[str]:
    return {node.title for node in found.graph.nodes}


def test_all_of_it_some_documents_or_what_is_near_to_a_name(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    documents = read(library)
    whole = part.part(library)
    assert (whole.names, whole.relations) == (5, 3)
    [edge] = [edge for edge in whole.graph.edges if edge.label == "was cast by"]
    [number] = edge.evidence
    assert whole.evidence[number].text == BRIDGE[1][49:95]
    assert whole.evidence[number].title == "Lune Bridge"
    works = next(node for node in whole.graph.nodes if node.title == "Skerton Works")
    told = {whole.evidence[number].place.document for number in works.evidence}
    assert told == {documents["Lune Bridge"], documents["Skerton Works"]}

    assert titles(part.part(library, [documents["Bread ovens"]])) == {"bread oven", "heat"}
    near = part.part(library, near="lune")
    assert near.around == ("Lune Bridge",)
    assert titles(near) == {"Lune Bridge", "Skerton Works", "Halton"}
    assert near.names == 5
    monkeypatch.setattr(part, "AROUND", 2)
    assert titles(part.part(library, near="lune")) == {"Lune Bridge", "Skerton Works"}
    monkeypatch.setattr(part, "NAMES", 3)
    assert titles(part.part(library)) == {"Lune Bridge", "Skerton Works", "Halton"}
    found = part.part(library, [documents["Bread ovens"]], near="a loaf")
    assert titles(found) == {"bread oven", "heat"}, "no name has the words: the nearest"


def test_the_net_of_some_documents_is_made_once_for_all_that_is_typed(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    documents = read(library)
    chosen = [documents["Lune Bridge"], documents["Skerton Works"]]
    made, known = [], part.known

    def counted(documents: list[str], library: Library) -> part.Network:
        made.append(documents)
        return known(documents, library)

    monkeypatch.setattr(part, "known", counted)
    for words in ("s", "sk", "ske"):
        assert [one.title for one in part.others("", words, library, chosen)] == ["Skerton Works"]
    assert made == [chosen]
    part.others("", "s", library, chosen[:1])
    library.catalog.forget_triples(chosen[:1])
    assert part.others("", "lune", library, chosen[:1]) == []
    assert len(made) == 3


def test_what_is_in_the_trash_is_not_drawn(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    documents = read(library)
    bridge, ovens = documents["Lune Bridge"], documents["Bread ovens"]
    library.remove(bridge)
    assert titles(part.part(library, [bridge, ovens])) == {"bread oven", "heat"}
    for near in ("", "lune"):
        assert part.part(library, [bridge], near) == part.Part(of_structure(Structure("graph")))


def test_a_document_is_in_it_wholly_in_part_or_not(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    ids = {document.title: document.id for document in library.documents()}
    bridge, works = ids["Lune Bridge"], ids["Skerton Works"]
    assert whole_documents.reached((), library) == Reached(0, 0, 2)
    two: dict[str, object] = {at: [["it", "is", "not there"]] for at in ("1", "2")}
    engine = ScriptedEngine([Line("triples", "foundry", two), Line("triples", "The deck", two)])
    assert whole_documents.read([works], library, engine, Run()) == 2
    first = library.catalog.sentences(bridge)[0].start
    reading = library.catalog.reading_hash(bridge)
    library.catalog.keep_triples(bridge, {first: ()}, "a model", reading)
    found = whole_documents.reached((), library)
    assert found == Reached(1, 1, 0)
    assert found.said() == "1 of 2 documents is in it, and 1 more in part"
    assert whole_documents.read((), library, engine, Run()) == 2, "the rest alone"
    assert whole_documents.reached((), library) == Reached(2, 0, 0)
    library.catalog.forget_triples([bridge])
    assert whole_documents.reached([bridge], library) == Reached(0, 0, 1)


def test_a_document_that_says_too_little_is_in_it_wholly(shelve: Shelve) -> None:
    library = shelve(("Notes", "Too cold. No bread."), BRIDGE)
    assert whole_documents.reached((), library) == Reached(1, 0, 1)
    [notes] = [document.id for document in library.documents() if document.title == "Notes"]
    assert whole_documents.read([notes], library, ScriptedEngine([]), Run()) == 0
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        whole_documents.reached((), library, run.check)


def test_what_did_not_change_is_not_looked_at_again(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    documents = read(library)
    looked: list[str] = []
    is_whole = extraction.is_whole

    def looking(document: str, of: Library) -> bool:
        looked.append(document)
        return is_whole(document, of)

    monkeypatch.setattr(extraction, "is_whole", looking)
    assert whole_documents.reached((), library) == Reached(0, 3, 0)
    assert sorted(looked) == sorted(documents.values())
    looked.clear()
    assert whole_documents.reached((), library) == Reached(0, 3, 0) and not looked
    library.catalog.forget_triples([documents["Bread ovens"]])
    assert whole_documents.reached((), library) == Reached(0, 2, 1)
    assert looked == [documents["Bread ovens"]]
