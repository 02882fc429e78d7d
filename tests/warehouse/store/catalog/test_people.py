"""Names of authors: kept, shown, taken apart."""

from __future__ import annotations

import pytest

from warehouse.store.catalog import people
from warehouse.store.catalog.people import Name


@pytest.mark.parametrize(
    ("kept", "name"),
    [
        ("Anna Weber", Name("Weber", "Anna")),
        ("Weber, Anna", Name("Weber", "Anna")),
        ("Ludwig van Beethoven", Name("van Beethoven", "Ludwig")),
        ("Jan van der Berg", Name("van der Berg", "Jan")),
        ("R Core Team", Name("R Core Team")),
        ("University of Leiden", Name("University of Leiden")),
        ("{Weber und Söhne}", Name("Weber und Söhne")),
        ("Plato", Name("Plato")),
        ("King, Jr., Martin Luther", Name("King Jr.", "Martin Luther")),
        ("Martin Luther King Jr.", Name("King Jr.", "Martin Luther")),
    ],
)
def test_taken_apart(kept: str, name: Name) -> None:
    assert people.parsed(kept) == name


def test_shown_and_kept() -> None:
    assert people.shown("Weber, Anna") == "Anna Weber"
    assert people.shown("{R Core Team}") == "R Core Team"
    assert people.kept("Weber", "Anna") == "Weber, Anna"
    assert people.kept("R Core Team") == "{R Core Team}"
    assert people.listed("Weber, Anna; Émile Durand and R Core Team") == (
        "Weber, Anna",
        "Émile Durand",
        "R Core Team",
    )
