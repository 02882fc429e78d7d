from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from indexers.records import Reading
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search.collections.query_search import SOME_ONLY

TEXTS = {
    "Mills": ("en", "A water mill grinds grain. The wheel is driven by the river."),
    "Bridges": ("en", "A stone bridge carries the road. The mill has no water. Its river bends."),
    "Häuser": ("de", "Die alten Häuser stehen am Fluss. Die ﬁnnische Wassermühle steht daneben."),
    "東京": ("ja", "東京都は日本の首都です。2020年の川が流れています。"),
    "물방아": ("ko", "물방아는 돌아간다. 강가에 방앗간이 있다."),
    "水车": ("zh", "水车由水驱动。方法，结果和讨论都在这里。"),
    "Water mill": ("en", "A history of engines. It was driven by steam, not by wind."),
}
ABOUT = {
    "Mills": {"authors": ("Jane Möller", "Ann Lee"), "date": "1998-05-01", "kind": "pdf"},
    "Bridges": {"authors": ("Ann Lee",), "date": "2004"},
    "Häuser": {"date": "2005-01-01", "site": "example.org"},
}


def texts() -> list[Admission]:
    made: list[Admission] = []
    for title, (language, text) in TEXTS.items():
        plain = reading(title, text, language=language)
        full: Reading = msgspec.structs.replace(plain, **ABOUT.get(title, {}))
        made.append(Admission(full, "s", text.encode()))
    return made


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("finding")
    with Library(folder / "w", SETTINGS, HashingEmbedder(256)) as library:
        library.admit_many(texts(), Run())
        by_title = {one.title: one.id for one in library.catalog.documents()}
        library.shelves.make("River", [by_title["Mills"], by_title["Bridges"]])
        library.shelves.save("About mills", "mill")
        library.shelves.save("Itself", "in:Itself mill")
        library.shelves.tag([by_title["Mills"], by_title["Häuser"]], "old")
        yield library


def found(library: Library, query: str) -> set[str]:
    titles = {one.id: one.title for one in library.catalog.documents()}
    return {titles[id] for id in library.finder.find(query, 10).documents}


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("river", {"Mills", "Bridges"}),
        ("grain river", {"Mills"}),
        ("grain OR bridge", {"Mills", "Bridges"}),
        ("(grain OR bridge) road", {"Bridges"}),
        ("river -bridge", {"Mills"}),
        ("river NOT grain", {"Bridges"}),
        ("-river -Wassermühle", {"東京", "물방아", "水车", "Water mill"}),
        ('"water mill"', {"Mills"}),
        ('"mill water"', set()),
        ('"driven by the river"', {"Mills"}),
        ('river -"water mill"', {"Bridges"}),
        ('-"water mill"', {"Bridges", "Häuser", "東京", "물방아", "水车", "Water mill"}),
        ('"finnische Wassermuhlen"', {"Häuser"}),
        ('"日本の首都"', {"東京"}),
        ('"首都の日本"', set()),
        ('"2020年の川"', {"東京"}),
        ('"です 2020"', {"東京"}),
        ("首都", {"東京"}),
        ("„water mill“", {"Mills"}),
        ("«water mill»", {"Mills"}),
        ("「日本の首都」", {"東京"}),
        ("（grain OR bridge）　road", {"Bridges"}),
        ("river －bridge", {"Mills"}),
        ("wa\u200bter \u200emi\u00adll", {"Mills", "Bridges", "Water mill"}),
        ('"강가에 방앗간"', {"물방아"}),
        ('"방앗간 강가에"', set()),
        ('"方法，结果"', {"水车"}),
    ],
)
def test_words(library: Library, query: str, titles: set[str]) -> None:
    assert found(library, query) == titles


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("tag:old", {"Mills", "Häuser"}),
        ("tag:OLD river", {"Mills"}),
        ("river -tag:old", {"Bridges"}),
        ("in:River", {"Mills", "Bridges"}),
        ("in:river stone", {"Bridges"}),
        ('in:"About mills" -in:River', {"Water mill"}),
        ("kind:pdf", {"Mills"}),
        ("kind:page river", {"Bridges"}),
        ("lang:de", {"Häuser"}),
        ("lang:German OR lang:ja", {"Häuser", "東京"}),
        ("author:moller", {"Mills"}),
        ("author:mol", {"Mills"}),
        ("author:oller", set()),
        ('author:"jane lee"', set()),
        ('author:"lee ann"', {"Mills", "Bridges"}),
        ("author:example.org", {"Häuser"}),
        ("year:1998", {"Mills"}),
        ("year:1998-2004", {"Mills", "Bridges"}),
        ("year:-2004", {"Mills", "Bridges"}),
        ("year:2004..", {"Bridges", "Häuser"}),
        ("year:1998-05", {"Mills"}),
        ("tag:none", set()),
        ("in:nowhere", set()),
        ("tag：OLD", {"Mills", "Häuser"}),
        ("lang:Chinese", {"水车"}),
        ("lang:日本語", {"東京"}),
        ("lang:en-GB bridge", {"Bridges"}),
        ('author:"Lee, Ann"', {"Mills", "Bridges"}),
        ("author:,", set()),
        ("year:1998-99", {"Mills"}),
        ("year:1998-04", set()),
        ("year:2004-1998", {"Mills", "Bridges"}),
        ("title:mill", {"Mills", "Water mill"}),
        ('title:"mill water" engines', {"Water mill"}),
        ("title:ater", set()),
        ("title:京", {"東京"}),
        ("year:1997/99", {"Mills"}),
    ],
)
def test_fields(library: Library, query: str, titles: set[str]) -> None:
    assert found(library, query) == titles


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ('"water mill', "A quotation mark is not closed; read as plain words."),
        ("year:soon mill", "“year:soon” is no year and no span of years; read as plain words."),
        ("kind:stone", "There is no kind “stone”"),
        ("tag:none mill", "No document has the tag “none”."),
        ("in:nowhere", "There is no collection or saved search named “nowhere”."),
        ("in:Itself", "In “Itself”: “Itself” is a search in itself."),
        ("lang:klingon", "No document is in the language “klingon”."),
        ("author:nobody", "No document names “nobody” as its author."),
        ("id:beef", "No document has this id."),
        ("id:mill", "“id:mill” is no beginning of an id; read as plain words."),
        ("wat*", "A * stands for nothing"),
        ("tag:\ud800", "No document has the tag “?”."),
        ("water mill", ""),
    ],
)
def test_notes(library: Library, query: str, note: str) -> None:
    said = library.finder.find(query, 5).note
    assert said.startswith(note) if note else said == ""


