"""Names that occur in passages: which documents share one, and that they go with their document."""

from __future__ import annotations

from bridges import BRIDGE, OVENS, WORKS, Shelve

from warehouse.library import Library
from warehouse.search import name_index

NOTHING: dict[str, float] = {}


def test_documents_are_linked_by_the_names_in_their_text(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    by_title = {one.title: one.id for one in library.catalog.documents()}
    found = name_index.sharing(["Skerton Works"], library.catalog)
    assert found.keys() == {by_title["Lune Bridge"], by_title["Skerton Works"]}
    assert name_index.sharing(["Halton"], library.catalog).keys() == {by_title["Skerton Works"]}
    assert name_index.sharing(["Nobody Such"], library.catalog) == NOTHING


def test_a_rarer_name_links_more_strongly(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    rare = name_index.sharing(["Halton"], library.catalog)
    shared = name_index.sharing(["Skerton Works"], library.catalog)
    assert max(rare.values()) > max(shared.values()) > 0


def test_names_joined_by_and_are_found_apart() -> None:
    assert name_index.forms(["Ann Reed and Lune Bridge"]) == [
        "Ann Reed and Lune Bridge",
        "Ann Reed",
        "Lune Bridge",
    ]


def test_only_documents_within_the_scope_are_linked(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    only = frozenset({library.catalog.documents()[0].id})
    found = name_index.sharing(["Skerton Works"], library.catalog, only)
    assert found.keys() == only


def test_names_go_with_their_document_and_rest_in_the_trash(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    by_title = {one.title: one.id for one in library.catalog.documents()}
    library.remove(by_title["Skerton Works"])
    assert name_index.sharing(["Halton"], library.catalog) == NOTHING
    library.catalog.forget(by_title["Skerton Works"])
    assert _rows(library) == {by_title["Lune Bridge"]}
    left = library.catalog.rows(
        "SELECT name FROM passage_names WHERE number NOT IN (SELECT number FROM named)"
    )
    assert left == []


def test_a_library_from_before_is_indexed_when_it_is_asked(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    with library.catalog.write() as connection:
        connection.execute("DELETE FROM named")
    assert len(library.catalog.without_names()) == 2
    name_index.keep_missing(library.catalog)
    assert library.catalog.without_names() == []
    assert name_index.sharing(["Halton"], library.catalog)


def _rows(library: Library) -> set[str]:
    return {id for (id,) in library.catalog.rows("SELECT document FROM named")}
