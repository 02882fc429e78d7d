"""Whatever the user says or does at a table is answered, kept, and counts in what is written."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from seats import CONCEPTS, SETTINGS, TOPIC, played, tables_over
from seats import shelf as shelf

from warehouse.context import Context
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.methods.costorm import nothing, turns
from warehouse.methods.costorm.ground import Ground
from warehouse.results.roundtable import research
from warehouse.roundtable import speaking
from warehouse.roundtable.session import NewTable, RoundTable
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies.keeper import Studies
from warehouse.writing.outline import map_outline


@pytest.fixture
def table(shelf: Library) -> RoundTable:
    made = tables_over(shelf, played(), CONCEPTS).begin(NewTable(TOPIC))
    for _ in range(3):
        made.next(Run())
    return made


def test_two_questions_in_a_row_are_both_answered(table: RoundTable) -> None:
    asked = ("What did a ticket cost?", "Where did the baker rake out the ashes?")
    for one in asked:
        table.say(one)
    assert [table.next(Run()).question for _ in asked] == list(asked)
    assert [turn.heard for turn in table.now.turns if turn.role == "user"] == ["question"] * 2
    assert table.now.open_question is None


def test_a_question_is_answered_before_a_concept_is_gone_into(table: RoundTable) -> None:
    concept = table.now.root.children[0]
    table.say("What did a ticket cost?")
    table.deeper(concept.id)
    assert table.next(Run()).question == "What did a ticket cost?"
    assert concept.title in table.next(Run()).question and table.now.deeper == ""


def test_two_words_that_say_nothing_are_passed_over(shelf: Library) -> None:
    table = tables_over(shelf, played(heard="nothing"), CONCEPTS).begin(NewTable(TOPIC))
    table.next(Run())
    for word in ("hm", "uh"):
        table.say(word)
    assert table.next(Run()).question not in ("hm", "uh")
    assert [one.heard for one in table.now.turns if one.role == "user"] == ["nothing"] * 2


def test_what_was_asked_before_goes_along_with_a_question(shelf: Library) -> None:
    """The one before it, though another one was typed after it."""
    table = tables_over(shelf, played(), CONCEPTS).begin(NewTable(TOPIC))
    table.next(Run())
    table.say("What did a ticket cost?")
    table.say("And who paid for the piers?")
    first, second = table.next(Run()), table.next(Run())
    assert f"What did a ticket cost? {TOPIC}" in first.searches
    assert "And who paid for the piers? What did a ticket cost?" in second.searches


def test_what_is_written_takes_the_map_as_it_stands(table: RoundTable, shelf: Library) -> None:
    concept = table.now.root.children[0]
    table.rename(concept.id, "As I call it")
    study = Studies(shelf).start("write", TOPIC, "costorm", table.row.id)
    chain = Studies(shelf).chain(table.row)
    assert chain is not None and chain.structure == table.now.map
    assert "As I call it" in [node.title for node in chain.structure.walk()]
    assert study.origin == table.row.id


def test_what_nobody_has_answered_yet_is_in_the_export(table: RoundTable, tmp_path: Any) -> None:
    table.say("What did a ticket cost?")
    files = {file.name: file.read_text("utf-8") for file in table.export(tmp_path)}
    assert "What did a ticket cost?" in files["transcript.md"]
    again = tables_over(table._library, played()).open(table.row.id)
    files = {file.name: file.read_text("utf-8") for file in again.export(tmp_path)}
    assert "What did a ticket cost?" in files["transcript.md"], "also when it was opened anew"


def test_a_source_that_was_banned_is_banned_in_what_is_written(
    table: RoundTable, shelf: Library
) -> None:
    used = {one.place.document for one in table.now.evidence}
    banned, freed, held = sorted(used)[:3]
    table.ban_source(banned)
    table.ban_source(freed)
    table.free_source(freed)
    table.pin_source(held)
    studies = Studies(shelf)
    study = studies.start("write", TOPIC, "costorm", table.row.id)
    acts = {(act.kind, act.document) for act in studies.acts(study)}
    assert acts == {("ban", banned), ("pin", held)}
    titles = {one.id: one.title for one in shelf.documents()}
    assert {act.target for act in studies.acts(study)} == {titles[banned], titles[held]}


def test_what_was_banned_or_pinned_where_a_table_begins_is_so_at_it(
    table: RoundTable, shelf: Library
) -> None:
    banned, held = sorted({one.place.document for one in table.now.evidence})[:2]
    table.ban_source(banned)
    table.pin_source(held)
    tables = tables_over(shelf, played(), CONCEPTS)
    second = tables.begin(NewTable("What trams changed", origin=table.row.id))
    assert (second.now.banned, second.now.insisted) == ((banned,), (held,))
    second.pin_source(sorted(one.id for one in shelf.documents())[-1])
    acts = Studies(shelf).acts(second.row)
    assert ("ban", banned) in {(one.kind, one.document) for one in acts if one.state != "back"}


def test_an_article_leaves_out_what_was_banned_where_it_begins(
    table: RoundTable, shelf: Library
) -> None:
    """Whatever kind of study that is: an article that is written from the table's article, too."""
    studies = Studies(shelf)
    first = studies.start("write", TOPIC, "costorm", table.row.id)
    document = shelf.documents()[0]
    studies.steer(first, Act("ban", document=document.id))
    chain = studies.folder(first.id) / "article.json"
    chain.write_bytes((studies.folder(table.row.id) / "transcript.json").read_bytes())
    second = studies.start("write", "Trams", "orag", first.id)
    assert [(act.kind, act.document) for act in studies.acts(second)] == [("ban", document.id)]


