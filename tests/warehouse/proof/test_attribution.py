"""Facts that a source has, but of another."""

from __future__ import annotations

import pytest

from warehouse.proof import attribution

PORTALS = "The south portal was carved by Peter Parler and the north portal by Heinrich Parler."


@pytest.mark.parametrize(
    ("claim", "source", "reason"),
    [
        ("Peter Parler carved the north portal.", PORTALS, "of Heinrich, not of Peter"),
        ("Halley saw the comet in 1758.", "Halley saw the comet in 1682 and it returned in 1758.",
         "of 1682, not of 1758"),
        ("Use -n to force.", "Use -f to force and -n for a dry run.", "of -f, not of -n"),
        ("The hall is 45 m high.", "The tower is 45 m high, the hall is 20 m high.", "of 20 m"),
        ("Chelsea beat Arsenal in the final.", "Arsenal beat Chelsea in the final.", "exchanged"),
        ("The Severn flows into the Avon.", "The Avon flows into the Severn.", "exchanged"),
        ("It moved from Sussex to Kent.", "It moved from Kent to Sussex.", "exchanged"),
    ],
)  # fmt: skip
def test_what_it_is_said_of(claim: str, source: str, reason: str) -> None:
    found = attribution.doubts(claim, source, source)
    assert any(reason in one for one in found), found


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Heinrich Parler carved the north portal.", PORTALS),
        ("Peter Parler carved the south portal.", PORTALS),
        ("Halley saw the comet in 1682.", "Halley saw the comet in 1682 and it returned in 1758."),
        ("Chelsea was beaten by Arsenal.", "Arsenal beat Chelsea in the final."),
        ("Meyer and Kahn opened it.", "Kahn and Meyer opened it."),
        ("In Lille Kahn opened it.", "Kahn opened it in Lille."),
        ("Skerton cast the arches.", "Skerton, who had worked for Kestrel, cast the arches."),
        ("Louise met Marie.", "Marie met Louise."),
    ],
)
def test_what_is_said_of_it(claim: str, source: str) -> None:
    assert attribution.doubts(claim, source, source) == ()


def test_two_sentences_told_as_one() -> None:
    source = "The deck was widened in 1934 by Kahn. Trams crossed the widened deck until 1950."
    claim = "In 1934 the deck was widened, and trams crossed it until 1950."
    assert attribution.doubts(claim, source.partition(". ")[2], source) == ()
