"""A turn at the round table that is stopped, killed or spoken into, and what changes meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec import structs
from seats import CONCEPTS, TOPIC, is_whole, listened, played, tables_over
from seats import shelf as shelf
from seats import tables as tables

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
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.results.roundtable import Speaking, Table
from warehouse.roundtable.session import NewTable, RoundTable, RoundTables
from warehouse.run import Run


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
