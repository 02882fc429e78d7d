"""The library asked about itself: figures from the catalog, each with the list it comes from."""

from __future__ import annotations

import datetime
import time
from pathlib import Path

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from msgspec import structs

from indexers.records import Loss
from warehouse.answering import counted, routing
from warehouse.answering.library import catalogued
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.errors import ModelMissing
from warehouse.library import Library
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


def said(library: Library, question: str) -> str:
    return catalogued.tell(question, library).text


def test_a_figure_names_the_list_it_was_counted_from(shelve: Shelve) -> None:
    library = shelf(shelve)
    told = catalogued.tell("How many documents do I have from 1998?", library)
    assert told.text.startswith(
        "There is 1 document dated 1998 in your library (list 1), of 3 in all."
    )
    [roll] = told.rolls
    assert roll.name == "Documents dated 1998"
    assert [item.name for item in roll.items] == ["Skerton Works"]


def test_spans_authors_kinds_and_languages(shelve: Shelve) -> None:
    library = shelf(shelve)
    assert "2 documents dated 1850 to 2000" in said(library, "Documents between 1850 and 2000?")
    assert "2 documents dated 1850 to 2000" in said(library, "Documents between 2000 and 1850?")
    assert "1 document dated 1997 or earlier" in said(library, "documents before 1998")
    assert "1 document dated 1999 or later" not in said(library, "documents after 1998")
    assert "1 document by Anna Kahn" in said(library, "Which documents are by Anna Kahn?")
    assert "There is no document by Bert in your" in said(library, "How many files by Bert?")
    assert "3 documents of the kind “web”" in said(library, "How many web pages do I have?")
    assert "3 documents in English" in said(library, "How many documents are in English?")


def test_what_was_added_when(shelve: Shelve) -> None:
    library = shelf(shelve)
    assert "3 documents added today" in said(library, "What did I add today?")
    tomorrow = time.time() + 86_400
    told = catalogued.tell("What did I add today?", library, tomorrow)
    assert told.text.startswith("There is no document")
    year = datetime.datetime.now().year
    assert f"3 documents added {year}" in said(library, f"Which documents were added in {year}?")


def test_a_year_is_that_of_the_documents_unless_adding_is_spoken_of(shelve: Shelve) -> None:
    library = shelf(shelve)
    in_1999 = time.mktime((1999, 6, 1, 12, 0, 0, 0, 0, -1))
    told = catalogued.tell("How many documents are dated last year?", library, in_1999)
    assert "1 document dated 1998" in told.text
    told = catalogued.tell("How many documents were added last year?", library, in_1999)
    assert told.text.startswith("There is no document")


def test_what_could_not_be_read_is_listed_with_its_reason(shelve: Shelve) -> None:
    library = shelf(shelve)
    library.catalog.add_losses("", [Loss("adding", "notes.xyz", "no kind of file that is read")])
    why = said(library, "Why could the Bread document not be read?")
    assert why.startswith(
        "1 of 1 document with “Bread” in title or file name in your library could"
    )
    told = catalogued.tell("What could not be read?", library)
    assert told.text.startswith("1 of 3 documents in your library could not be read (list 1).")
    assert "It is damaged." in told.text
    assert [roll.name for roll in told.rolls] == [
        "Could not be read",
        "Files that were not taken in",
    ]


def test_values_and_extremes(shelve: Shelve) -> None:
    library = shelf(shelve)
    assert "1 language in 3 documents" in said(library, "Which languages are in my library?")
    assert "English (3)" in said(library, "Which languages are in my library?")
    assert "is “Lune Bridge”" in said(library, "What is the oldest document?")
    assert "is “Skerton Works”" in said(library, "What is my newest document?")
    assert "3 pages in 3 documents" in said(library, "How many pages are in my library?")
    overview = catalogued.tell("What is in my library?", library)
    assert len(overview.rolls) == 5
    assert "(list 5)" in overview.text


def test_collections_and_tags_limit_and_are_counted(shelve: Shelve) -> None:
    library = shelf(shelve)
    ids = [one.id for one in library.catalog.documents()]
    library.shelves.make("Floods", ids[:2])
    library.catalog.tag(ids[:1], "old", "old")
    assert "2 documents in “Floods”" in said(library, "How many documents are in Floods?")
    assert "1 document tagged “old”" in said(library, "How many documents are tagged old?")
    assert "1 document tagged “old”" in said(library, "How many documents tagged old do I have?")
    assert "no document tagged “old mills”" in said(library, "Which files are tagged “old mills”?")
    assert "There is 1 of them" in said(library, "Which collections do I have?")
    assert "1 tag in 3 documents" in said(library, "Which tags do I have?")


