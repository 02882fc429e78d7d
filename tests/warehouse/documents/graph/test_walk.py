"""A walk along the graph finds what no word of the question leads to."""

from __future__ import annotations

from bridges import BRIDGE, OVENS, WORKS, Shelve
from msgspec import structs

from warehouse.documents.graph import walk
from warehouse.library import Library
from warehouse.methods.evidence.pool import search
from warehouse.records import Triple

QUESTION = "Who owned the deck of Lune Bridge?"


def read(library: Library) -> dict[str, str]:
    """With a graph of three sentences; the documents by title."""
    documents = {one.title: one.id for one in library.documents()}
    bridge, works, ovens = (documents[one[0]] for one in (BRIDGE, WORKS, OVENS))
    for one in (
        Triple(bridge, 49, 95, "Lune Bridge", "was cast by", "Skerton Works"),
        Triple(works, 0, 56, "Skerton Works", "was a foundry in", "Halton"),
        Triple(ovens, 0, 56, "bread oven", "holds", "heat"),
    ):
        reading = library.catalog.reading_hash(one.document)
        library.catalog.keep_triples(one.document, {one.start: [one]}, "a model", reading)
    return documents


def test_a_walk_goes_from_the_names_of_a_question_to_what_is_related(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    documents = read(library)
    found = [hit.document for hit in walk.passages(QUESTION, library, 5)]
    assert found == [documents["Lune Bridge"], documents["Skerton Works"]]
    assert walk.passages("What do bakers sing?", library, 5) == []
    without = library.without(frozenset({documents["Lune Bridge"]}))
    left = [hit.document for hit in walk.passages(QUESTION, without, 5)]
    assert left == [documents["Skerton Works"]]
    library.remove(documents["Skerton Works"])
    assert len(walk.passages(QUESTION, library, 5)) == 1


def test_research_walks_only_where_it_is_wanted(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    documents = read(library)

    def score() -> float:
        [found] = search(library, [QUESTION], 3)
        return next((h.score for h in found.hits if h.document == documents["Skerton Works"]), 0.0)

    before = score()
    library.settings = structs.replace(library.settings, graph_search=True)
    assert score() > before
