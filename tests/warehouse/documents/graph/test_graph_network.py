"""Names that mean the same are one node; who decided that, and for how long, is in the catalog."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from bridges import BRIDGE, WORKS, Shelve

from warehouse.documents.graph import name_vectors, same_names
from warehouse.documents.graph import network as net
from warehouse.documents.graph.name_vectors import names_of
from warehouse.documents.graph.nearest import nearest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.records import Triple
from warehouse.run import Run
from warehouse.search.embedding import Vectors


def triples(library: Library) -> list[Triple]:
    """With names that the embedder of these tests takes for the same: stems in any order."""
    documents = {one.title: one.id for one in library.documents()}
    bridge, works = documents["Lune Bridge"], documents["Skerton Works"]
    return [
        Triple(bridge, 0, 48, "Lune Bridge", "crosses", "river Lune"),
        Triple(bridge, 49, 95, "arches", "were cast by", "Skerton Works"),
        Triple(bridge, 49, 95, "Lune Bridge", "has", "arches"),
        Triple(works, 0, 56, "skerton  works", "was", "foundry"),
        Triple(works, 0, 56, "foundries", "stood in", "town of Halton"),
    ]


def test_names_are_joined_where_folding_or_the_model_says_so(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    engine = ScriptedEngine([Line("same_name", "foundries", (0.8, 0.2))])
    found = net.network(triples(library), library, engine, Run())
    assert found.names == (
        "Lune Bridge",
        "river Lune",
        "arches",
        "Skerton Works",
        "foundry",
        "town of Halton",
    )
    assert [(edge.head, edge.tail) for edge in found.edges] == [
        (0, 1),
        (2, 3),
        (0, 2),
        (3, 4),
        (4, 5),
    ]
    assert [edge.triple for edge in found.edges] == triples(library)
    assert len(found.around([5], 2)) == 2 and len(found.around([5], 4)) == 4
    assert next(iter(nearest("the Lune Bridge", found, library, 2))) == 0


def test_many_names_are_held_against_each_other_a_part_at_a_time(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS)
    names = list(names_of(triples(library)).values())
    at_once = same_names._alike(names, library)
    monkeypatch.setattr(same_names, "ROWS", 2)
    assert same_names._alike(names, library) == at_once
    assert at_once == [("foundries", "foundry")]


def test_names_get_their_vectors_some_at_a_time_and_those_made_stay(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, run = shelve(BRIDGE, WORKS), Run()
    own = triples(library)
    monkeypatch.setattr(name_vectors, "TOGETHER", 2)
    embed = library.retrieval.embedder.embed

    def embedding(texts: Sequence[str]) -> Vectors:
        run.cancel()
        return embed(texts)

    monkeypatch.setattr(library.retrieval.embedder, "embed", embedding)
    with pytest.raises(Cancelled):
        same_names.joined(own, library, ScriptedEngine([]), run)
    assert library.store.count("names") == 2
    net.network(own, library, ScriptedEngine([Line("same_name", "", (0.1, 0.9))]), Run())
    assert library.store.count("names") == 7


def test_a_decision_is_kept_until_one_of_its_documents_goes(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    own = triples(library)
    net.network(own, library, ScriptedEngine([Line("same_name", "", (0.1, 0.9))]), Run())
    again = net.network(own, library, ScriptedEngine([]), Run())
    assert "foundries" in again.names
    assert library.store.count("names") == len(names_of(own)) == 7
    works = own[-1].document
    library.remove(works)
    library.trash.forget([works])
    assert library.catalog.same_names(["foundry", "foundries"]) == {}
    assert library.store.count("names") == 4
