"""Names that occur in passages: how rare they are, and that they go with their document."""

from __future__ import annotations

from bridges import BRIDGE, OVENS, WORKS, Shelve

from warehouse.library import Library
from warehouse.search import name_index


def weights(library: Library, *told: str) -> list[float]:
    return [*name_index.weights([*map(name_index.key, told)], library.catalog).values()]


def test_a_rarer_name_has_more_weight(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    [rare], [shared] = weights(library, "Halton"), weights(library, "Skerton Works")
    assert rare > shared > 0
    assert weights(library, "Nobody Such") == []


def test_a_title_is_a_name_without_what_tells_it_from_others() -> None:
    held = name_index.of_passages(
        "Green (album)", ["It came out in 1978.", "Steve Hillage made it."]
    )
    assert held[name_index.key("Green")] == {0}
    assert held[name_index.key("Steve Hillage")] == {1}


def test_names_joined_by_and_are_found_apart() -> None:
    assert name_index.forms(["Ann Reed and Lune Bridge"]) == [
        "Ann Reed and Lune Bridge",
        "Ann Reed",
        "Lune Bridge",
    ]


def test_names_go_with_their_document_and_rest_in_the_trash(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    by_title = {one.title: one.id for one in library.catalog.documents()}
    library.remove(by_title["Skerton Works"])
    assert library.catalog.passages_naming(name_index.key("Halton"), 5) == []
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
    assert weights(library, "Halton")


def _rows(library: Library) -> set[str]:
    return {id for (id,) in library.catalog.rows("SELECT document FROM named")}
