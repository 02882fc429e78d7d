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
        "21 passengers left.",  # no such number is there: that is told elsewhere
    ],
)
def test_what_is_counted_alike_or_in_other_words_is_not(claim: str) -> None:
    assert other_things(claim, SOURCE) == ()
