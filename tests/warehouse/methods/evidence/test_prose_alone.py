"""Whether a sentence can be understood away from where it stands."""

from __future__ import annotations

import pytest

from warehouse.methods.evidence.prose import is_torso, leans, points_elsewhere, speaks_of_untold


@pytest.mark.parametrize(
    "text",
    [
        "Even if a package does not fit the above description, say so in its notes.",
        "The table below lists the ferries of the island.",
        "Most of the aforementioned mills burned down.",
        "Die obige Regel gilt für alle Pakete.",
        "Les règles ci-dessus valent pour tous.",
    ],
)
def test_what_speaks_of_its_place_is_untold_elsewhere(text: str) -> None:
    assert speaks_of_untold(text)


@pytest.mark.parametrize(
    "text",
    [
        "They put the rules above the law of the land.",
        "It is the directory above the top level of the source tree.",
        "All of it lies below the river.",
    ],
)
def test_what_is_above_something_named_is_told(text: str) -> None:
    assert not speaks_of_untold(text)


def test_where_details_are_is_a_pointer() -> None:
    assert points_elsewhere("Details of when they are called are in Package maintainer scripts.")
    assert points_elsewhere("More information can be found on the site of the project.")
    assert not points_elsewhere("Details of the deal are in dispute.")


def test_a_sentence_leans_on_what_it_points_back_to_behind_an_adverb() -> None:
    assert leans("Traditionally, this has been done by hand.")
    assert not leans("Family ties hold the village together.")
    assert not leans("First editions of the map are rare.")
    assert not leans("In particular seasons the river is dry."), "no joiner"


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("To handle the ferry from within the harbour.", True),
        ("“If the dam is opened”.", True),
        ("To open the dam is dangerous.", False),
        ("To open the dam, turn the wheel.", False),
        ("The dam was opened.", False),
        ("Until 1950 trams crossed the wide deck.", False),
    ],
)
def test_half_a_sentence_is_a_torso(text: str, is_so: bool) -> None:
    assert is_torso(text) == is_so
