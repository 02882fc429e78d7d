from __future__ import annotations

import random

import pytest
from shelf import prose

from warehouse.records import Hit
from warehouse.search import analyzer
from warehouse.search.duplicates import Shown, every_place
from warehouse.search.simhash import near, sketch


def hit(id: str, text: str) -> Hit:
    return Hit(id, f"document {id}", f"Title {id}", "", 0, "1", 0, len(text), text, 0.0)


def test_sketches_of_nearly_the_same_terms_are_near() -> None:
    chance = random.Random(7)
    words = [f"word{at}" for at in range(4000)]
    for _ in range(200):
        one = set(chance.sample(words, 100))
        other = set(sorted(one)[5:]) | set(chance.sample(words, 5))
        assert near(sketch(one), sketch(other))


def test_sketches_of_other_terms_are_not() -> None:
    chance = random.Random(8)
    words = [f"word{at}" for at in range(4000)]
    pairs = [
        (sketch(chance.sample(words, 100)), sketch(chance.sample(words, 100))) for _ in range(200)
    ]
    assert sum(near(one, other) for one, other in pairs) <= 1


def test_a_sketch_is_the_same_for_any_order_and_fits_a_column() -> None:
    assert sketch(["b", "a", "a"]) == sketch(["a", "b"])
    assert sketch([]) == 0
    assert all(-(2**63) <= sketch([f"word{at}"]) < 2**63 for at in range(50))


@pytest.mark.parametrize("stored", [True, False])
def test_near_duplicates_hang_on_the_better_one_and_none_is_lost(stored: bool) -> None:
    texts = [prose(1, 8), prose(2, 8), prose(1, 8) + " Added.", prose(3, 8), prose(2, 8)]
    shown = Shown(2)
    for number, text in enumerate(texts):
        shown.add(hit(str(number), text), sketch(analyzer.terms(text)) if stored else None)
    found = shown.hits()
    assert [one.id for one in found] == ["0", "1"]
    assert [[also.document for also in one.also] for one in found] == [
        ["document 2"],
        ["document 4"],
    ]
    places = every_place(found)
    assert [place.id for place in places] == ["0", "2", "1", "4"]
    assert [place.title for place in places] == ["Title 0", "Title 2", "Title 1", "Title 4"]


def test_a_sketch_alone_hides_nothing() -> None:
    shown = Shown(5)
    shown.add(hit("a", prose(1)), 0)
    shown.add(hit("b", prose(2)), 0)
    assert [one.id for one in shown.hits()] == ["a", "b"]