def test_no_model_is_asked_and_the_answer_says_how(shelve: Shelve) -> None:
    engine = ScriptedEngine()
    question = "How many documents do I have from 1998?"
    answer = routing.ask(question, Context.of(shelf(shelve), engine, Settings(), Run()))
    assert engine.seen == []
    assert answer.way is not None
    assert answer.way.route.kind == "library"
    assert "no model asked" in answer.way.how
    assert not answer.claims


def test_none_need_be_there(shelve: Shelve) -> None:
    library = shelf(shelve)
    question = "What could not be read?"
    assert routing.asks_no_model("ask", question, "aware")
    assert routing.asks_no_model("ask", "Why?", "library")
    assert not routing.asks_no_model("ask", "Why did the mill close?", "aware")
    assert not routing.asks_no_model("ask", question, "list")
    assert not routing.asks_no_model("write", question, "aware"), "an article is written"
    studies = Studies(library)
    study = studies.start("ask", question)
    answer = studies.run(study, UnneededEngine(), Settings(), Run())
    assert isinstance(answer, Answer) and "1 of 3 documents" in answer.text
    assert not any(loss.stage == "searching" for loss in answer.chain.losses)
    with pytest.raises(ModelMissing):
        routing.named("chat")(question, Context.of(library, UnneededEngine(), Settings(), Run()))


def test_a_narrowed_library_counts_only_what_is_in_it(shelve: Shelve, tmp_path: Path) -> None:
    library = shelf(shelve)
    library.shelves.make("Floods", [library.catalog.documents()[0].id])
    narrowed = library.within(library.finder.scope("Floods"))
    assert "1 document in “Floods”" in said(narrowed, "How many documents are there?")


def test_what_was_read_stays_read_while_it_is_in_work_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    words, again, _ = (one.id for one in library.catalog.documents())
    library.catalog.change([words], state="parsed")  # as another analyzer has it
    library.catalog.change([again], state="queued")  # as another reading has it
    told = counted.unread(library.documents())
    [roll] = told
    assert roll.name == counted.AGAIN
    assert [item.note for item in roll.items] == [
        "its words are put into the search index",
        "is read again; until then its text of before counts",
    ]
    fresh = [structs.replace(one, passages=0) for one in library.documents()]
    assert counted.WAITING in [one.name for one in counted.unread(fresh)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many documents from the 1990s do I have?", "1 document dated 1990 to 1999"),
        ("Wie viele englische Dokumente habe ich?", "3 documents in English"),
        ("Combien de documents sont en anglais ?", "3 documents in English"),
        ("我有多少英文文件？", "3 documents in English"),
        ("Which documents have no author?", "2 documents without an author"),
        ("Which documents have fewer than 2 pages?", "3 documents with fewer than 2 pages"),
        ("Which files are bigger than 1 MB?", "no document with more than 1 MB"),
        ("What did Anna Kahn write?", "1 document by Anna Kahn"),
        ("Show me the Skerton documents", "1 document with “Skerton” in title or file name"),
        ("How many words are in my library?", "words in 3 documents in your library"),
        ("Are there duplicates in my library?", "No two of 3 documents"),
    ],
)
def test_what_limits_a_question_is_counted_by(shelve: Shelve, question: str, told: str) -> None:
    assert told in said(shelf(shelve), question)


def test_what_is_not_understood_is_said(shelve: Shelve) -> None:
    library = shelf(shelve)
    told = said(library, "How many blue documents do I have?")
    assert "Not counted by, since the catalog knows nothing of it: “blue”." in told
    assert "Not counted by" not in said(library, "How many documents do I have in total?")


def test_limits_that_leave_nothing_are_told_one_by_one(shelve: Shelve) -> None:
    told = said(shelf(shelve), "How many German documents from 1998 do I have?")
    assert told.startswith("There is no document in German, dated 1998 in your library")
    assert "Each by itself: in German 0, dated 1998 1." in told
