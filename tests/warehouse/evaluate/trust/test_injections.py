"""Planted orders: what is planted can be found, and what is told cannot be reached."""

from __future__ import annotations

from pathlib import Path

from indexers.reading import read
from warehouse.evaluate.trust import injections, planting


def test_sixty_orders_with_a_word_of_their_own() -> None:
    cases = planting.cases()
    assert len(cases) == len({case.word for case in cases}) == 60
    assert all(case.word in case.order for case in cases)


def test_where_an_order_stands_and_what_becomes_of_it(tmp_path: Path) -> None:
    first = {case.carrier: case for case in reversed(planting.cases())}
    fates = {
        carrier: injections.fate(case, read(planting.plant(case, tmp_path)))
        for carrier, case in first.items()
        if carrier in ("visible", "white", "tiny", "vanish", "cell", "subject", "heading")
    }
    assert set(fates.values()) == {"told"}, fates
    quiet = planting.Case(99, "visible", "The word QUIETWORD was cut over the door.", "QUIETWORD")
    assert injections.fate(quiet, read(planting.plant(quiet, tmp_path))) == ""
