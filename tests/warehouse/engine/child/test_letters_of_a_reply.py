"""A reply is written in the letters of its prompt."""

from __future__ import annotations

import numpy as np
import pytest

from warehouse.engine.child.letters import Letters
from warehouse.engine.child.tasks import Writing
from warehouse.engine.protocol import Request
from warehouse.search import languages
from warehouse.settings import Settings
from warehouse.writing import wishes

PIECES = (b"The parts are ", b"compared", "比较".encode(), "比".encode()[:2], b"", "б".encode())
THE, COMPARED, CHINESE, BROKEN, END, RUSSIAN = range(len(PIECES))


def written(prompt: list[int], *likeliest: int) -> str:
    """The reply of a model whose likeliest tokens are these, one after the other."""
    task = Writing(prompt, Request("t", (), 8), None, PIECES.__getitem__, lambda one: one == END)
    for token in (*likeliest, END):
        row = np.zeros(len(PIECES), np.float32)
        row[token], row[COMPARED] = 9.0, max(1.0, 9.0 * (token == COMPARED))
        task.receive(task.size - 1, row[None])
    return task.text


@pytest.mark.parametrize("foreign", [CHINESE, BROKEN, RUSSIAN])
def test_letters_that_the_prompt_has_not_are_not_written(foreign: int) -> None:
    assert written([THE], foreign) == "compared"


def test_letters_of_the_prompt_are_written() -> None:
    assert written([THE, CHINESE], CHINESE) == "比较"
    assert written([THE, RUSSIAN], RUSSIAN) == "б"
    assert written([THE, RUSSIAN], CHINESE) == "compared"


@pytest.mark.parametrize("text", ["naïve Ω ½", "“quoted” — ≤ 5 €", "Tiếng Việt", "🙂"])
def test_latin_greek_and_signs_are_anybodys(text: str) -> None:
    letters = Letters([0], (b"plain",).__getitem__)
    assert not Letters([0], (text.encode(),).__getitem__).are_foreign(0)
    assert not letters.are_foreign(0)
    assert not Letters([0], (b"plain", text.encode()).__getitem__).are_foreign(1)


def test_a_language_that_is_wished_for_brings_its_letters() -> None:
    for wish, own in (("Japanese", "日本語"), ("Russisch", "русский"), ("German", "Deutsch")):
        settings = Settings(article_language=wish)
        assert own in wishes.written_in(wish) and own in wishes.of_outline(settings)
    for wish, own in (("Chinese (Traditional)", "中文"), ("Kyrgyz", "кыргызча")):
        assert languages.own_name(wish) == own
    assert languages.own_name("Klingonisch") == ""
    assert "(" not in wishes.written_in("Deutsch")
