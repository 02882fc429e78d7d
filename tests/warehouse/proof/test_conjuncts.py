"""Joined subjects, each told alone."""

from __future__ import annotations

import pytest

from warehouse.proof import conjuncts

ENGLISH = "The mill ground corn for the whole valley until the stream dried up in the summer."
GERMAN = "Die Mühle mahlte das Korn des ganzen Tales, bis der Bach im Sommer trocken fiel."


@pytest.mark.parametrize(
    ("claim", "alone"),
    [
        ("Both R and LilyPond keep a log.", ["R keep a log.", "LilyPond keep a log."]),
        ("tar and git are small.", ["tar are small.", "git are small."]),
        (
            "The bridge and the mill were sold.",
            ["The bridge were sold.", "the mill were sold."],
        ),
        (
            "It was drawn by Ann Sands, Bo Reed, and Carla Kahn in 1902.",
            [f"It was drawn by {name} in 1902." for name in ("Ann Sands", "Bo Reed", "Carla Kahn")],
        ),
    ],
)
def test_each_subject_alone(claim: str, alone: list[str]) -> None:
    assert [one.claim for one in conjuncts.apart(claim, ENGLISH)] == alone


@pytest.mark.parametrize(
    "claim",
    [
        "It opened in 1902 and drew crowds.",
        "The mill was sold and torn down.",
        "It burned.",
        "and",
        "R and the mill burned.",
    ],
)
def test_what_joins_no_subjects(claim: str) -> None:
    assert conjuncts.apart(claim, ENGLISH) == ()


def test_what_joins_is_of_the_language_of_the_evidence() -> None:
    [first, second] = conjuncts.apart("McKim und DeVries kauften sie.", GERMAN)
    assert (first.subject, second.claim) == ("McKim", "DeVries kauften sie.")


def test_a_word_before_a_comma_may_be_an_aside_so_the_whole_is_judged_too() -> None:
    joined = conjuncts.apart("Yes, Ann Sands and Bo Reed are millers.", ENGLISH)
    assert [(one.subject, one.claim) for one in joined] == [
        ("Ann Sands", "Ann Sands are millers."),
        ("Bo Reed", "Bo Reed are millers."),
        ("", "Yes, Ann Sands and Bo Reed are millers."),
    ]
    assert conjuncts.apart("Yes, the mill burned.", ENGLISH) == ()