def test_the_map_is_the_outline_of_the_report(table: RoundTable, shelf: Library) -> None:
    table.rename(table.now.root.children[0].id, "As I call it")
    context = Context.of(shelf, played(), SETTINGS, Run())
    made, _ = map_outline.outline(research(table.now), context)
    titles = [child.title for child in table.now.root.children]
    assert "As I call it" in titles
    told = [one.title for one in made.sections]
    assert [one for one in told if one != table.now.root.title] == titles


def test_a_table_over_a_collection_reads_nothing_else(shelf: Library) -> None:
    trams = next(one for one in shelf.documents() if one.title == "Trams of the Lune")
    shelf.shelves.make("Trams alone", [trams.id])
    table = tables_over(shelf, played(), CONCEPTS).begin(NewTable(TOPIC, within="Trams alone"))
    for _ in range(3):
        table.next(Run())
    assert {one.place.document for one in table.now.evidence} == {trams.id}


def test_a_table_is_not_run_asked_again_or_steered(table: RoundTable, shelf: Library) -> None:
    studies = Studies(shelf)
    before = studies.list()
    for act in (
        lambda: studies.again(table.row),
        lambda: studies.run(table.row, played(), SETTINGS, Run()),
        lambda: studies.steer(table.row, Act("add", text="more")),
    ):
        with pytest.raises(BadInput, match="round table"):
            act()
    assert [one.id for one in studies.list()] == [one.id for one in before]
    assert table.next(Run()).number == 4


def test_a_greeting_before_the_first_words_does_not_keep_the_table_from_opening(
    shelf: Library,
) -> None:
    table = tables_over(shelf, played(heard="nothing"), CONCEPTS).begin(NewTable(TOPIC))
    table.say("Hello everybody")
    first = table.next(Run())
    assert (first.role, first.question) == ("moderator", TOPIC) and first.claims
    assert table.now.experts and table.next(Run()).role == "expert"


def test_a_table_whose_topic_you_have_asked_for_opens_once(shelf: Library) -> None:
    table = tables_over(shelf, played(), CONCEPTS).begin(NewTable(TOPIC))
    table.say(TOPIC)
    roles = [table.next(Run()).role for _ in range(4)]
    assert roles == ["moderator", "moderator", "expert", "expert"], "the answer, the first words"
    saved = structs.replace(table.now, opened=False)
    ground = Ground(Context.of(shelf, played(), CONCEPTS, Run()), speaking.answer)
    earlier = turns.spoken(saved, ground)
    assert earlier.turns[-1].role == "expert", "left by an earlier version of the program"


def test_the_table_opens_behind_a_question_that_the_library_has_nothing_on(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Who won the chess cup?"
    monkeypatch.setattr(nothing, "is_foreign", lambda asked, *given: asked == question)
    table = tables_over(shelf, played(), CONCEPTS).begin(NewTable(TOPIC))
    table.say(question)
    assert table.next(Run()).absent
    first = table.next(Run())
    assert (first.role, first.question) == ("moderator", TOPIC) and first.claims
    assert "moderator" not in [table.next(Run()).role for _ in range(2)], "once"


def test_the_second_of_two_questions_is_answered_where_nothing_was_found_for_the_first(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("Who won the chess cup?", "And the year after?")
    monkeypatch.setattr(nothing, "is_foreign", lambda *given: True)
    table = tables_over(shelf, played(), CONCEPTS).begin(NewTable(TOPIC))
    table.next(Run())
    for one in asked:
        table.say(one)
    assert [table.next(Run()).question for _ in asked] == list(asked)
    with pytest.raises(BadInput, match="nothing on this topic"):
        table.next(Run())
