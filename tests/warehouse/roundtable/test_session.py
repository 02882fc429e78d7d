"""A round table that is opened, listened to, steered, left and taken up again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from bridges import Shelve
from msgspec import structs
from seats import SETTINGS, SHELF, TOPIC, played, tables_over

from warehouse.disk import hashed_files
from warehouse.engine.around import EngineAround
from warehouse.engine.protocol import (
    AnyRequest,
    Choice,
    ChooseRequest,
    Completion,
    Request,
    TextListener,
)
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.results.roundtable import Speaking, Table, Turn, all_evidence, begun
from warehouse.roundtable.session import NewTable, RoundTable, RoundTables
from warehouse.run import Run

CONCEPTS = structs.replace(SETTINGS, concept_pieces=3)


@pytest.fixture
def shelf(shelve: Shelve) -> Library:
    return shelve(*SHELF)


@pytest.fixture
def tables(shelf: Library) -> RoundTables:
    """At which an answer leaves something for the moderator."""
    return tables_over(shelf, played(facts=False), CONCEPTS)


def listened(table: RoundTable, turns: int) -> Table:
    for _ in range(turns):
        table.next(Run())
    return table.now


def until(table: RoundTable, is_so: Callable[[Turn], bool]) -> Table:
    """Listened to until such a turn is spoken."""
    for _ in range(12):
        if is_so(table.next(Run())):
            return table.now
    raise AssertionError("no such turn was spoken")


def is_whole(table: Table) -> bool:
    """Is every piece at one concept, and only there, under one number?"""
    numbers = [one.number for one in table.evidence]
    places = {(one.place.document, one.place.start) for one in table.evidence}
    placed = sorted(all_evidence(table.root))
    return placed == sorted(numbers) and len(places) == len(numbers) == len(set(numbers))


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


class Cut(Exception):
    """The end of the program, as far as the journal knows."""


class CutAfter:
    """Ends after so many calls."""

    def __init__(self, engine: ScriptedEngine, calls: int) -> None:
        self._engine, self._left = engine, calls

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def complete(
        self, requests: Sequence[Request], run: Run, on_text: TextListener | None = None
    ) -> list[Completion]:
        self._cut()
        return self._engine.complete(requests, run, on_text)

    def choose(self, *given: Any) -> Any:
        self._cut()
        return self._engine.choose(*given)

    def _cut(self) -> None:
        if self._left == 0:
            raise Cut
        self._left -= 1


def test_a_kill_at_every_call_repeats_none(shelf: Library) -> None:
    whole, cut = played(), played()

    def talked(tables: RoundTables, id: str) -> Table:
        """Six turns, from wherever the table stands."""
        table = tables.open(id)
        while len(table.now.turns) < 7:
            if len(table.now.turns) == 4:
                table.say("What did the repair cost?")
            table.next(Run())
        return table.settle(Run())

    first = tables_over(shelf, whole, CONCEPTS)
    wanted = talked(first, first.begin(NewTable(TOPIC)).row.id)
    id = tables_over(shelf, cut, CONCEPTS).begin(NewTable(TOPIC)).row.id
    kills = 0
    while True:
        try:
            found = talked(tables_over(shelf, CutAfter(cut, 1), CONCEPTS), id)
            break
        except Cut:
            kills += 1
    assert kills > 20
    assert without_seconds(found) == without_seconds(wanted)
    assert len(cut.seen) == len(whole.seen)


def without_seconds(table: Table) -> Table:
    turns = tuple(structs.replace(turn, seconds=0.0) for turn in table.turns)
    return structs.replace(table, turns=turns)


def test_a_stop_in_the_middle_of_a_sentence_leaves_the_table_as_it_was(
    tables: RoundTables,
) -> None:
    table = tables.begin(NewTable(TOPIC))
    before = listened(table, 1)

    def stop(snapshot: object) -> None:
        if isinstance(snapshot, Speaking):
            run.cancel()

    run = Run(stop)
    with pytest.raises(Cancelled):
        table.next(run)
    assert table.now == before == tables.open(table.row.id).now
    assert table.next(Run()).number == 2


def test_what_is_said_while_somebody_speaks_goes_before_it(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 2)
    spoken: list[Speaking] = []

    def interrupt(snapshot: object) -> None:
        if isinstance(snapshot, Speaking):
            spoken.append(snapshot)
            if len(spoken) == 1:
                table.say("How many trams ran in a day?")

    turn = table.next(Run(interrupt))
    assert [one.role for one in table.now.turns[-2:]] == ["user", "expert"]
    assert turn.number == 4 and turn.question == "How many trams ran in a day?"


Act = Callable[[RoundTable], object]
BETWEEN: dict[str, Act] = {
    "an expert comes": lambda table: table.add_expert("Toll keeper", "toll money"),
    "a source is banned": lambda table: table.ban_source(table.now.evidence[0].place.document),
    "a source is pinned": lambda table: table.pin_source(table.now.evidence[0].place.document),
}


@pytest.mark.parametrize("act", BETWEEN.values(), ids=BETWEEN)
def test_a_change_while_somebody_speaks_does_not_end_the_turn(
    tables: RoundTables, act: Act
) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 2)
    done: list[object] = []

    def change(snapshot: object) -> None:
        if isinstance(snapshot, Speaking) and not done:
            done.append(act(table))

    assert table.next(Run(change)).number == 3 and done


class Interrupted(EngineAround):
    """``act(run)`` comes once within a call with this prompt, which is then ended as EngineProcess
    ends it.
    """

    def __init__(self, engine: ScriptedEngine, prompt: str, act: Callable[[Run], object]) -> None:
        super().__init__(engine)
        self._prompt, self._act = prompt, act

    def complete(self, requests: Sequence[Request], run: Run, *given: Any) -> list[Completion]:
        self._interrupt(requests, run)
        return super().complete(requests, run, *given)

    def choose(self, requests: Sequence[ChooseRequest], run: Run, *given: Any) -> list[Choice]:
        self._interrupt(requests, run)
        return super().choose(requests, run, *given)

    def _interrupt(self, requests: Sequence[AnyRequest], run: Run) -> None:
        if requests[0].prompt == self._prompt:
            self._prompt = ""
            if self._act(run):
                raise Cancelled


def test_what_is_said_while_the_map_is_sorted_leaves_it_sorted(shelf: Library) -> None:
    def say(run: Run) -> bool:
        table.say("How many trams ran in a day?")
        return run.cancelled

    engine = Interrupted(played(facts=False), "table_place", say)
    table = tables_over(shelf, engine, CONCEPTS).begin(NewTable(TOPIC))
    for _ in range(3):
        table.next(Run())
        if table.now.turns[-1].role == "user":
            break
    assert table.now.turns[-1].role == "user" and not table.now.unsorted and is_whole(table.now)


def test_a_change_that_is_taken_back_within_a_call_does_not_end_the_turn(shelf: Library) -> None:
    def pin_and_free(run: Run) -> bool:
        document = shelf.documents()[0].id
        table.pin_source(document)
        was_cancelled = run.cancelled
        table.free_source(document)
        return was_cancelled

    engine = Interrupted(played(facts=False), "table_opening", pin_and_free)
    table = tables_over(shelf, engine).begin(NewTable(TOPIC))
    assert table.next(Run()).number == 1


def test_the_map_that_the_user_changes_while_somebody_speaks_stays_changed(
    tables: RoundTables,
) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 1)
    done: list[object] = []

    def rename(snapshot: object) -> None:
        if isinstance(snapshot, Speaking) and not done:
            done.append(table.rename("1", "Over the Lune"))

    table.next(Run(rename))
    assert table.now.root.title == "Over the Lune" and is_whole(table.now)


def test_a_document_that_is_forgotten_while_it_is_spoken_of(shelf: Library) -> None:
    tables = tables_over(shelf, played(), CONCEPTS)
    table = tables.begin(NewTable(TOPIC))
    listened(table, 1)
    trams = next(one.id for one in shelf.documents() if one.title == "Trams of the Lune")
    table.say("What did a ticket cost?")

    def forget(snapshot: object) -> None:
        if isinstance(snapshot, Speaking) and shelf.may_read(trams):
            shelf.remove(trams)

    turn = table.next(Run(forget))
    of_trams = {one.number for one in table.now.evidence if one.place.document == trams}
    assert of_trams and not of_trams & set(turn.cites)
    assert is_whole(table.now)
    listened(table, 3)


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
