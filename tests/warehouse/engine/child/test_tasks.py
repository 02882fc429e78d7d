"""Guessing ahead: what is looked for, and what becomes of right and wrong guesses."""

from __future__ import annotations

import numpy as np

from warehouse.engine.child.context import as_tokens
from warehouse.engine.child.tasks import Writing, common_prefix, repeated
from warehouse.engine.protocol import Request

VOCABULARY = 64
END = 0


def task(prompt: list[int], tokens: int) -> Writing:
    request = Request("t", (), tokens)
    return Writing(prompt, request, None, lambda token: b"%d " % token, lambda token: token == END)


def rows(*best: int) -> np.ndarray:
    """Logits under which each of ``best`` wins in turn."""
    found = np.zeros((len(best), VOCABULARY), np.float32)
    found[range(len(best)), best] = 5
    return found


def test_common_prefix() -> None:
    assert common_prefix(as_tokens([1, 2, 3]), as_tokens([1, 2, 4])) == 2
    assert common_prefix(as_tokens([1, 2]), as_tokens([1, 2, 4])) == 2
    assert common_prefix(as_tokens([]), as_tokens([1])) == 0
    assert common_prefix(as_tokens([2]), as_tokens([1])) == 0


def test_the_longest_earlier_copy_is_found() -> None:
    tokens = as_tokens([7, 1, 2, 3, 9, 1, 2, 8, 8, 7, 1, 2])
    assert repeated(tokens, 9) == (3, 3)
    assert repeated(tokens, 2) == (3, 2)
    assert repeated(as_tokens([1, 2, 3, 4]), 9) == (0, 0)
    assert repeated(as_tokens([5, 5]), 9) == (0, 0)


def test_a_repetition_is_drafted_and_right_guesses_count() -> None:
    one = task([11, 12, 13, 14, 15, 16, 20, 11, 12], 12)
    one.evaluated = 9
    assert one.receive(8, rows(13)) == 0
    assert one.stretch(one.size, one.drafted).tolist() == [14, 15]
    assert one.receive(9, rows(14, 15, 16)) == 0
    assert one.tokens.tolist()[9:] == [13, 14, 15, 16]
    assert one.drafted > 0


def test_a_wrong_guess_is_taken_back_with_all_after_it() -> None:
    one = task([11, 12, 13, 14, 15, 16, 20, 11, 12], 12)
    one.receive(8, rows(13))
    assert one.receive(9, rows(14, 30, 40)) == 1
    assert one.tokens.tolist()[9:] == [13, 14, 30]
    assert one.drafted == 0


def test_a_guess_is_not_written_past_the_end_or_the_limit() -> None:
    ended = task([11, 12, 13, 14, 15, 16, 20, 11, 12], 12)
    ended.receive(8, rows(13))
    assert ended.receive(9, rows(14, END, 16)) == 1
    assert (ended.done, ended.result().finish, ended.result().text) == (True, "stop", "13 14 ")
    full = task([11, 12, 13, 14, 15, 16, 20, 11, 12], 2)
    full.receive(8, rows(13))
    assert full.drafted == 1
    full.receive(9, rows(14, 15))
    assert (full.done, full.result().finish, full.written) == (True, "length", 2)


def test_a_reply_takes_over_no_longer_run_of_words_than_it_may() -> None:
    prompt = [11, 12, 13, 14, 15, 20]
    request = Request("t", (), 6, own_words=3)
    one = Writing(
        prompt, request, None, lambda token: b" " + 3 * bytes([token + 86]), lambda _: False
    )
    second_best = 33
    for at, wanted in enumerate([11, 12, 13, 14, 15]):
        row = rows(wanted)
        row[0, second_best] = 4
        one.evaluated = one.size
        one.receive(one.size - 1, row)
        one.drafted = 0
        assert at < 3 or one.tokens.tolist()[6:9] == [11, 12, 13]
    assert one.tokens.tolist()[6:] == [11, 12, 13, second_best, 15]
