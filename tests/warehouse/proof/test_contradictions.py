"""Two sentences about the same that give other values, and those that only look like it."""

from __future__ import annotations

import pytest

from warehouse.proof import contradictions
from warehouse.proof.contradictions import facts


def difference(one: str, other: str) -> str:
    found = contradictions.other_value(facts(one), facts(other))
    return found.words() if found else ""


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (
            "The foundry employed 300 people before it closed.",
            "The foundry employed 340 people before it closed.",
            "the number: 300 and 340",
        ),
        (
            "The wall is 12 km long and made of brick.",
            "The brick wall is 14 kilometres long.",
            "the number: 12 km and 14 kilometres",
        ),
        (
            "The mill of Skerton was built in 1887.",
            "The mill of Skerton was built in 1878.",
            "the date: 1887 and 1878",
        ),
        (
            "The fair was opened on 4 March 1902.",
            "The fair was opened on 4 May 1902.",
            "the date: March and May",
        ),
        (
            "Die Mühle an der Lune wurde 1850 gebaut.",
            "Die Mühle an der Lune wurde 1852 gebaut.",
            "the date: 1850 and 1852",
        ),
        (
            "Die Brücke wurde am 3. Mai 1850 eröffnet.",
            "Die Brücke wurde am 07.05.1850 eröffnet.",
            "the date: 3 and 7",
        ),
        (
            "Die Stadt an der Lune hat 25.000 Einwohner.",
            "Die Stadt an der Lune hat 35000 Einwohner.",
            "the number: 25.000 and 35000",
        ),
        (
            "The hall holds at least 200 people.",
            "The hall holds 120 people.",
            "the number: 200 and 120",
        ),
        (
            "The hall holds 20 to 30 people.",
            "The hall holds 35 people.",
            "the number: 30 and 35",
        ),
        (
            "The village grew from 1,200 to 3,000 people.",
            "The village grew from 1,200 to 5,000 people.",
            "the number: 3,000 and 5,000",
        ),
        (
            "In 12 villages of the Lune a mill stands.",
            "In 14 villages of the Lune a mill stands.",
            "the number: 12 and 14",
        ),
        (
            "About 300 people worked at the old mill.",
            "Almost 450 people worked at the old mill.",
            "the number: 300 and 450",
        ),
        (
            "The wall from Skerton 12 km to Lune is of brick.",
            "The wall from Skerton 14 km to Lune is of brick.",
            "the number: 12 km and 14 km",
        ),
        (
            "Damals hatte die Stadt 340 Einwohner und eine Mühle.",
            "Damals hatte die Stadt 250 Einwohner und eine Mühle.",
            "the number: 340 and 250",
        ),
        (
            "In Zeeland 1,836 people drowned in the flood.",
            "In Zeeland 1,795 people drowned in the flood.",
            "the number: 1,836 and 1,795",
        ),
        (
            "Yesterday 340 workers left the old mill.",
            "Yesterday 290 workers left the old mill.",
            "the number: 340 and 290",
        ),
        (
            "On Monday 34 people were in the old mill.",
            "On Monday 29 people were in the old mill.",
            "the number: 34 and 29",
        ),
        (
            "9 out of 10 dentists said so.",
            "7 out of 10 dentists said so.",
            "the number: 9 and 7",
        ),
    ],
)
def test_another_value_of_the_same(one: str, other: str, words: str) -> None:
    assert difference(one, other) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The foundry had 300 workers in 1900.", "The foundry had 340 workers in 1910."),
        ("The town has 12,345 people.", "The town has about 12,000 people."),
        ("Lune Bridge has 40 arches.", "Ouse Bridge has 30 arches."),
        ("The wall is 12 km long.", "The mill ground 14 tonnes of corn a day."),
        ("The foundry employed 300 people.", "The foundry employed three hundred people."),
        ("Opened in the 1990s, the mill stands.", "Opened in 1994, the mill stands."),
        ("The fair was opened on 4 May 1902.", "The fair was opened on May 4th, 1902."),
        ("The fair was opened on 4 May 1902.", "The fair was opened on 05/04/1902."),
        ("The hall holds at least 200 people.", "The hall holds 450 people."),
        ("The hall holds 450 people.", "The hall holds more than two hundred people."),
        ("The hall holds up to 450 people.", "The hall holds 200 people."),
        ("The hall holds 20 to 30 people.", "The hall holds 25 people."),
        ("The hall holds 25 people.", "The hall holds 20–30 people."),
        ("The hall holds 20 to 30 people.", "The hall holds 25 to 40 people."),
        ("The hall holds from 20 to 30 people.", "The hall holds 25 people."),
        ("The hall holds between 20 and 30 people.", "The hall holds 25 people."),
        ("The mill cost 10–15 million dollars.", "The mill cost 12 million dollars."),
        ("The mill cost $10–15 million in all.", "The mill cost $12 million in all."),
        (
            "Die Stadt an der Lune hat 25.000 Einwohner.",
            "Die Stadt an der Lune hat 25000 Einwohner.",
        ),
        ("The hall holds twenty to thirty people.", "The hall holds 25 people."),
        ("Table 2 shows the age of the mills.", "(Table 1) shows the age of the mills."),
        ("Abbildung 3 zeigt alte Mühlen.", "Abbildung 4 zeigt alte Mühlen."),
    ],
)
def test_what_is_not_of_the_same_or_agrees(one: str, other: str) -> None:
    assert difference(one, other) == ""


def test_the_cells_of_a_row_are_values_of_their_own() -> None:
    assert facts("Lecture room 101\t250 seats").values == {101, 250}
    assert facts(" The  mill\nhad 12\nstones").text == "The mill had 12 stones"


def test_a_sentence_may_lean_on_what_stands_before_it() -> None:
    one = facts("It was built in 1887.", "The mill of Skerton ground corn.")
    other = facts("The corn mill of Skerton was built in 1878.")
    assert contradictions.other_value(facts("It was built in 1887."), other) is None
    assert contradictions.other_value(one, other) is not None