def test_documents_by_their_ids(library: Library) -> None:
    by_title = {one.title: one.id for one in library.catalog.documents()}
    assert found(library, f"id:{by_title['Mills'][:12]}") == {"Mills"}
    several = f"id:{by_title['Mills'][:12]},{by_title['Bridges'][:12].upper()}"
    assert found(library, f"{several} grain") == {"Mills"}
    many = ",".join(f"{number:012x}" for number in range(500))
    assert found(library, f"id:{many},{by_title['Mills'][:9]}") == {"Mills"}


def test_a_saved_search_follows_a_new_name(library: Library) -> None:
    shelves, mills = library.shelves, found(library, "in:River")
    shelves.save("Deep", 'in:river -in:"River" OR in:RIVER')
    kept = shelves.rename(shelves.named("River"), "River, old")
    assert shelves.named("Deep").query == 'in:"River, old" -in:"River, old" OR in:"River, old"'
    shelves.save("Deeper", "in:Deep")
    shelves.rename(kept, "River")
    assert found(library, "in:Deeper") == mills
    for name in ("Deep", "Deeper"):
        shelves.delete(shelves.named(name))


def test_a_saved_search_in_a_removed_collection_says_so(library: Library) -> None:
    library.shelves.save("Orphan", "in:Gone mill")
    result = library.finder.find("in:Orphan", 5)
    assert result.documents == frozenset()
    assert result.note.startswith("In “Orphan”: There is no collection or saved search")
    library.shelves.delete(library.shelves.named("Orphan"))


def test_by_meaning_keeps_to_the_fields(library: Library) -> None:
    titles = {hit.title for hit in library.finder.near("mill river tag:old", 10).hits}
    assert titles == {"Mills", "Häuser"}
    assert library.finder.near("tag:old", 10).hits == ()
    assert library.finder.near("mill tag:none", 10).note == "No document has the tag “none”."


def test_a_saved_search_in_itself_ends(library: Library) -> None:
    assert library.finder.scope("Itself").documents == frozenset()


def test_some_of_the_words_will_do_and_it_is_said(library: Library) -> None:
    result = library.finder.find("grain bridge", 5)
    assert result.note == SOME_ONLY
    assert {hit.title for hit in result.hits} == {"Mills", "Bridges"}
    assert library.finder.find("grain AND bridge", 5).note == SOME_ONLY
    assert library.finder.documents("grain bridge") == frozenset()
    assert library.finder.find('"grain bridge"', 5).documents == frozenset()


def test_a_title_is_found_by_parts_of_its_words(library: Library) -> None:
    assert found(library, "ter mil") == {"Water mill"}
    assert found(library, "tag:old ter mil") == set()


def test_a_saved_search_holds_what_the_search_box_shows(library: Library) -> None:
    library.shelves.save("Parts", "ridg")
    assert found(library, "in:Parts") == found(library, "ridg") == {"Bridges"}
    assert found(library, "in:Parts tag:old") == set()
    assert library.finder.scope("Parts").documents == library.finder.scope_of("ridg").documents
    library.shelves.delete(library.shelves.named("Parts"))


def test_a_phrase_is_looked_for_behind_the_first_candidates(library: Library) -> None:
    (hit,) = library.finder.find('"water mill"', 1).hits
    assert hit.title == "Mills"


def test_within_narrows_before_ranking(library: Library) -> None:
    only = library.finder.find("in:River", 1).documents
    result = library.finder.find("mill", 1, only)
    assert result.documents <= only
    assert result.hits[0].document in only
    assert library.finder.find("mill", 5, frozenset()).documents == frozenset()


def test_hits_show_where_the_words_stand(library: Library) -> None:
    for query, words in (
        ('"water mill"', "water mill"),
        ("wheel river", "The wheel is driven by the river."),
        ('"ﬁnnische Wassermühle"', "ﬁnnische Wassermühle"),
        ('"首都です"', "首都です"),
    ):
        hit = library.finder.find(query, 1).hits[0]
        stands = library.finder.standing(hit, query)
        assert stands.text == words
        place = stands.place
        assert library.catalog.text(place.document, place.start, place.end) == words
        assert (place.page, stands.page_label) == (0, "1")


@pytest.mark.parametrize(
    "query", ["", "   ", "!?", "'", "a:b AND (", "\x00", "x" * 5000, "-", "OR"]
)
def test_odd_queries_are_harmless(library: Library, query: str) -> None:
    library.finder.find(query, 5)
    library.finder.documents(query)
