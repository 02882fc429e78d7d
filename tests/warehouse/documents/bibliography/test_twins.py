"""The same paper, another version: found at ingest, shown, preferred, and one source in answers."""

from __future__ import annotations

from pathlib import Path

import msgspec
from shelf import prose, reading, write_html

from indexers.records import Told
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Answer, Claim, Coverage, Evidence, Research, Spend, Structure
from warehouse.run import Run
from warehouse.store.catalog.sketches import BANDS
from warehouse.studies.report import onesource

LONG = prose(1, 60)
PREPRINT = LONG.replace("In year 1520 ", "In the year 1520, it is said, ")


def put(library: Library, text: str, *told: Told, raw: bytes = b"") -> str:
    made = msgspec.structs.replace(reading("Tides", text), told=told)
    return library.admit(made, "x.html", raw or text.encode(), Run()).id


def test_versions_find_each_other_and_others_do_not(library: Library) -> None:
    with library:
        first, second = put(library, LONG), put(library, PREPRINT)
        stranger, short = put(library, prose(40, 60)), put(library, "The tide rises.")
        (twin,) = library.catalog.twins(first)
        assert (twin.document, twin.why, twin.one_source) == (second, "text", True)
        assert 0.9 < twin.share < 1
        assert [one.document for one in library.catalog.twins(second)] == [first]
        assert library.catalog.twins(stranger) == library.catalog.twins(short) == []
        assert [(a, t.document) for a, t in library.catalog.all_twins()] == [
            tuple(sorted((first, second)))
        ]


def test_a_removed_twin_is_none_until_it_comes_back(library: Library) -> None:
    with library:
        first, second = put(library, LONG), put(library, PREPRINT)
        library.remove(second)
        assert library.catalog.twins(first) == [] == library.catalog.all_twins()
        library.trash.restore(second, Run())
        assert [one.document for one in library.catalog.twins(first)] == [second]
        library.catalog.forget(second)
        for table in ("twins", "preferred"):
            assert library.catalog.rows(f"SELECT * FROM {table}") == []
        assert library.catalog.row("SELECT count(*) FROM sketch_bands") == (BANDS,)


def test_answers_take_one_of_two_versions(library: Library) -> None:
    with library:
        first, second = put(library, LONG), put(library, PREPRINT)

        def found() -> set[str]:
            return {hit.document for hit in library.retrieval.passages("harbour ledger", 8)}

        assert found() == {second}  # the one that came later
        library.catalog.prefer(first)
        assert found() == {first}
        assert {hit.document for hit in library.retrieval.headers("harbour", 4)} == {first}
        library.catalog.set_apart(first, second)
        assert found() == {first, second}
        assert {hit.document for hit in library.retrieval.search_words("harbour", 9)} == {
            first,
            second,
        }
        library.catalog.set_apart(first, second, False)
        library.edit(second, {"date": ("2024",)}, Run())
        assert found() == {first}  # the user's choice counts before the date


def test_what_only_the_weaker_version_has_is_still_found(library: Library) -> None:
    with library:
        first = put(library, LONG + " The lighthouse keeper plays chess.")
        put(library, PREPRINT)
        hits = library.retrieval.passages("lighthouse keeper chess", 1, frozenset({first}))
        assert [hit.document for hit in hits] == [first]


def test_a_number_in_common_is_shown_and_does_not_count_as_one(library: Library) -> None:
    with library:
        doi = Told("doi", ("10.1000/t",), "page")
        first, second = put(library, LONG, doi), put(library, prose(40, 60), doi)
        (twin,) = library.catalog.twins(first)
        assert (twin.document, twin.why, twin.one_source) == (second, "doi", False)
        assert library.catalog.weaker([first, second]) == {}
        library.catalog.prefer(second)
        assert library.catalog.weaker([first, second]) == {first: second}
        library.edit(second, {"doi": ("10.1000/other",)}, Run())
        assert library.catalog.with_value("doi", "10.1000/other") == [second]


def test_a_corrected_number_parts_them(library: Library) -> None:
    with library:
        doi = Told("doi", ("10.1000/t",), "page")
        first, second = put(library, LONG, doi), put(library, prose(40, 60), doi)
        library.edit(second, {"doi": ("10.1000/other",)}, Run())
        assert library.catalog.twins(first) == []


def test_documents_read_before_get_their_sketch(library: Library, tmp_path: Path) -> None:
    with library:
        first = library.add([write_html(tmp_path / "a.html", "A", LONG)], Run())[0].id
        library.catalog.keep_sketch(first, None)
        with library.catalog.write() as connection:
            connection.execute("DELETE FROM sketches")
        library.add([write_html(tmp_path / "b.html", "B", PREPRINT)], Run())
        assert library.catalog.twins(first) == []
        library.resume(Run())
        assert len(library.catalog.twins(first)) == 1
        assert library.catalog.without_sketch() == []


def test_the_ledger_names_versions_behind_an_answer(library: Library) -> None:
    with library:
        first, second = put(library, LONG), put(library, PREPRINT)

        def told(*documents: str) -> list[str]:
            evidence = tuple(
                Evidence(at, Place(document, 0, 0, 9), "x", "Tides", "1", "", "q", 1.0)
                for at, document in enumerate(documents)
            )
            cites = tuple(range(len(documents)))
            claim = Claim(0, 1, "x", cites, "supported", "")
            chain = Research("q", Structure(), evidence)
            counts, spend = Coverage(2, 1, 0, 1, 1, 1), Spend(0, 0, 0, 0, 0)
            answer = Answer("q", "aware", "x", False, (claim,), chain, counts, spend)
            return [one.reason for one in onesource.losses(answer, library.catalog)]

        assert told(second) == ["Another version of “Tides”, not used beside it."]
        together = "Another version of “Tides”, cited too: together they are one source."
        assert told(first, second) == [together]
        library.catalog.set_apart(first, second)
        assert told(first, second) == []
