"""What the user says of the graph stands above what the model made of it, and can be taken back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from msgspec import structs
from test_graph_extraction import READ, whole
from test_graph_network import triples
from test_walk import QUESTION
from test_walk import read as read_three

from warehouse.documents.graph import by_hand, extraction, name_vectors, same_names, walk
from warehouse.documents.graph import network as net
from warehouse.documents.graph import part as parts
from warehouse.documents.graph.network import EVERYWHERE, standing
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput, NotWritable
from warehouse.library import Library
from warehouse.records import Place, Triple
from warehouse.run import Run
from warehouse.store.catalog.graph_by_hand import REMOVED, Removed


def all_standing(library: Library) -> list[Triple]:
    return standing([Place(one.id, 0, 0, EVERYWHERE) for one in library.documents()], library)


def read_whole(library: Library) -> None:
    engine = ScriptedEngine([Line("triples", "", READ)])
    assert extraction.extract(whole(library), library, engine, Run()) == 3


def remove(library: Library, *triples: Triple) -> list[Removed]:
    return by_hand.remove(by_hand.meant(triples, library), library)


def restore(library: Library, *triples: Triple) -> list[Removed]:
    return by_hand.restore(by_hand.meant(triples, library), library)


def keep(library: Library, *triples: Triple) -> None:
    """Each as what its sentence says."""
    for one in triples:
        hash = library.catalog.reading_hash(one.document)
        read = {one.start: [one]}
        assert by_hand.keep(one.document, read, "a model", hash, library.catalog)


def test_a_removed_relation_stays_so_when_its_sentence_is_read_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    read_whole(library)
    before = all_standing(library)
    wrong = before[1]
    assert len(remove(library, wrong)) == 1
    assert not remove(library, wrong)
    for _ in range(2):
        assert all_standing(library) == [one for one in before if one != wrong]
        told = [one for one in library.catalog.triples(wrong.document) if one.lost == REMOVED]
        assert told == [structs.replace(wrong, lost=REMOVED)]
        library.catalog.forget_triples([wrong.document])
        read_whole(library)
    assert len(restore(library, *told)) == 1
    assert not restore(library, *told)
    assert all_standing(library) == before
    library.catalog.forget_triples([wrong.document])
    read_whole(library)
    assert all_standing(library) == before


def test_a_relation_is_meant_by_its_sentence_whatever_its_letters(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    documents = {one.title: one.id for one in library.documents()}
    id, other = documents["Lune Bridge"], documents["Skerton Works"]
    wrong = Triple(id, 49, 95, "arches", "were cast by", "Skerton Works")
    elsewhere = Triple(id, 0, 48, "arches", "were cast by", "Skerton Works")
    written = structs.replace(wrong, head="ARCHES", relation="Were cast  by")
    keep(library, wrong)
    remove(library, wrong)
    library.catalog.forget_triples([id])
    keep(library, written, elsewhere, structs.replace(wrong, document=other))
    lost = {(one.document, one.start): one.lost for one in all_of(library)}
    assert lost == {(id, 49): REMOVED, (id, 0): "", (other, 49): ""}


def test_a_removed_relation_follows_its_sentence_to_another_place(shelve: Shelve) -> None:
    cast = "The arches were cast by Skerton Works."
    library = shelve(("Twice", f"{cast} The deck came later. {cast}"))
    [document] = library.documents()
    first = Triple(document.id, 0, len(cast), "arches", "were cast by", "Skerton Works")
    start = library.catalog.text(document.id).rindex("The arches")
    second = structs.replace(first, start=start, end=start + len(cast))
    keep(library, first)
    remove(library, first)
    keep(library, second)
    assert [one.lost for one in all_of(library)] == [REMOVED, REMOVED]
    restore(library, second)
    assert [one.lost for one in all_of(library)] == ["", ""]


def all_of(library: Library) -> list[Triple]:
    return [one for document in library.documents() for one in library.catalog.triples(document.id)]


def test_neither_walk_nor_picture_has_what_was_removed(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    read_three(library)
    assert len(walk.passages(QUESTION, library, 5)) == 2
    whole = parts.part(library)
    [link] = [link for link in whole.triples if link.label == "was a foundry in"]
    remove(library, *whole.triples[link])
    assert len(walk.passages(QUESTION, library, 5)) == 1
    assert "Halton" not in {node.title for node in parts.part(library).graph.nodes}


def groups(library: Library, own: list[Triple], *lines: Line) -> set[frozenset[str]]:
    """The names that are one, as the next study has them and as is known without a model."""
    found = net.network(own, library, ScriptedEngine([*lines]), Run())
    known = net.of_names(own, net.same_names.known(own, library))
    assert found == known
    joined: dict[int, set[str]] = {}
    for key, place in found.places.items():
        joined.setdefault(place, set()).add(key)
    return {frozenset(keys) for keys in joined.values() if len(keys) > 1}


def kept(library: Library) -> list[Triple]:
    """Those of a graph with names that the model would join."""
    own = triples(library)
    for document in {one.document for one in own}:
        read = {one.start: [t for t in own if t.document == document] for one in own[:1]}
        hash = library.catalog.reading_hash(document)
        library.catalog.keep_triples(document, read, "a model", hash)
    return own


def test_the_users_word_on_names_stands_above_that_of_the_model(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    own = kept(library)
    foundries = frozenset({"foundries", "foundry"})
    assert groups(library, own, Line("same_name", "", (0.8, 0.2))) == {foundries}
    assert by_hand.say("Foundry", "foundries", False, library)
    assert not by_hand.say("foundries", "foundry", False, library), "it was said before"
    assert groups(library, own) == set()
    library.catalog.forget_triples([own[-1].document])
    own = kept(library)
    assert groups(library, own) == set(), "and the model is not asked about them again"
    assert by_hand.unsay("foundry", "foundries", False, library)
    assert groups(library, own, Line("same_name", "", (0.1, 0.9))) == set()
    by_hand.say("foundry", "foundries", True, library)
    assert groups(library, own) == {foundries}


def test_words_on_names_join_and_part_what_was_joined_with_them(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    own, model = kept(library), Line("same_name", "", (0.8, 0.2))
    by_hand.say("foundry", "Skerton Works", True, library)
    by_hand.say("arches", "Skerton Works", True, library)
    joined = frozenset({"skerton works", "foundry", "foundries", "arches"})
    assert groups(library, own, model) == {joined}
    few = [one for one in own if {one.head, one.tail} <= {"arches", "foundries", "Lune Bridge"}]
    few.append(structs.replace(own[-1], tail="foundry"))
    assert {"arches", "foundry"} <= set().union(*groups(library, few)), "by a name that is not here"
    by_hand.say("foundries", "arches", False, library)
    assert groups(library, own) == {joined - {"foundries"}}, "the model joins not what is apart"
    by_hand.say("foundry", "foundries", True, library)
    foundries, others = {"foundry", "foundries"}, {"arches", "skerton works"}
    assert groups(library, own) == {frozenset(foundries), frozenset(others)}, "the later words"


def test_what_cannot_be_said_is_refused_in_words(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS)
    own = kept(library)
    with pytest.raises(BadInput, match="no name “Thames”"):
        by_hand.say("arches", "Thames", True, library)
    with pytest.raises(BadInput, match="are one name"):
        by_hand.say("Skerton Works", "skerton  works", False, library)
    monkeypatch.setattr(library, "is_read_only", True)
    for act in (
        lambda: remove(library, own[0]),
        lambda: restore(library, own[0]),
        lambda: by_hand.say("arches", "foundry", True, library),
        lambda: by_hand.unsay("arches", "foundry", True, library),
    ):
        with pytest.raises(NotWritable, match="can only be read"):
            act()
    assert all_of(library) and not any(one.lost for one in all_of(library))
    assert not library.catalog.names_by_hand()


def test_a_word_on_names_stays_while_any_document_has_them(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    kept(library)
    documents = {one.title: one.id for one in library.documents()}
    by_hand.say("foundry", "arches", True, library)
    keep(library, Triple(documents["Bread ovens"], 0, 56, "oven", "is", "Foundry"))
    for title, stays in (("Skerton Works", True), ("Bread ovens", False)):
        library.remove(documents[title])
        assert library.catalog.names_by_hand(), "what is in the trash may come back"
        library.trash.forget([documents[title]])
        assert bool(library.catalog.names_by_hand()) == stays
    assert not library.catalog.broken()


def one_names(library: Library, own: list[Triple]) -> set[frozenset[str]]:
    """The names that are one by the user's word alone."""
    keys = same_names.known(own, library)
    return {
        frozenset(key for key in keys if keys[key] == stands)
        for stands in keys.values()
        if list(keys.values()).count(stands) > 1
    }


