"""Which notes the sentences of a draft cite, tell and copy."""

from __future__ import annotations

from bridge_article import FACTS
from bridge_sections import evidence

from warehouse.writing.sentences.notes_told import copies, standing, tells

NOTES = tuple(evidence(number, fact) for number, fact in enumerate(FACTS, start=1))
JOINED = "The arches of iron, opened in 1881, came from a foundry of the town [1][2]."


def chosen(sample: str, refused: str = "-") -> list[str]:
    """The last sentence that stands, with those it leans on."""
    found = standing(sample, NOTES, lambda bare: refused not in bare)
    return list(found[-1]) if found else []


def test_a_sentence_tells_only_the_notes_whose_words_it_has() -> None:
    dump = "The bridge opened in 1881 with iron arches [1][2][3]."
    assert tells([dump], NOTES) == {1, 2}


def test_a_sentence_that_names_no_note_gets_those_it_tells() -> None:
    assert chosen(f"{FACTS[2]}") == [f"{FACTS[2][:-1]} [3]."]
    assert chosen("Nothing of this is told anywhere.") == []


def test_what_leans_on_a_sentence_stands_with_it_or_not_at_all() -> None:
    leaning = f"It was so: {FACTS[1][:-1]} [2]."
    assert chosen(f"{JOINED} {leaning}", refused="foundry") == []
    told = chosen(f"{FACTS[2][:-1]} [3]. {leaning}")
    assert told == [f"{FACTS[2][:-1]} [3].", leaning]


def test_eight_words_in_a_row_are_a_copy() -> None:
    source = ["The mill ran from five in the morning until seven at night."]
    assert copies("It ran from five in the morning until seven [1].", source)
    assert not copies("Five in the morning until seven it ran [1].", source)
