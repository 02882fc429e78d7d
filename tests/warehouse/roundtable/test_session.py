"""A round table that is opened, listened to, steered, left and taken up again."""

from __future__ import annotations

from typing import Any

import pytest
from bridges import Shelve
from msgspec import structs
from seats import CONCEPTS, SETTINGS, TOPIC, is_whole, listened, played, tables_over, until
from seats import shelf as shelf
from seats import tables as tables

from warehouse.disk import hashed_files
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.results.roundtable import Speaking, begun
from warehouse.roundtable.session import NewTable, RoundTables
from warehouse.run import Run


def test_first_words_then_experts_then_the_moderator(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    shown: list[object] = []
    first = table.next(Run(shown.append))
    assert first.role == "moderator" and first.claims and first.cites
    assert next(one for one in shown if isinstance(one, Speaking)).number == 1
    assert len(table.now.experts) == 3
    warm = listened(table, 3).turns[1:]
    assert [turn.expert for turn in warm] == ["e1", "e2", "e3"]
    assert {turn.question for turn in warm if not turn.asks} <= {
        one.asks for one in table.now.experts
    }
    now = until(table, lambda turn: turn.role == "moderator")
    asked = now.turns[-1]
    assert asked.asks and asked.because
    assert [turn.asks for turn in now.turns[1:-1]].count(False) >= 2
    assert not set(asked.because) & {n for turn in now.turns[:-1] for n in turn.cites}
    assert now.root.children and is_whole(now)
    answer = listened(table, 1).turns[-1]
    assert (answer.role, answer.question) == ("expert", asked.question)


def test_what_the_user_asks_is_answered_next(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 2)
    table.say("Where did the baker rake out the ashes?")
    turn = table.next(Run())
    assert (turn.intent, turn.role) == ("potential answer", "expert")
    titles = {one.title for one in table.now.evidence if one.number in turn.evidence}
    assert "Bread ovens" in titles and turn.cites
    assert table.now.turns[-2].heard == "question"


def test_a_listener_who_says_nothing_is_not_answered(shelf: Library) -> None:
    table = tables_over(shelf, played(heard="nothing", facts=False)).begin(NewTable(TOPIC))
    before = until(table, lambda turn: turn.asks)
    table.say("hm")
    assert table.next(Run()).question == before.turns[-1].question
    assert table.now.experts == before.experts


def test_it_is_taken_up_as_it_was_left(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 2)
    table.rename("1", "The bridge")
    table.add_expert("Tram driver", "how the deck was used")
    again = tables.open(table.row.id)
    assert again.now == table.now
    assert again.next(Run()).number == 3
    assert [row.state for row in tables.rows()] == ["done"]
    assert "Tram driver" in [one.name for one in again.now.experts]


def test_it_knows_its_files_whole_whatever_is_changed(tables: RoundTables, shelf: Library) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 1)
    table.rename("1", "The bridge")
    folder = shelf.folder / "studies" / table.row.id
    assert hashed_files.changed(folder) == []
    (folder / "table.json").write_bytes(b"{}")
    assert hashed_files.changed(folder) == ["table.json"]


def test_a_banned_source_is_not_read_and_a_pinned_one_is(shelf: Library) -> None:
    by_title = {one.title: one.id for one in shelf.documents()}
    table = tables_over(shelf, played()).begin(NewTable(TOPIC))
    table.ban_source(by_title["Floods of the Lune"])
    table.pin_source(by_title["Bread ovens"])
    now = listened(table, 4)
    used = {one.title for one in now.evidence}
    assert "Floods of the Lune" not in used and "Bread ovens" in used
    with pytest.raises(BadInput):
        table.ban_source("0" * 64)


def test_only_what_a_table_may_read_can_be_pinned(shelf: Library) -> None:
    by_title = {one.title: one.id for one in shelf.documents()}
    bridge, floods = by_title["Lune Bridge"], by_title["Floods of the Lune"]
    shelf.shelves.make("Bridges", [bridge, floods])
    table = tables_over(shelf, played()).begin(NewTable(TOPIC, within="Bridges"))
    with pytest.raises(BadInput, match="“Trams of the Lune” is not in “Bridges”"):
        table.pin_source(by_title["Trams of the Lune"])
    assert table.now.insisted == ()
    assert table.pin_source(floods).insisted == (floods,)
    table.ban_source(by_title["Trams of the Lune"])


