"""Real LanceDB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from warehouse.search import analyzer
from warehouse.search.retrieval import Pool
from warehouse.store.lance.store import Store, Terms

UP = np.array([1, 0, 0, 0], dtype=np.float32)
SIDE = np.array([0, 1, 0, 0], dtype=np.float32)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "lance", 4)
    yield store
    store.close()


def rows(*named: tuple[str, str, str]) -> list[Terms]:
    return [Terms(*one) for one in named]


TWO = rows(("a", "d1", "river mill river"), ("b", "d2", "bridge mill 3.14 don't x:y"))


def test_an_empty_table_finds_nothing(store: Store) -> None:
    assert store.words("passages", ["mill"], 5) == []
    assert store.dense("passages", UP, 5) == []
    assert store.count("passages") == store.count_vectors("headers") == 0


def test_words_are_found_at_once_and_after_optimising(store: Store) -> None:
    store.upsert("passages", TWO)
    for _ in range(2):
        assert [one.id for one in store.words("passages", ["river"], 5)] == ["a"]
        assert {one.id for one in store.words("passages", ["mill"], 5)} == {"a", "b"}
        assert [one.id for one in store.words("passages", ["3.14", "don't", "x:y"], 5)] == ["b"]
        assert store.words("passages", ["absent"], 5) == []
        assert store.words("passages", [], 5) == []
        store.optimise()


def test_upsert_twice_doubles_nothing_and_keeps_vectors(store: Store) -> None:
    store.upsert("passages", TWO)
    store.set_vectors("passages", ["a"], UP[None])
    store.upsert("passages", [*TWO, Terms("c", "d3", "lake")])
    store.upsert("passages", rows(("a", "d1", "ocean")))
    assert store.count("passages") == 3
    assert store.count_vectors("passages") == 1
    assert store.words("passages", ["river"], 5) == []
    assert [one.id for one in store.words("passages", ["ocean"], 5)] == ["a"]


def test_vectors_come_later_and_only_to_known_rows(store: Store) -> None:
    store.upsert("passages", TWO)
    assert store.dense("passages", UP, 5) == []
    store.set_vectors("passages", ["b", "unknown"], np.stack([UP, SIDE]))
    assert store.count("passages") == 2
    (found,) = store.dense("passages", UP, 5)
    assert (found.id, found.document) == ("b", "d2")
    assert found.score == pytest.approx(1.0)
    assert store.embedded_ids("passages", ["d1", "d2"]) == {"b"}
    assert store.tally("passages", ["d1", "d2", "d3"]) == {"d1": (1, 0), "d2": (1, 1)}
    assert store.vectors("passages", ["a", "b"])["b"].tolist() == UP.tolist()


def test_filters_by_document(store: Store) -> None:
    store.upsert("passages", TWO)
    store.set_vectors("passages", ["a", "b"], np.stack([UP, SIDE]))
    assert [one.id for one in store.words("passages", ["mill"], 5, ["d2"])] == ["b"]
    assert [one.id for one in store.dense("passages", UP, 1, ["d2", "d9"])] == ["b"]
    assert store.words("passages", ["mill"], 5, []) == []
    assert store.dense("passages", UP, 5, []) == []
    many = [f"d'{number}" for number in range(3000)]
    assert [one.id for one in store.words("passages", ["mill"], 5, ["d1", *many])] == ["a"]


def test_delete(store: Store) -> None:
    store.upsert("passages", TWO)
    store.upsert("headers", rows(("d1", "d1", "mill")))
    store.optimise()
    store.delete_documents(["d1", "it's not there"])
    assert store.rows_by_document("passages") == {"d2": 1}
    assert store.rows_by_document("headers") == {}
    assert [one.id for one in store.words("passages", ["mill"], 5)] == ["b"]
    store.delete("passages", ["b"])
    assert store.ids("passages", ["d2"]) == set()


def test_what_was_written_is_there_after_reopening(store: Store, tmp_path: Path) -> None:
    store.upsert("passages", TWO)
    store.set_vectors("passages", ["a"], UP[None])
    store.close()
    again = Store(tmp_path / "lance", 4)
    assert again.tally("passages", ["d1", "d2"]) == {"d1": (1, 1), "d2": (1, 0)}
    again.close()


def test_recreate_empties_it(store: Store) -> None:
    store.upsert("passages", TWO)
    store.set_vectors("passages", ["a"], UP[None])
    store.recreate()
    assert store.count("passages") == 0
    store.upsert("passages", TWO)
    store.set_vectors("passages", ["a"], SIDE[None])
    assert [one.id for one in store.dense("passages", SIDE, 5)] == ["a"]


def test_full_text_and_pool_give_the_same_scores(store: Store) -> None:
    texts = [
        "The river drives the mill.",
        "The mill on the bridge grinds 1,000 sacks.",
        "A bridge crosses the river, and the river bends.",
        "Nothing of the kind.",
    ]
    store.upsert(
        "passages",
        [Terms(str(at), "d", analyzer.indexed(text)) for at, text in enumerate(texts)],
    )
    store.optimise()
    for query in ("river mills", "the bridge", "1000 sacks", "of the river", "zebra"):
        found = store.words("passages", analyzer.query_terms(query), 10)
        pool = Pool(texts).rank(query, 10)
        assert {int(one.id): one.score for one in found} == pytest.approx(dict(pool), rel=0.05)
