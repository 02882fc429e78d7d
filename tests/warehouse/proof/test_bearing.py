"""Which sentences of the evidence are lit for a claim."""

import pytest

from warehouse.proof.bearing import bearing

EVIDENCE = (
    "The mill was built in 1785 beside the weir. Its owner came from Arlen.\n\n"
    "Wheat was ground there until the fire of 1871. Only the chimney is left."
)


@pytest.mark.parametrize(
    ("claim", "lit"),
    [
        ("“Only the chimney is left.”", "Only the chimney is left."),
        ("The mill dates from 1785.", "The mill was built in 1785 beside the weir."),
        (
            "The owner, a man from Arlen, had wheat ground until the fire.",
            "Its owner came from Arlen.\n\nWheat was ground there until the fire of 1871.",
        ),
        ("The mill's wheat burnt in 1871.", "Wheat was ground there until the fire of 1871."),
    ],
)
def test_what_holds_the_words_of_a_claim_is_lit(claim: str, lit: str) -> None:
    start, end = bearing(claim, EVIDENCE)
    assert EVIDENCE[start:end].strip() == lit


@pytest.mark.parametrize(
    "claim",
    [
        "Vom Bauwerk steht bloß noch der Schornstein.",
        "Nothing remained of the mill's walls, floors and stones after a blaze destroyed it.",
    ],
)
def test_of_a_claim_in_other_words_or_another_language_all_is_lit(claim: str) -> None:
    assert bearing(claim, EVIDENCE) == (0, len(EVIDENCE))
