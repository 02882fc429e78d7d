"""``muniment thoughts``: what it lists and shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.cli.thoughts import _list, _shown
from warehouse.documents.thoughts import Memory
from warehouse.library import Library
from warehouse.records import Place, Root, Thought
from warehouse.run import Run

WORDS = "Ashes are raked out before the bread."


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(256)) as library:
        made = library.admit(reading("Ovens", WORDS), "ovens.html", WORDS.encode(), Run())
        root = Root(Place(made.id, 0, 0, len(WORDS)), WORDS, "Ovens", "1", "")
        for id, text, used in (("t1", "Bread comes last.", ()), ("t2", "A rake is kept.", ("t1",))):
            Memory(library).keep(Thought(id, text, "Why?", "s", 1.0, 0.9, 2.0, (root,), used))
        yield Memory(library)


def test_all_are_listed_or_those_about_some_words(memory: Memory) -> None:
    assert "Bread comes last." in _list(memory, "") and "A rake is kept." in _list(memory, "")
    assert "Bread" not in _list(memory, "RAKE kept")
    assert _list(memory, "bridges") == "No thought is about “bridges”."


def test_one_is_shown_with_what_it_was_made_with(memory: Memory) -> None:
    shown = _shown(memory, memory.find("t2"))
    assert "From an earlier thought (t1): Bread comes last." in shown
    assert f"“{WORDS}”" in shown


def test_those_of_a_round_table_are_told_apart_by_what_is_listed(memory: Memory) -> None:
    """The tenth turn's id goes on from the first one's."""
    [root] = memory.find("t1").roots
    turns = ("20261122-101010-abcdef01.1", "20261122-101010-abcdef01.10")
    for id, text in zip(turns, ("Dough waits for the clay.", "Halton had no mill."), strict=True):
        memory.keep(Thought(id, text, "Why?", "s", 1.0, 0.9, 2.0, (root,)))
    listed = [line.split()[0] for line in _list(memory, "").splitlines()]
    assert set(turns) <= set(listed)
    assert [memory.find(id).id for id in turns] == list(turns)
