"""How well what is typed fits a name, and which letters of it fit.

Each word typed is looked for at the start of a word, then inside one, then as the first letters of
words in their order ("adf" in "Add files"). Case and accents do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

WORD_START, INSIDE, LETTERS = 3.0, 2.0, 1.0
START = r"(?<![^\W_])"  # of a word: no letter or figure stands before
Span = tuple[int, int]


class Fit(Struct, frozen=True):
    """``score`` higher is better; ``marks`` are ranges of the name, in order."""

    score: float
    marks: tuple[Span, ...]


def fit(typed: str, name: str) -> Fit | None:
    """None where a word typed is nowhere in the name."""
    flat, score = _flat(name), 0.0
    marks: list[Span] = []
    for word in _flat(typed).split():
        word_fit = _of_word(word, flat)
        if word_fit is None:
            return None
        score += word_fit.score
        marks += word_fit.marks
    return Fit(score - len(name) / 1000, joined(marks))


def words_in(typed: str, text: str) -> tuple[Span, ...]:
    """Where the words typed begin a word of the text, each time."""
    flat, marks = _flat(text), []
    for word in _flat(typed).split():
        at = flat.find(word)
        while at >= 0:
            if _begins_word(flat, at):
                marks.append((at, at + len(word)))
            at = flat.find(word, at + len(word))
    return joined(marks)


def has_words(typed: str, text: str) -> bool:
    """Whether all words typed are somewhere in the text."""
    flat = _flat(text)
    return all(word in flat for word in _flat(typed).split())


def begins_words(typed: str, text: str) -> bool:
    """Whether each word typed begins a word of the text."""
    return all(words_in(word, text) for word in typed.split())


def is_called(typed: str, name: str) -> bool:
    """Whether every word typed is a whole word of the name."""
    words = _words(typed)
    return bool(words) and words <= _words(name)


def share_of(typed: str, name: str) -> float:
    """How much of the name is typed, up to 1."""
    words = _words(name)
    return len(words & _words(typed)) / len(words) if words else 0.0


def joined(marks: Sequence[Span]) -> tuple[Span, ...]:
    """In order, those that touch made one."""
    spans: list[Span] = []
    for start, end in sorted(marks):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return tuple(spans)


def _of_word(word: str, flat: str) -> Fit | None:
    inside = flat.find(word)
    at = inside
    while at >= 0:
        if _begins_word(flat, at):
            return Fit(WORD_START + (0.5 if at == 0 else 0), ((at, at + len(word)),))
        at = flat.find(word, at + 1)
    if inside >= 0:
        return Fit(INSIDE, ((inside, inside + len(word)),))
    return _letters(word, flat)


def _letters(word: str, flat: str) -> Fit | None:
    """The letters in their order, each at the start of a word or right behind the one before."""
    first, *rest = (re.escape(letter) for letter in word)
    steps = "".join(f"(?:({letter})|.*?{START}({letter}))" for letter in rest)
    match = re.search(f"{START}({first}){steps}", flat)
    if match is None:
        return None
    places = [
        match.start(at) for at, group in enumerate(match.groups(), start=1) if group is not None
    ]
    starts = sum(_begins_word(flat, place) for place in places)
    return Fit(LETTERS * starts / len(word), tuple((place, place + 1) for place in places))


def _begins_word(flat: str, at: int) -> bool:
    return at == 0 or not flat[at - 1].isalnum()


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", _flat(text)))


def _flat(text: str) -> str:
    """Lower case without accents, letter for letter."""
    return "".join(_plain(letter) for letter in text)


def _plain(letter: str) -> str:
    apart = unicodedata.normalize("NFKD", letter)[:1].lower()
    return apart if len(apart) == 1 else letter
