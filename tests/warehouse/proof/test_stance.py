"""What a source says under a condition, as an example or of another name is no fact."""

from __future__ import annotations

import pytest

from warehouse.proof import stance

RULE = "If a claim fails, it is checked once more like any other sentence."


@pytest.mark.parametrize(
    ("claim", "source", "reason"),
    [
        ("A claim is checked once more like any other.", RULE, "condition"),
        ("The gate is closed by the keeper.", "The gate is closed by the keeper if it rains.",
         "condition"),
        ("If it rains the keeper closes the gate.", "The keeper closes the gate at night.",
         "condition is not in"),
        ("The tower was built by monks.", "The tower was allegedly built by monks.", "certain"),
        ("The index needs 15 gigabytes of memory.",
         "A line such as “The index needs 15 gigabytes of memory” is checked.", "only quotes"),
        ("The mayor took the money.", "The report denied that the mayor took the money.", "denies"),
        ("The arches were cast by Kestrel in 1881.",
         "The arches were cast by Skerton in 1881. Kestrel came later.", "another than Kestrel"),
    ],
)  # fmt: skip
def test_a_doubt_is_said_in_words(claim: str, source: str, reason: str) -> None:
    found = stance.doubts(claim, [source])
    assert any(reason in one for one in found), found


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("If a claim fails, it is checked once more.", RULE),
        ("The gate was closed in May 1902.", "The gate was closed in May 1902 by the keeper."),
        ("The tower is tall.", "The tower is tall, and the fee is waived if it rains."),
        ("The arches were cast by Skerton.", "The arches were cast by Skerton in 1881."),
        ("Elephants are grey.", RULE),
        ("When a claim fails it is checked once more.", RULE),
        ("Small mills grind barley.", "For example, small mills grind barley."),
    ],
)
def test_a_fact_told_as_a_fact_has_none(claim: str, source: str) -> None:
    assert stance.doubts(claim, [source]) == ()
