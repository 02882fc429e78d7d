"""What of a long source the model is shown for a claim, and what is lit for one."""

from __future__ import annotations

import pytest

from warehouse.proof.excerpt import bearing, excerpt

FILLER = "Nothing of note was written down about the weather of that spring."
SOURCE = " ".join(
    [
        "The museum of Lille has a long history.",
        *[FILLER] * 10,
        "A storm came from the sea.",
        "Its copper roof was replaced in 1987.",
        "The work took two years.",
        *[FILLER] * 10,
    ]
)


def test_a_short_text_stays_whole() -> None:
    assert excerpt("Anything.", "One  sentence.\nAnother.") == "One sentence. Another."


def test_the_sentences_that_bear_on_a_claim_come_with_their_neighbours_in_order() -> None:
    shown = excerpt("The copper roof was replaced.", SOURCE, 300)
    assert len(shown) <= 300
    parts = ["The museum of Lille", "A storm came", "Its copper roof", "The work took"]
    places = [shown.find(part) for part in parts]
    assert -1 not in places and places == sorted(places)


def test_a_claim_about_two_things_sees_both() -> None:
    source = SOURCE + " The gardens were sold to a brewer from Ghent."
    shown = excerpt("The roof was replaced and the gardens were sold.", source, 250)
    assert "copper roof" in shown and "sold to a brewer" in shown


def test_a_text_without_sentences_is_cut() -> None:
    assert len(excerpt("Anything.", "word " * 1000, 100)) <= 100


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
