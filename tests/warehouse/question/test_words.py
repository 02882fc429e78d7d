"""What a question is about, and the choice that it puts."""

from __future__ import annotations

import pytest

from warehouse.question.words import choice, content, telling


def test_small_words_say_nothing() -> None:
    assert telling("What does the baker rake out?") == "baker rake"
    assert content("Why was it?") == frozenset()


@pytest.mark.parametrize(
    ("question", "two"),
    [
        ("Who was born first, Mark King or Nick Hexum?", ("Mark King", "Nick Hexum")),
        ("Wer starb zuerst, Hagen oder Lindt?", ("Hagen", "Lindt")),
        ("Was it of iron or of wood?", ()),
        ("Where was the engineer born?", ()),
    ],
)
def test_the_two_names_of_a_choice(question: str, two: tuple[str, ...]) -> None:
    assert choice(question) == two
