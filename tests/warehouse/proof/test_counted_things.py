"""A number proves nothing about another thing than it counts in the source."""

from __future__ import annotations

import pytest

from warehouse.proof.counted import other_things

SOURCE = "The engine and 20 coaches left with their passengers; 150 trains were late."


@pytest.mark.parametrize(
    "claim",
    ["The engine left with 20 passengers.", "On that day 150 coaches were late, and 20 were not."],
)
def test_a_number_that_is_taken_to_another_thing_is_told(claim: str) -> None:
    assert len(other_things(claim, SOURCE)) == 1


@pytest.mark.parametrize(
    "claim",
    [
        "With 20 coaches it left.",
        "With 20 cars it left.",  # another word for it is for the model to weigh
        "It left with twenty damaged coaches.",
        "A total of 20 left.",
        "150 late trains were counted.",
        "In 1950 passengers came.",  # a year counts nothing
        "On 20 May passengers came.",
        "21 passengers left.",  # no such number is there: that is told elsewhere
    ],
)
def test_what_is_counted_alike_or_in_other_words_is_not(claim: str) -> None:
    assert other_things(claim, SOURCE) == ()


@pytest.mark.parametrize(
    ("claim", "source", "told"),
    [
        ("It has 12 bars.", "It has 12 churches and some bars.", True),
        ("It has twelve bars.", "It has 12 churches and some bars.", True),
        ("They used 12 stones.", "They used 12 bricks and a few stones.", True),
        ("He sold 12 pints.", "He sold 12 cakes and some pints.", True),
        ("Il a écrit 12 livres.", "Il a écrit 12 romans et des livres.", True),
        ("It has 12 churches.", "It has 12 bars and churches.", True),
        ("It has twelve churches.", "It has 12 bars, and churches.", True),
        ("It has 12 churches.", "It has 12 bars. It has churches, 12 of them.", False),
        ("It has 12 churches.", "It has 12 bars and 12 churches.", False),
        ("It has 12 churches.", "It has 12 bar churches.", False),
        ("The 12 churches hold 12 tons.", "The 12 churches hold 12 tons of churches.", False),
        ("It has 12 churches.", "It has 12 % of the churches, and churches.", False),
        ("It has 12 bars.", "It has 12 bars and some churches.", False),
        ("It has 12 bars.", "It has 12 small old bars.", False),
        ("It has twelve bars.", "It has 12 bars and some churches.", False),
        ("It has 12 bars.", "It has 12 and some bars.", False),
        ("It cost $12.", "It cost 12 in all; churches have $ signs.", False),
        ("The 21-year-old won.", "The 21 - year - old had won.", False),
        ("It grew by 12%.", "It grew by 12 % and some.", False),
        ("It is 12,000 m long.", "It is 12 000 metres long.", False),
    ],
)
def test_a_unit_may_be_what_is_counted(claim: str, source: str, told: bool) -> None:
    assert bool(other_things(claim, source)) == told


def test_a_thing_may_stand_at_the_end_of_its_clause() -> None:
    assert other_things("The 12 bridges fell.", "All 12 very old grey stone bridges fell.") == ()
    told = "Alle 12 sehr alten grauen steinernen Brücken fielen."
    assert other_things("Die 12 Brücken fielen.", told) == ()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In 1950 engineers built bridges.", "In 1950 bridges were built by engineers."),
        ("On 12 May visitors came.", "On 12 May the mill opened to visitors."),
        ("Im Jahr 1998 kostete Brot 3 Euro.", "Wer 1998 kaufte, zahlte für Brot 3 Euro."),
    ],
)
def test_a_date_counts_nothing(claim: str, source: str) -> None:
    assert other_things(claim, source) == ()
