"""What the user said of the graph outlasts another reading and a new version."""

from __future__ import annotations

from bridges import BRIDGE, WORKS, Shelve
from msgspec import structs
from shelf import reading
from test_by_hand import all_of, keep, remove, restore

from warehouse.documents.graph import by_hand
from warehouse.library import Library
from warehouse.records import Triple
from warehouse.store.catalog.content import Parsed
from warehouse.store.catalog.graph_by_hand import REMOVED

CAST = "Its arches were cast by Skerton Works in 1881."
AT = (BRIDGE[1].index(CAST), BRIDGE[1].index(CAST) + len(CAST))


def versions(shelve: Shelve) -> tuple[Library, Triple, Triple]:
    """Two of one page, with what the same sentence says in each."""
    newer = ("Lune Bridge, newer", f"It is a bridge of iron. {CAST} It is closed.")
    library = shelve(BRIDGE, newer)
    documents = {one.title: one.id for one in library.documents()}
    before, after = documents["Lune Bridge"], documents["Lune Bridge, newer"]
    for id in (before, after):
        library.catalog.note_version("https://bridges.example", id)
    library.catalog.take_over(before, after)
    start = newer[1].index(CAST)
    first = Triple(before, *AT, "arches", "were cast by", "Skerton Works")
    return (
        library,
        first,
        structs.replace(first, document=after, start=start, end=start + len(CAST)),
    )


def test_what_was_removed_stays_so_in_a_new_version(shelve: Shelve) -> None:
    library, old, new = versions(shelve)
    other = structs.replace(new, start=0, end=23)
    keep(library, old)
    remove(library, old)
    keep(library, other, new)
    catalog = library.catalog
    assert [one.lost for one in catalog.triples(new.document)] == ["", REMOVED]
    assert [one.sentence for one in catalog.removed_triples(new.document)] == [
        one.sentence for one in catalog.removed_triples(old.document)
    ]
    restore(library, new)
    catalog.forget_triples([new.document])
    keep(library, new)
    assert all_of(library) == [new, old], "it does not come again from the version before"


def test_what_was_said_goes_on_to_the_version_after_that_was_not_read_yet(shelve: Shelve) -> None:
    library, old, new = versions(shelve)
    iron = structs.replace(old, start=0, end=48, head="Lune Bridge", tail="river Lune")
    keep(library, old, iron)
    remove(library, old)
    remove(library, iron)
    restore(library, old)
    by_hand.say("arches", "Skerton Works", True, library)
    remove(library, old)
    library.remove(old.document)
    library.trash.forget([old.document])
    catalog = library.catalog
    assert catalog.names_by_hand() and catalog.held_names(new.document) == {
        "arches",
        "skerton works",
    }
    assert {one.head for one in catalog.removed_triples(new.document)} == {"arches"}
    keep(library, new)
    assert [one.lost for one in all_of(library)] == [REMOVED]
    library.remove(new.document)
    library.trash.empty([new.document])
    assert not catalog.names_by_hand() and not catalog.broken()


def read_again(library: Library, document: str, text: str) -> None:
    """By a reader that finds another text."""
    found = reading("Lune Bridge", text)
    [passages, header] = [
        tuple(library.catalog.passages(document)),
        library.catalog.header(document),
    ]
    assert header is not None
    library.catalog.store_readings([Parsed(document, found, passages, header, "", 0)])


def test_it_is_taken_back_when_the_text_has_moved(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    [document] = library.documents()
    old = Triple(document.id, *AT, "arches", "were cast by", "Skerton Works")
    keep(library, old)
    removed = remove(library, old)
    read_again(library, document.id, f"It was new. {BRIDGE[1]}")
    moved = structs.replace(old, start=AT[0] + 12, end=AT[1] + 12)
    keep(library, moved)
    assert [one.lost for one in all_of(library)] == [REMOVED]
    assert by_hand.restore(removed, library) == removed
    assert all_of(library) == [moved]
    assert by_hand.restore(removed, library) == []
    assert by_hand.remove(removed, library) == removed
    assert [one.lost for one in all_of(library)] == [REMOVED]


def test_nothing_is_removed_from_a_picture_of_before(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    [document] = library.documents()
    old = Triple(document.id, *AT, "arches", "were cast by", "Skerton Works")
    keep(library, old)
    library.catalog.forget_triples([document.id])
    assert not remove(library, old)
    assert not library.catalog.removed_triples(document.id)


def test_what_stands_again_has_its_names_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    documents = {one.title: one.id for one in library.documents()}
    bridge, works = documents["Lune Bridge"], documents["Skerton Works"]
    wrong = Triple(bridge, *AT, "arches", "were cast by", "Skerton Works")
    keep(library, wrong, Triple(works, 0, 56, "Skerton Works", "was", "foundry"))
    keep(library, Triple(works, 57, 103, "arches", "employed", "three hundred people"))
    remove(library, wrong)
    by_hand.say("arches", "Skerton Works", True, library)
    restore(library, wrong)
    library.remove(works)
    library.trash.forget([works])
    assert library.catalog.names_by_hand()
