"""Conditions on terms, asked of real LanceDB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lancedb.index import FTS

from warehouse.store.lance.fulltext import Adjacent, Condition, Every, Has, Some, keeps_positions
from warehouse.store.lance.store import Store, Terms

ROWS = [
    Terms("a", "d1", "water mill on the river"),
    Terms("b", "d2", "mill water bridge"),
    Terms("c", "d3", "river bridge water"),
    Terms("d", "d3", "water mill"),
]
MILL, WATER, RIVER = Has(("mill",)), Has(("water",)), Has(("river",))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "lance", 4)
    store.upsert("passages", ROWS)
    yield store
    store.close()


@pytest.mark.parametrize("tidied", [False, True])
@pytest.mark.parametrize(
    ("condition", "ids"),
    [
        (Has(("water", "bridge")), {"b", "c"}),
        (Adjacent(("water", "mill")), {"a", "d"}),
        (Some((RIVER, Has(("bridge",)))), {"a", "b", "c"}),
        (Every((MILL, Some((RIVER, Has(("bridge",)))))), {"a", "b"}),
        (Every((WATER,), (MILL,)), {"c"}),
        (Every((Adjacent(("water", "mill")),), (RIVER,)), {"d"}),
        (Has(("absent",)), set()),
    ],
)
def test_conditions(store: Store, condition: Condition, ids: set[str], tidied: bool) -> None:
    if tidied:
        store.optimise()
    assert {one.id for one in store.matching("passages", condition, 9)} == ids
    documents = {row.document for row in ROWS if row.id in ids}
    assert store.documents_matching("passages", condition) == documents


def test_documents_narrow_a_condition(store: Store) -> None:
    assert [one.id for one in store.matching("passages", MILL, 9, ["d2", "d9"])] == ["b"]
    assert store.matching("passages", MILL, 9, []) == []
    assert store.documents_matching("passages", MILL, ["d2", "d9"]) == {"d2"}
    assert store.documents_matching("passages", MILL, []) == frozenset()


def test_an_index_without_positions_is_made_again(store: Store, tmp_path: Path) -> None:
    table = store._tables["passages"]
    table.create_index("terms", config=FTS(base_tokenizer="whitespace"), replace=True)
    assert not keeps_positions(table, "terms")
    store.close()
    again = Store(tmp_path / "lance", 4)
    assert {one.id for one in again.matching("passages", Adjacent(("water", "mill")), 9)} == {
        "a",
        "d",
    }
    assert keeps_positions(again._tables["passages"], "terms")
    again.close()
