"""How much of an article is proven, while it grows and at its end."""

from __future__ import annotations

import pytest

from warehouse.proof import rates
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Research,
    Spend,
)


def claim(state: ClaimState) -> Claim:
    return Claim(0, 4, "Iron", (1,), state, "")


def article(*blocks: Block, lead: tuple[Claim, ...] = ()) -> Article:
    opening = Block(1, "", "It is.", lead)
    cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
    return Article("Iron", "Iron", "aware", opening, blocks, Research("Iron"), cover, spend)


def test_sentences_and_sections_are_counted_as_they_come_in() -> None:
    above, empty = Block(2, "Above", "", ()), Block(3, "Iron", "", ())
    lost = Block(2, "Lost", "", (), failed="nothing found")
    begun = rates.of(article(above, empty, lost, lead=(claim("quoted"),)))
    assert begun.told == ("1 of 1 sentence proven", "0 of 2 sections with proof")
    iron = Block(3, "Iron", "…", (claim("supported"), claim("unchecked"), claim("partly")))
    told = rates.of(article(above, iron, lost, lead=(claim("quoted"),)))
    assert told.told == ("2 of 3 sentences proven", "1 of 2 sections with proof")
    assert told.hallucination_rate == pytest.approx(1 / 3) and told.coverage == 0.5


def test_a_share_is_rounded_as_it_is_counted() -> None:
    assert f"{rates.Proven(37, 40).hallucination_rate:.0%}" == "8%"


def test_nothing_is_told_of_nothing() -> None:
    nothing = rates.of(article())
    assert nothing.told == () and (nothing.hallucination_rate, nothing.coverage) == (0.0, 0.0)
