"""A question about a matter as a whole, and what that matter is."""

from __future__ import annotations

import pytest

from warehouse.question import phrasing


@pytest.mark.parametrize(
    ("question", "matter"),
    [
        ("Describe Lune Bridge: what is it, and what is most important about it?", "Lune Bridge"),
        ("What is Lune Bridge?", "Lune Bridge"),
        ("Tell me about the ferry.", "ferry"),
        ("Give me a short overview of the flood of 1953", "flood 1953"),
        ("What is known about the ovens of Halton?", "ovens Halton"),
        ("Why is Lune Bridge worth knowing about?", "Lune Bridge"),
        ("What is most important about the toll?", "toll"),
        ("What do we know about the ferry?", "ferry"),
        ("What is important in the report?", "report"),
        ("Beschreibe die Lune-Brücke", "Lune-Brücke"),
    ],
)
def test_the_matter_is_asked_about_as_a_whole(question: str, matter: str) -> None:
    assert phrasing.whole(question) == matter
    assert phrasing.explanation(question)


@pytest.mark.parametrize(
    "question",
    [
        "Describe how the spillway was built",
        "Describe the differences between the mill and the forge",
        "Describe the procedure for a new gate",
        "Why was the bridge closed?",
        "Who built Lune Bridge?",
        "What is vapor pressure?",
        "What is said about Halton in the report?",
        "What is the capital of the county?",
    ],
)
def test_something_of_it_is_asked(question: str) -> None:
    assert phrasing.whole(question) == ""


def test_an_account_at_a_bank_is_no_explanation() -> None:
    assert not phrasing.explanation("Who has an account at the county bank?")
