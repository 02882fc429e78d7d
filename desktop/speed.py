"""How fast a model is, in words: a token, what a model reads and writes, is about 3/4 of a word."""

from __future__ import annotations

WORDS_A_TOKEN = 0.75


def words(tokens: float) -> float:
    """How many words that many tokens are, about."""
    return WORDS_A_TOKEN * tokens


def in_mind(tokens: int) -> str:
    """``about 25,000``: of what a model reads and writes at a time, to two figures."""
    count = words(tokens)
    step = 10 ** max(0, len(f"{count:.0f}") - 2)
    return f"about {round(count / step) * step:,}"


def rate(tokens_a_second: float) -> str:
    """``23 words a second``; below ten with a decimal."""
    speed = words(tokens_a_second)
    return f"{speed:.{0 if speed >= 10 else 1}f} words a second"
