"""All and some, must and may, more and less: shades told by words."""

from __future__ import annotations

import pytest

from warehouse.proof import shades


@pytest.mark.parametrize(
    ("claim", "near", "reason"),
    [
        ("All drivers are free.", "Most drivers are free.", "says all"),
        ("Most drivers are free.", "Some drivers are free.", "says most"),
        ("Only root reads it.", "Root reads it.", "only"),
        ("At most 4 cores are used.", "At least 4 cores are used.", "bound"),
        ("Users must change it.", "Users should change it.", "does not demand"),
        ("Users may change it.", "Users must change it.", "demands it"),
        ("The log is rotated every day.", "The log is rotated every week.", "another time"),
        ("It ran on Monday.", "It ran on Sunday.", "another time"),
        ("The price fell in May.", "The price rose in May.", "“fell” where it says “rose”"),
        ("The old one is larger than the new one.", "The new one is larger than the old one.",
         "other way round"),
        ("The gate was built after the wall.", "The gate was built before the wall.", "“after”"),
        ("Alle Treiber sind frei.", "Die meisten Treiber sind frei.", "says all"),
        ("Tous les pilotes sont libres.", "La plupart des pilotes sont libres.", "says all"),
        ("El precio bajó en la ciudad.", "El precio subió en la ciudad.", "“bajó”"),
        ("所有驱动都是自由的。", "大多数驱动是自由的。", "says all"),
    ],
)  # fmt: skip
def test_a_shade_is_said_in_words(claim: str, near: str, reason: str) -> None:
    found = shades.doubts(claim, near)
    assert any(reason in one for one in found), found


@pytest.mark.parametrize(
    ("claim", "near"),
    [
        ("Every driver is free.", "All drivers are free."),
        ("More than half of them are free.", "Most of them are free."),
        ("Nearly all are free.", "Most are free."),
        ("No more than 4 cores are used.", "Up to 4 cores are used."),
        ("Users have to change it.", "Users must change it."),
        ("The new one is smaller than the old one.", "The old one is larger than the new one."),
        ("The wall was built after the gate.", "The gate was built before the wall."),
        ("The price did not rise.", "The price fell."),
        ("The most common driver is free.", "Some drivers are free, the common one as well."),
        ("Alle Treiber sind frei.", "Most drivers are free."),
    ],
)
def test_the_same_in_other_words_has_none(claim: str, near: str) -> None:
    assert shades.doubts(claim, near) == ()
