"""The library asked about itself: figures from the catalog, each with the list it comes from."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from msgspec import structs

from indexers.records import Loss
from warehouse.answering import coverage_rolls, library_figures, routing
from warehouse.context import Context
from warehouse.engine.unneeded import UnneededEngine
from warehouse.errors import ModelMissing
from warehouse.library import Library
from warehouse.methods.registry import AWARE
from warehouse.question import filters
from warehouse.question.details import Details, Limit, What
from warehouse.question.reading import Reading
from warehouse.render import prose
from warehouse.results.provenance import Route
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies


def shelf(shelve: Shelve) -> Library:
    """Three documents: 1881 by Anna Kahn, 1998, and one that failed."""
    library = shelve(BRIDGE, WORKS, OVENS)
    ids = {one.title: one.id for one in library.catalog.documents()}
    library.catalog.tell(ids["Lune Bridge"], "yours", {"date": ["1881"], "authors": ["Anna Kahn"]})
    library.catalog.tell(ids["Skerton Works"], "yours", {"date": ["1998-05"]})
    library.catalog.change([ids["Bread ovens"]], state="failed", problem="It is damaged.")
    return library


def read_as(library: Library, counted: str = "files", *limits: tuple[What, str]) -> Reading:
    told = Details(limits=tuple(Limit(what, words) for what, words in limits))
    found = filters.checked(told, library)
    return Reading("", Route("library", "user"), limits=found, counted=counted)


def said(library: Library, counted: str = "files", *limits: tuple[What, str]) -> str:
    return library_figures.figures(read_as(library, counted, *limits), library).text


def test_a_figure_names_the_list_it_was_counted_from(shelve: Shelve) -> None:
    library = shelf(shelve)
    told = library_figures.figures(read_as(library, "files", ("in", "1998")), library)
    assert told.text.startswith(
        "There is 1 document dated 1998 in your library (list 1), of 3 in all."
    )
    [roll] = told.rolls
    assert roll.name == "Documents dated 1998"
    assert [item.name for item in roll.items] == ["Skerton Works"]


def test_a_short_word_of_a_title_names_no_document(shelve: Shelve) -> None:
    library = shelf(shelve)
    ids = {one.title: one.id for one in library.catalog.documents()}
    library.catalog.tell(ids["Skerton Works"], "yours", {"title": ["Works in R"]})
    library.catalog.tell(ids["Bread ovens"], "yours", {"title": ["SPC"]})
    called = Details(limits=(Limit("title", "R"), Limit("title", "works"), Limit("title", "SPC")))
    found = filters.checked(called, library)
    assert found.words == "called “works” or called “SPC”"
    assert found.unknown == ("R",)


def test_spans_authors_kinds_and_languages(shelve: Shelve) -> None:
    library = shelf(shelve)
    assert "2 documents dated 1850 to 2000" in said(library, "files", ("in", "2000 and 1850"))
    assert "1 document dated 1997 or earlier" in said(library, "files", ("before", "1998"))
    assert "no document dated 1999 or later" in said(library, "files", ("after", "1998"))
    assert "1 document dated 1998 or later" in said(library, "files", ("since", "1998"))
    assert "1 document by Anna Kahn" in said(library, "files", ("author", "Anna Kahn"))
    assert "There is no document by Bert in your" in said(library, "files", ("author", "Bert"))
    assert "3 documents of the kind “web”" in said(library, "files", ("web page", "web pages"))
    assert "3 documents in English" in said(library, "files", ("language", "English"))
    assert "2 documents with no author" in said(library, "files", ("no author", "author"))
    assert "no document with more than 2 pages" in said(library, "files", ("more than", "2 pages"))
    assert "3 documents with less than 1 GB" in said(library, "files", ("less than", "1 GB"))


def test_what_the_catalog_does_not_know_is_told(shelve: Shelve) -> None:
    told = said(shelf(shelve), "files", ("collection", "Floods"), ("title", "papyrus"))
    assert "Not counted by, since the catalog knows nothing of it: “Floods”, “papyrus”." in told


def test_what_was_added_when(shelve: Shelve) -> None:
    library = shelf(shelve)
    assert "3 documents added today" in said(library, "files", ("added", "today"))
    assert said(library, "files", ("added", "yesterday")).startswith("There is no document")
    year = datetime.datetime.now().year
    assert f"3 documents added {year}" in said(library, "files", ("added", f"{year}"))


def test_a_relative_time_is_taken_from_now(shelve: Shelve) -> None:
    library = shelf(shelve)
    year = datetime.datetime.now().year - 1
    [ovens] = [one.id for one in library.documents() if one.title == "Bread ovens"]
    library.catalog.tell(ovens, "yours", {"date": [f"{year}"]})
    assert f"1 document dated {year}" in said(library, "files", ("in", "last year"))


def test_what_could_not_be_read_is_listed_with_its_reason(shelve: Shelve) -> None:
    library = shelf(shelve)
    library.catalog.add_losses("", [Loss("adding", "notes.xyz", "no kind of file that is read")])
    told = library_figures.figures(read_as(library, "unreadable"), library)
    assert told.text.startswith("1 of 3 documents in your library could not be read (list 1).")
    assert "It is damaged." in told.text
    assert [roll.name for roll in told.rolls] == [
        "Could not be read",
        "Files that were not taken in",
    ]


def test_titles_are_shown_to_the_letter(shelve: Shelve) -> None:
    titles = ["__init__.py", "1. Introduction", "# 1 Guide", "A~~B~~C", "The “*old*” *bridge*"]
    library = shelve(*((title, f"Text {at} says it.") for at, title in enumerate(titles)))
    for told in (said(library), said(library, "longest")):
        shown = prose(told)
        assert not re.search("<(strong|em|s|h4|ol)>", shown)
        assert all(title.translate({8220: "‘", 8221: "’"}) in shown for title in titles)


def test_files_that_were_refused_are_told_in_an_empty_library_too(shelve: Shelve) -> None:
    library = shelve()
    library.catalog.add_losses("", [Loss("adding", "notes.xyz", "no kind of file that is read")])
    told = library_figures.figures(read_as(library, "unreadable"), library)
    empty = "There are no documents in your library."
    assert told.text == f"{empty}\n\nFiles that were not taken in: 1 (list 1)."
    assert [item.name for item in told.rolls[0].items] == ["notes.xyz"]
    assert library_figures.figures(read_as(library), library).text == empty


def test_values_and_extremes(shelve: Shelve) -> None:
    library = shelf(shelve)
    assert "1 language in 3 documents" in said(library, "languages")
    assert "English (3)" in said(library, "languages")
    assert "is “Lune Bridge”" in said(library, "oldest")
    assert "is “Skerton Works”" in said(library, "newest")
    assert "3 pages in 3 documents" in said(library, "pages")
    overview = library_figures.figures(read_as(library, "everything"), library)
    assert len(overview.rolls) == 5
    assert "(list 5)" in overview.text


def test_collections_and_tags_limit_and_are_counted(shelve: Shelve) -> None:
    library = shelf(shelve)
    ids = [one.id for one in library.catalog.documents()]
    library.shelves.make("Floods", ids[:2])
    library.catalog.tag(ids[:1], "old", "old")
    assert "2 documents in “Floods”" in said(library, "files", ("collection", "Floods"))
    assert "1 document tagged “old”" in said(library, "files", ("tag", "old"))
    assert "no document tagged “old mills”" in said(library, "files", ("tag", "old mills"))
    assert "There is 1 of them" in said(library, "collections")
    assert "1 tag in 3 documents" in said(library, "tags")


def test_without_a_model_what_stands_in_the_question_limits_it(shelve: Shelve) -> None:
    context = Context.of(shelf(shelve), UnneededEngine(), Settings(), Run())
    question = "How many documents by Anna Kahn do I have from 1881?"
    answer = routing.ask(question, context, AWARE, "library")
    assert answer.way is not None and answer.way.route.kind == "library"
    assert "1 document by Anna Kahn, dated 1881" in answer.text
    assert not answer.claims


def test_none_need_be_there(shelve: Shelve) -> None:
    library = shelf(shelve)
    question = "What could not be read?"
    assert routing.does_without_model("ask", "Why?", "aware", library, "library")
    assert not routing.does_without_model("ask", "Why did it close?", "aware", library)
    assert not routing.does_without_model("ask", question, "aware", library, "list")
    assert not routing.does_without_model("write", question, "aware", library), "it is written"
    studies = Studies(library)
    study = studies.start("ask", question, taken_as="library")
    answer = studies.run(study, UnneededEngine(), Settings(), Run())
    assert isinstance(answer, Answer) and "1 of 3 documents" in answer.text
    assert not any(loss.stage == "searching" for loss in answer.research.losses)
    with pytest.raises(ModelMissing):
        routing.ask(
            question, Context.of(library, UnneededEngine(), Settings(), Run()), AWARE, "chat"
        )


def test_a_narrowed_library_counts_only_what_is_in_it(shelve: Shelve, tmp_path: Path) -> None:
    library = shelf(shelve)
    library.shelves.make("Floods", [library.catalog.documents()[0].id])
    narrowed = library.within(library.finder.scope("Floods"))
    assert "1 document in “Floods”" in said(narrowed)


def test_what_was_read_stays_read_while_it_is_in_work_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    words, again, _ = (one.id for one in library.catalog.documents())
    library.catalog.change([words], state="parsed")  # as another analyzer has it
    library.catalog.change([again], state="queued")  # as another reading has it
    told = coverage_rolls.unread(library.documents())
    [roll] = told
    assert roll.name == coverage_rolls.AGAIN
    assert [item.note for item in roll.items] == [
        "its words are put into the search index",
        "is read again; until then its text of before counts",
    ]
    fresh = [structs.replace(one, passages=0) for one in library.documents()]
    assert coverage_rolls.WAITING in [one.name for one in coverage_rolls.unread(fresh)]


def test_limits_that_leave_nothing_are_told_one_by_one(shelve: Shelve) -> None:
    told = said(shelf(shelve), "files", ("language", "German"), ("in", "1998"))
    assert told.startswith("There is no document in German, dated 1998 in your library")
    assert "Each by itself: in German 0, dated 1998 1." in told


def test_what_has_no_pages_counts_none(shelve: Shelve) -> None:
    library = shelf(shelve)
    first = library.catalog.documents()[0].id
    with library.catalog.write():
        library.catalog.change([first], kind="document")
    assert "2 pages in 3 documents" in said(library, "pages")
    assert "1 section" in said(library, "files")
    assert "2 documents with less than 2 pages" in said(library, "files", ("less than", "2 pages"))
