"""What of a long source the model is shown for a claim."""

from __future__ import annotations

from warehouse.proof.excerpt import excerpt

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
