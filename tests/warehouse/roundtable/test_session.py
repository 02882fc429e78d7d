"""A round table that is opened, listened to, steered, left and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from seats import TOPIC, Played, table_of

from warehouse.errors import BadInput, Cancelled
from warehouse.results.roundtable import Speaking, Table, all_evidence
from warehouse.roundtable.session import NewTable, RoundTable, RoundTables
from warehouse.run import Run


@pytest.fixture
def tables(shelve: Shelve) -> RoundTables:
    return table_of(shelve(BRIDGE, WORKS, OVENS), Played())


def listened(table: RoundTable, turns: int) -> Table:
    for _ in range(turns):
        table.next(Run())
    return table.now


def test_first_words_then_experts_then_the_moderator(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    shown: list[object] = []
    first = table.next(Run(shown.append))
    assert first.role == "moderator" and first.claims and first.cites
    assert next(one for one in shown if isinstance(one, Speaking)).number == 1
    assert len(table.now.experts) == 3
    now = listened(table, 4)
    assert [turn.role for turn in now.turns] == ["moderator", *["expert"] * 3, "moderator"]
    assert now.turns[-1].asks and now.turns[-1].because
    assert sorted(all_evidence(now.root)) == sorted(one.number for one in now.evidence)


def test_what_the_user_asks_is_answered_next(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 2)
    table.say("Where did the baker rake out the ashes?")
    turn = table.next(Run())
    assert (turn.intent, turn.role) == ("potential answer", "expert")
    assert "ovens" in {one.title.split()[-1] for one in table.now.evidence}
    assert table.now.turns[-2].heard == "question"


def test_it_is_taken_up_as_it_was_left(tables: RoundTables) -> None:
    table = tables.begin(NewTable(TOPIC))
    listened(table, 2)
    table.rename("1", "The bridge")
    table.add_expert("Tram driver", "how the deck was used")
    again = tables.open(table.row.id)
    assert again.now == table.now
    assert again.next(Run()).number == 3
    assert [row.state for row in tables.rows()] == ["done"]


def test_a_stop_in_the_middle_of_a_sentence_leaves_the_table_as_it_was(tables: RoundTables) -> None:
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


def test_nothing_on_the_topic_is_said_so(shelve: Shelve, tmp_path: Path) -> None:
    table = table_of(shelve(), Played()).begin(NewTable(TOPIC))
    assert table.next(Run()).absent
    with pytest.raises(BadInput):
        table.next(Run())
