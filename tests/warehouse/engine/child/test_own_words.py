"""A reply takes over no long run of its prompt, and what stands in its place is a word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from warehouse.engine.child.own_words import OwnWords
from warehouse.engine.child.tasks import Writing
from warehouse.engine.protocol import Request

PIECES = [
    *(
        b" the",
        b" weir",
        b" was",
        b" built",
        b" by",
        b" John",
        b" of",
        b" stone",
        b" Lune",
        b"stone",
    ),
    *(b".", b",", b" \xe2\x80\xa1", b"ly", b" rock", b"st", b" 40"),
]
NUMBER = {piece: at for at, piece in enumerate(PIECES)}
PROMPT = [b" the", b" weir", b" was", b" built", b" of", b" stone", b".", b" the", b" weir"]
PROMPT += [b" was", b" built", b" by", b" John"]


def left(*written: bytes, prompt: Sequence[bytes] = PROMPT) -> set[bytes]:
    """What may follow these words, where three in a row may be the prompt's."""
    own = OwnWords([NUMBER[one] for one in prompt], 3, lambda token: PIECES[token])
    own.take([NUMBER[one] for one in written])
    row = own.without(np.zeros(len(PIECES), np.float32))
    return {piece for piece, logit in zip(PIECES, row, strict=True) if np.isfinite(logit)}


def test_a_small_word_gives_way_to_another_or_the_sentence_ends() -> None:
    may = left(b" weir", b" was", b" built")
    assert not may & {b" of", b" by"} and {b" rock", b"."} <= may
    assert not may & {b"stone", b"st", b"ly", b" \xe2\x80\xa1"}, "nothing is glued to the word"
    assert not left(b" weir", b" was", b" built", b",") & {b".", b","}


def test_a_word_that_tells_something_may_follow() -> None:
    assert left(b" was", b" built", b" of") == set(PIECES), "another would tell something else"


def test_a_name_may_follow_whatever_came_before_it() -> None:
    assert left(b" was", b" built", b" by") == set(PIECES)
    assert left(b" weir", b" of", b" stone") == set(PIECES), "no run of the prompt"


@pytest.mark.parametrize(
    "prompt",
    [
        [b" was", b" built", b" by", b" John", b" of", b" the", b" Lune"],
        [b" was", b" built", b" by", b" 40", b" stone", b" of", b" rock"],
    ],
)
def test_the_small_words_of_a_name_and_what_a_number_counts_may_follow(
    prompt: list[bytes],
) -> None:
    for at in range(4, len(prompt) - 2):
        written = prompt[at - 3 : at]
        assert prompt[at] in left(*written, prompt=prompt)


def test_how_easily_a_reply_came_is_told_as_if_nothing_were_forbidden() -> None:
    """ " by" is the likeliest and forbidden: " rock" stands in its place, and came hard."""
    row = np.zeros(len(PIECES), np.float32)
    row[NUMBER[b" by"]] = 9.0
    eases = {}
    for run in (0, 3):
        request = Request("t", (), 4, own_words=run)
        prompt = [NUMBER[one] for one in PROMPT]
        task = Writing(prompt, request, None, PIECES.__getitem__, lambda _: False)
        for written in (b" weir", b" was", b" built"):
            certain = np.full(len(PIECES), -np.inf, np.float32)
            certain[NUMBER[written]] = 0.0
            task.receive(task.size - 1, certain[None])
        task.receive(task.size - 1, row[None])
        eases[run] = task.result().ease
    assert eases[0] is None, "not told where every word was free"
    assert eases[3] == pytest.approx(-(9.0 + np.log(1 + 16 * np.exp(-9.0))) / 4, abs=0.01)
