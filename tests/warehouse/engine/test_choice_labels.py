"""A label is what a model may write for it: its spellings, and nobody else's."""

from __future__ import annotations

import math

import pytest

from warehouse.engine.labels import choice, spellings


def test_a_word_is_spelled_with_capitals_and_with_a_space_before_it() -> None:
    assert spellings(("yes", "no")) == [
        ("yes", "Yes", " yes", " Yes"),
        ("no", "No", " no", " No"),
    ]


def test_what_two_labels_could_mean_is_neither() -> None:
    assert spellings(("yes", "Yes")) == [("yes",), ("Yes",)]


@pytest.mark.parametrize("label", ["A", "1", "not found", "3b"])
def test_only_words_have_capitals(label: str) -> None:
    assert spellings((label, "other"))[0] == (label, f" {label}")


def test_shares_are_of_all_spellings_together() -> None:
    likely = [[math.log(0.1), math.log(0.4)], [math.log(0.3)], []]
    assert choice(likely, 7).probabilities == pytest.approx((0.625, 0.375, 0.0))
    assert choice(likely, 7).prompt_tokens == 7


def test_shares_of_what_is_hardly_possible_are_shares() -> None:
    assert choice([[-2000.0], [-2000.0]], 1).probabilities == (0.5, 0.5)