def test_more_is_told_of_the_concept_that_is_pointed_at(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    now = listened(table, 3)
    concept = now.root.children[0]
    table.deeper(concept.id)
    turn = table.next(Run())
    assert concept.title in turn.question and table.now.deeper == ""


def test_nothing_on_the_topic_is_said_so(shelve: Shelve) -> None:
    table = tables_over(shelve(), played()).begin(NewTable(TOPIC))
    assert table.next(Run()).absent
    with pytest.raises(BadInput):
        table.next(Run())


def test_a_question_the_library_has_nothing_on_is_said_so(shelf: Library) -> None:
    settings = structs.replace(SETTINGS, absence=True)
    table = tables_over(shelf, played(), settings).begin(NewTable(TOPIC))
    listened(table, 1)
    table.say("Which quasars outshine their galaxies?")
    turn = table.next(Run())
    assert turn.absent and not turn.claims and "quasars" in turn.text


def test_a_table_in_another_language_than_the_library(shelf: Library) -> None:
    settings = structs.replace(SETTINGS, absence=True)
    table = tables_over(shelf, played(), settings).begin(NewTable("Die Brücke über den Lune"))
    assert len(listened(table, 5).turns) == 5 and is_whole(table.now)


def test_no_sentence_is_said_twice_also_within_a_fact(shelf: Library) -> None:
    table = tables_over(shelf, played(), CONCEPTS).begin(NewTable(TOPIC))
    said = [
        claim.text.rpartition(" [")[0] for turn in listened(table, 8).turns for claim in turn.claims
    ]
    assert len(said) > 5 and len(set(said)) == len(said)


def test_only_what_is_proven_is_spoken_else_the_page_itself(shelf: Library) -> None:
    said = "The bridge was painted green by giants [1]."
    table = tables_over(shelf, played(answer=said, proven=0.02)).begin(NewTable(TOPIC))
    turn = table.next(Run())
    assert turn.quoted and {claim.state for claim in turn.claims} == {"quoted"}
    assert any("giants" in loss.what for loss in table.now.losses)


def test_a_table_starts_from_a_table_and_its_numbers_stay(tables: RoundTables) -> None:
    first = tables.begin(NewTable(TOPIC))
    listened(first, 3)
    second = tables.begin(NewTable("What trams changed", origin=first.row.id))
    assert second.now.evidence == first.now.evidence and is_whole(second.now)
    now = listened(second, 3)
    old = {one.number: one.place for one in first.now.evidence}
    assert is_whole(now) and all(old[one.number] == one.place for one in now.evidence[: len(old)])


def test_transcript_and_map_leave_as_files(tables: RoundTables, tmp_path: Any) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 5)
    files = {file.name: file.read_text("utf-8") for file in table.export(tmp_path / "out")}
    assert set(files) == {
        *("transcript.html", "transcript.md"),
        *(f"map.{end}" for end in ("md", "opml", "mmd", "svg")),
    }
    assert "1. Moderator answers" in files["transcript.html"]
    assert files["transcript.html"].count('<li id="e') == len(table.now.cited)


def test_names_are_data(tables: RoundTables) -> None:
    table = tables.begin(NewTable("Lune Bridge: a\nhistory"))
    listened(table, 1)
    table.add_expert("Engineer: second\n\nclass", "a: b")
    table.add_expert("x" * 300)
    names = [one.name for one in table.now.experts]
    assert names[-2] == "Engineer: second class" and len(names[-1]) < 50
    with pytest.raises(BadInput):
        table.add_expert("engineer: Second Class")
    with pytest.raises(BadInput, match="looks at that already"):
        table.add_expert("Another one", "A:  B")
    with pytest.raises(BadInput):
        table.say("  \n ")
    assert listened(table, 6).turns[-1].number == 7


def test_a_table_nobody_has_spoken_at_is_on_the_list(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    assert tables.open(table.row.id).now == begun(TOPIC)
    with pytest.raises(BadInput):
        tables.begin(NewTable("  "))
