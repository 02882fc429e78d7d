"""Versions: what stood where and since when; what cites an old one is marked, not rewritten."""

from __future__ import annotations

import msgspec
from shelf import prose, reading

from warehouse.documents.inspecting.differences import Change, differences
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.run import Run
from warehouse.studies.keeper import Studies

URL = "https://example.org/tides"


def put(library: Library, text: str) -> str:
    return library.admit(reading("Tides", text), "x.html", text.encode(), Run()).id


def test_the_history_of_an_address(library: Library) -> None:
    with library:
        catalog = library.catalog
        first, second, other = (put(library, prose(number)) for number in (1, 20, 40))
        for at, document in enumerate((first, first, second)):
            catalog.note_version(URL, document, float(at))
        assert [(one.document, one.noticed, one.current) for one in catalog.versions(first)] == [
            (first, 0.0, False),
            (second, 2.0, True),
        ]
        assert catalog.newer([first, second, other]) == {first: second}
        catalog.note_version(URL, first, 3.0)
        assert catalog.newer([first, second]) == {second: first}
        catalog.note_version("/papers/tides.pdf", second, 4.0)
        assert catalog.newer([first, second]) == {}
        assert catalog.versions(other) == []


def test_answers_take_the_newest_version(library: Library) -> None:
    with library:
        old, new = put(library, prose(1)), put(library, prose(20))
        library.catalog.note_version(URL, old)
        library.catalog.note_version(URL, new)
        assert library.catalog.weaker([old, new]) == {old: new}
        assert library.catalog.weaker([old]) == {}
        library.catalog.set_apart(old, new)
        assert library.catalog.weaker([old, new]) == {}


def test_what_differs(library: Library) -> None:
    with library:
        old = put(library, "The mill stands. The bridge is open. It is old. The end is near.")
        new = put(library, "The mill stands. The bridge is closed. It is old. The end is near.")
        found = differences(library.catalog, old, new)
        assert found.changes == (
            Change("same", count=1),
            Change("gone", "The bridge is open."),
            Change("new", "The bridge is closed."),
            Change("same", count=2),
        )
        assert found.same == 3
        moved = put(library, "It is old. The mill stands. The bridge is open. The end is near.")
        found = differences(library.catalog, old, moved)
        assert (found.gone, found.new, found.moved) == ((), (), 1)


def test_a_sentence_that_stood_twice_and_stands_once_is_gone(library: Library) -> None:
    with library:
        twice = put(library, "The mill stands. It is closed. The bridge is open. It is closed.")
        once = put(library, "The mill stands. It is closed. The bridge is open.")
        assert differences(library.catalog, twice, once).gone == ("It is closed.",)
        assert differences(library.catalog, once, twice).new == ("It is closed.",)


def test_studies_that_cite_an_old_version_are_marked(library: Library) -> None:
    with library:
        studies = Studies(library)
        old, new = put(library, prose(1)), put(library, prose(20))
        row = StudyRow("20260101-000000-0123abcd", "ask", "Tides?", "aware", "done", 1.0, 1.0)
        library.catalog.save_study(row)
        library.catalog.note_cited(row.id, [old])
        assert [one.outdated for one in studies.list()] == [0]
        library.catalog.note_version(URL, old)
        library.catalog.note_version(URL, new)
        assert [one.outdated for one in studies.list()] == [1]
        assert [one.id for one in library.catalog.cited_by(old)] == [row.id]
        library.catalog.save_study(msgspec.structs.replace(row, title="Again"))
        assert [one.outdated for one in studies.list()] == [1]
        studies.remove(row.id)
        assert library.catalog.cited() == {}


def test_studies_that_cite_what_is_gone_are_marked(library: Library) -> None:
    with library:
        studies, cited = Studies(library), put(library, prose(1))
        row = StudyRow("20260101-000000-0123abcd", "ask", "Tides?", "aware", "done", 1.0, 1.0)
        library.catalog.save_study(row)
        library.catalog.note_cited(row.id, [cited, "0" * 64])
        assert [one.outdated for one in studies.list()] == [1], "one is not there"
        library.remove(cited)
        assert [one.outdated for one in studies.list()] == [2]
        library.trash.restore(cited, Run())
        assert [one.outdated for one in studies.list()] == [1]


def test_older_studies_are_noted_when_they_are_listed(library: Library) -> None:
    with library:
        row = StudyRow("20260101-000000-0123abcd", "ask", "Tides?", "aware", "done", 1.0, 1.0)
        library.catalog.save_study(row)
        assert Studies(library).list()[0].outdated == 0
        assert library.catalog.cited() == {row.id: []}
