"""Signs of a contradiction, and what speaks against one."""

from __future__ import annotations

import pytest

from warehouse.proof import signs
from warehouse.proof.events import year_of
from warehouse.proof.told import told

LONG = "Lune Bridge is 120 m long."


def kind(one: str, other: str) -> str:
    found = signs.sign(told(one), told(other))
    mirrored = signs.sign(told(other), told(one))
    assert (found is None) == (mirrored is None)
    return found.kind if found else ""


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (LONG, "The length of Lune Bridge: it is 135 m long.", "number"),
        ("The works employed 300 people.", "The works employed 340 people.", "number"),
        ("The works employed 1200 people.", "The works employed 1500 people.", "number"),
        ("The works employed three hundred people.", "The works employed 340 people.", "number"),
        ("In 1912 the mill had 12 wheels.", "In 1912 the mill had 15 wheels.", "number"),
        ("Its arches were cast in 1881.", "The arches of the bridge were cast in 1883.", "date"),
        ("The hall opened in March 1902.", "The hall was opened in May 1902.", "date"),
        ("The council approved the new tram line.", "The council rejected the new tram line.",
         "opposite"),
        ("The dam is safe to walk on.", "The dam is not safe to walk on.", "negation"),
        ("The arches were cast by Skerton.", "The arches were cast by Kestrel.", "name"),
        ("The bridge was finished in 1989.", "The bridge was finished in 1987.", "date"),
        ("Lune Bridge was finished in 1989.", "Work on Lune Bridge was completed in 1987.", "date"),
        ("Begun in 1981, the bridge was finished in 1989.", "The bridge was finished in 1987.",
         "date"),
        ("Die Brücke wurde 1989 fertiggestellt.", "Die Brücke wurde 1987 vollendet.", "date"),
        ("Le pont a été achevé en 1989.", "Le pont fut terminé en 1987.", "date"),
        ("El puente se terminó en 1989.", "El puente fue acabado en 1987.", "date"),
        ("大桥于1989年竣工。", "大桥于1987年竣工。", "date"),
        ("The bridge has five arches.", "The bridge has three arches.", "number"),
    ],
)  # fmt: skip
def test_a_sign_is_seen_from_both_sides(one: str, other: str, wanted: str) -> None:
    assert kind(one, other) == wanted


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (LONG, LONG),
        ("The works employed 300 people in 1998.", "The works employed 340 people in 2004."),
        ("In March 300 people came to the works.", "In June 340 people came to the works."),
        ("The works employed 3,412 people.", "The works employed about 3,400 people."),
        ("The works employed 3,412 people.", "The works employed 3,400 people."),
        ("The first arch is 20 m wide.", "The second arch is 22 m wide."),
        (
            "In 1998 the cup went to Lune by 20 points.",
            "In 1998 the cup went to Halton by 31 points.",
        ),
        ("Lune Bridge is 120 m long.", "Lune Bridge cost 135 pounds."),
        ("The bridge is 120 m long.", "The storm was 135 km away from the coast."),
        ("The cup was won by Lune in 1998.", "The cup was won by Lune in 2004."),
        ("The arches were cast by Skerton.", "The deck was laid by Kestrel."),
        ("The hall was opened on 3 May 1902.", "The hall was opened on 03 May 1902."),
        ("She finished third in 1998.", "She finished third in 1999."),
        ("The bridge was begun in 1981 and finished in 1989.", "The bridge was finished in 1989."),
        ("The bridge was built in 1881 and widened in 1934.", "The bridge was built in 1881."),
        ("Die Brücke wurde 1989 fertiggestellt.", "Die Mühle wurde 1987 fertiggestellt."),
    ],
)
def test_other_years_things_and_roundings_are_no_sign(one: str, other: str) -> None:
    assert kind(one, other) == ""


def test_a_sign_says_what_differs() -> None:
    found = signs.sign(told(LONG), told("Lune Bridge is 135 m long."))
    assert found is not None
    assert found.words().startswith("the number: 120") and "135" in found.words()


def test_a_year_is_that_of_the_nearest_event() -> None:
    line = "The line was opened in 1849 and closed in 1966."
    assert (year_of("opening", line), year_of("closing", line)) == ("1849", "1966")
    assert year_of("ruin", line) == ""


def test_where_a_year_is_asked_for_what_is_said_besides_may_differ() -> None:
    one = told("The bridge was completed in 1987 after six years of work.")
    other = told("The bridge over the Lune was finished in 1989.")
    assert signs.sign(one, other) is None
    found = signs.sign(one, other, {"end"})
    assert found is not None and found.words() == "the date: 1987 and 1989"
    assert signs.sign(one, other, {"opening"}) is None
