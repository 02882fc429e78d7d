"""The small words on which the truth of a sentence hangs, by language (lexicon.toml).

A "not" is "no" in English and Spanish, "sin" is one in Spanish and a misdeed in English: so the
language of a sentence is told first, by its smallest words. A language that has no table is read
by the English one, which finds nothing in it.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

_FILE = Path(__file__).with_suffix(".toml")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_WORD = re.compile(r"[^\W\d_]+")
_WHOLE = ("apart", "days", "rates", "seasons", "up_down")


class Tongue(Struct, frozen=True):
    """The words of one language as patterns for folded text.

    ``words`` are by the names of the tables; ``opposites`` pairs of patterns; ``days``, ``rates``
    and ``seasons`` one pattern for each day of the week, stretch and season.
    """

    code: str
    small: frozenset[str]
    words: dict[str, re.Pattern[str]]
    apart: re.Pattern[str] | None
    days: tuple[re.Pattern[str], ...]
    rates: tuple[re.Pattern[str], ...]
    seasons: tuple[re.Pattern[str], ...]
    opposites: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]

    def has(self, name: str, folded: str) -> bool:
        """Does the text hold one of the words of that name?"""
        return self.words[name].search(folded) is not None

    def bare(self, folded: str, name: str) -> str:
        """The text without the words of that name, blanks in their place."""
        return self.words[name].sub(lambda found: " " * len(found[0]), folded)


def tongue(folded: str) -> Tongue:
    """The language of a folded text. Short texts without small words are taken for English."""
    if _HAN.search(folded) and not _KANA.search(folded):
        return tongues()["zh"]
    words = _WORD.findall(folded)
    found = tongues().values()
    return max(found, key=lambda one: (sum(word in one.small for word in words), one.code == "en"))


@cache
def tongues() -> dict[str, Tongue]:
    """By their codes."""
    tables = tomllib.loads(_FILE.read_text("utf-8"))
    return {code: _tongue(code, table) for code, table in tables.items()}


def _tongue(code: str, table: dict[str, Any]) -> Tongue:
    gap = "" if code == "zh" else r"\b"
    days, rates, seasons = (
        tuple(_pattern([one], gap) for one in table[name]) for name in ("days", "rates", "seasons")
    )
    return Tongue(
        code,
        frozenset(table["small"].split()),
        {
            name: _pattern(words, gap)
            for name, words in table.items()
            if name not in _WHOLE and name != "small"
        },
        _pattern(table["apart"], "") if table["apart"] else None,
        days,
        rates,
        seasons,
        tuple(
            (_pattern(one.split(), gap), _pattern(other.split(), gap))
            for one, other in (pair.split(" / ") for pair in table["up_down"])
        ),
    )


def _pattern(words: list[str], gap: str) -> re.Pattern[str]:
    return re.compile(rf"{gap}(?:{'|'.join(words)}){gap}" if words else r"(?!)")
