"""What stands beside articles that are compared, with what they took and what carries them."""

from __future__ import annotations

import pytest
from msgspec import structs
from shelf import HashingEmbedder

from warehouse.evaluate.writing import citing, side_by_side
from warehouse.records import Place
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Evidence,
    Research,
    Spend,
)

IRON = "The arches are of iron."
OPENED = "The bridge was opened in 1881."
EVIDENCE = {
    number: Evidence(number, Place(f"d{number}", 0, 0, len(text)), text, "B", "1", "", "", 1.0)
    for number, text in enumerate((IRON, OPENED), start=1)
}


def claim(text: str, *cites: int, state: ClaimState = "supported") -> Claim:
    return Claim(0, len(text), text, cites, state, "")


@pytest.mark.parametrize(
    ("claims", "known"),
    [
        ((), None),
        ((claim("It is of iron.", 1), claim("It fell.", 2, state="not found")), 0.5),
        ((claim("Iron, and of 1881.", 1, 2),), None),
        ((claim("Iron, and of 1900.", 1, 2, state="partly"),), 0.0),
        ((claim(IRON, 1, 1, state="quoted"), claim("It is of iron.", 1)), 1.0),
        ((claim(IRON, 1, 2, state="quoted"),), None),
        ((claim(IRON, 1, 9, state="quoted"),), None),
    ],
)
def test_precision_is_known_where_no_sentence_needs_several_together(
    claims: tuple[Claim, ...], known: float | None
) -> None:
    assert citing.precision_as_checked(claims, EVIDENCE) == known


def article(spend: Spend, *claims: Claim) -> Article:
    text = " ".join(claim.text for claim in claims)
    found = Research("t", evidence=tuple(EVIDENCE.values()))
    blocks = (Block(2, "Where", text, claims),)
    cover = Coverage(0, 0, 0, 0, 0.0, 0.0)
    return Article("t", "t", "rag", Block(1, "", "", ()), blocks, found, cover, spend)


def test_time_calls_tokens_and_citations_stand_beside_one_another() -> None:
    took = Spend(90_000, 10_500, 1_200, 3, 240.0)
    plain, joined = claim("It is of iron.", 1), claim("Iron, and of 1881.", 1, 2)
    wrong = structs.replace(plain, state="not found")
    nothing = Spend(0, 0, 0, 0, 0.0)
    articles = [article(took, plain, wrong), article(nothing, plain, joined), article(nothing)]
    lines = side_by_side.lines(articles, HashingEmbedder(64))
    told = {line.name: line.values for line in lines if line.about}
    assert len(told) == len(lines)
    assert told["Time of the model"] == ("4 min", "not known", "not known")
    assert told["Model calls"] == ("1,200", "not known", "not known")
    assert told["Tokens"] == ("100,500", "not known", "not known")
    assert told["Citation recall"] == ("50%", "100%", "not known")
    assert told["Citation precision"] == ("50%", "not known", "not known")