def test_a_word_that_a_later_one_voided_can_be_said_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    own = kept(library)
    a, b, c = "arches", "foundry", "foundries"
    by_hand.say(a, b, False, library)
    by_hand.say(a, c, True, library)
    by_hand.say(c, b, True, library)
    assert one_names(library, own) == {frozenset({a, b, c})}
    assert by_hand.say(a, b, False, library)
    assert one_names(library, own) == {frozenset({b, c})}
    assert not by_hand.say(a, b, False, library), "now it is so"
    assert by_hand.unsay(a, b, False, library)
    assert one_names(library, own) == {frozenset({a, b, c})}, "as before"


def test_names_that_a_later_word_parted_can_be_joined_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    own = kept(library)
    a, b, c = "arches", "foundry", "foundries"
    by_hand.say(a, b, True, library)
    by_hand.say(b, c, True, library)
    by_hand.say(a, c, False, library)
    assert one_names(library, own) == {frozenset({b, c})}
    assert by_hand.say(a, b, True, library)
    assert one_names(library, own) == {frozenset({a, b})}


def test_who_has_the_names_is_looked_up_as_it_is_said(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a document that is read meanwhile has them and is not noted."""
    library = shelve(BRIDGE, WORKS)
    kept(library)
    writing, names_of_triples = library.catalog._writing, library.catalog.names_of_triples
    others: list[bool] = []

    def write() -> None:
        if writing.acquire(timeout=0.1):
            others.append(True)
            writing.release()

    def look() -> list[tuple[str, str]]:
        with ThreadPoolExecutor(1) as other:
            other.submit(write)
        return names_of_triples()

    monkeypatch.setattr(library.catalog, "names_of_triples", look)
    by_hand.say("arches", "foundry", True, library)
    assert not others


def test_a_name_that_is_nowhere_in_the_graph_is_not_joined(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    kept(library)
    [works] = [one.id for one in library.documents() if one.title == "Skerton Works"]
    library.remove(works)
    with pytest.raises(BadInput, match="no name “foundry”"):
        by_hand.say("arches", "foundry", True, library)


def test_names_that_one_may_be_the_same_as(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    kept(library)
    whole = parts.part(library)
    at = {node.title: node.id for node in whole.graph.nodes}
    assert parts.others(at["foundry"], "", library) == [], "none has a vector, and none is made"
    for document in library.documents():
        seen = Triple(document.id, 98, 120, "foundry", "is one of", "foundries")
        keep(library, seen)
        name_vectors.vectors(list(name_vectors.names_of([seen]).values()), library)
        assert [one.title for one in parts.others(at["foundry"], "", library)] == ["foundries"]
        library.retrieval.store.delete_documents([document.id])
    name_vectors.vectors(list(name_vectors.names_of(all_of(library)).values()), library)
    near = [node.title for node in parts.others(at["foundry"], "", library)]
    assert near[0] == "foundries" and "foundry" not in near
    found = parts.others(at["foundry"], "lune", library)
    assert {node.title for node in found} == {"Lune Bridge", "river Lune"}
    assert parts.others("gone", "", library) == []
    by_hand.say("foundries", "foundry", True, library)
    assert parts.part(library).joined == {at["foundry"]: ["foundries"]}
