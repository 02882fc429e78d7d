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
        ("King, Martin Luther, Jr.", Name("King Jr.", "Martin Luther")),
        ("Martin Luther King, Jr.", Name("King Jr.", "Martin Luther")),
        ("King, Jr.", Name("King Jr.")),
        ("Anna Weber, PhD", Name("Weber", "Anna")),
        ("Weber, Anna, Ph.D.", Name("Weber", "Anna")),
        ("García López, María", Name("García López", "María")),
        ("Anna Weber, DPhil", Name("Weber", "Anna")),
        ("Garcia Marquez, Juan D.", Name("Garcia Marquez", "Juan D.")),
        ("Garcia Marquez, Paul D", Name("Garcia Marquez", "Paul D")),
        ("García López, M.D.", Name("García López", "M.D.")),
        ("Adorno, Th.W.", Name("Adorno", "Th.W.")),
        ("Heuss, Th.D.", Name("Heuss", "Th.D.")),
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


@pytest.mark.parametrize(
    "body",
    ["R Core Team", "World Health Organization", "LaTeX Project Team", "The LaTeX Project",
     "Centers for Disease Control", "LATEX3 project"],
)  # fmt: skip
def test_a_body_is_named_whole(body: str) -> None:
    assert people.short((body,)) == body
    assert people.sort_key((body,)) == body.casefold()


def test_people_go_by_their_family_names() -> None:
    assert people.short(("Anna Weber",)) == "Weber"
    assert people.short(("Weber, Anna", "Ludwig van Beethoven")) == "Weber and van Beethoven"
    assert people.short(("W. N. Venables", "D. M. Smith", "R Core Team")) == "Venables et al."
    assert people.sort_key(("Zoe Adams",)) < people.sort_key(("Anna Weber",))
    assert people.short(()) == people.sort_key(()) == ""
    assert not people.is_body("María de la Cruz")
