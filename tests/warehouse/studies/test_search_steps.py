"""A step of a search does not say again what stands above it."""

from __future__ import annotations

import pytest

from warehouse.studies.report.steps import ITSELF, TOPIC, new_in


@pytest.mark.parametrize(
    ("title", "task", "new"),
    [
        ("Floods of the Lune: their cost", "Floods of the Lune", "Their cost"),
        ("Who paid for floods of the Lune?", "Floods of the Lune", "Who paid for"),
        ("Floods: their cost", "Floods", "Their cost"),
        ("Where floods came from", "Floods", "Where floods came from"),
        ("The mill", "Floods of the Lune", "The mill"),
        ("floods of the lune", "Floods of the Lune?", ITSELF),
        ("Their cost", "", "Their cost"),
    ],
)
def test_only_what_is_new_is_said(title: str, task: str, new: str) -> None:
    assert new_in(title, task) == new


def test_of_a_topic_it_is_the_whole() -> None:
    assert new_in("Floods of the Lune", "Floods of the Lune", of_topic=True) == TOPIC
