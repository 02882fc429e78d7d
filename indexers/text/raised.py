"""Numbers set above the line (exponents, marks of notes) or below it, in the letters Unicode has
for them.

Written on the line, 4² would become 42, and a word with the mark of a note another word. Each
letter gives way to one letter, so that places in a text stay what they are.
"""

from __future__ import annotations

import re
from typing import Literal

Stand = Literal["", "above", "below"]
"""Where letters stand, "" for on the line."""

_PLAIN = "0123456789+-\u2212\u2013=()n"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ"
_LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₙ"
_UP = str.maketrans(_PLAIN, _RAISED)
_DOWN = str.maketrans(_PLAIN, _LOWERED)
_SAYS_SOMETHING = re.compile(r"[\dn]")
_FIT = re.compile(rf"[{re.escape(_PLAIN)}]+(?:,[{re.escape(_PLAIN)}]+)*")
MARKS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
NOTED = f"[{MARKS}]+(?:,[{MARKS}]+)*"  # the marks of one note or of several
_BRACKETED = re.compile(rf"\[{NOTED}\]")
_ON_LINE = str.maketrans(MARKS, _PLAIN[: len(MARKS)])


def raised(text: str) -> str:
    """``text`` set above the line; as it is where it holds anything else than numbers."""
    return set_off(text, "above")


def set_off(text: str, stand: Stand) -> str:
    """``text`` where it stands; as it is where it holds anything else than numbers."""
    if not stand or not _FIT.fullmatch(text) or not _SAYS_SOMETHING.search(text):
        return text
    return text.translate(_UP if stand == "above" else _DOWN)


def on_line_in_brackets(text: str) -> str:
    """``text`` with [1] for [¹]: the brackets alone tell the mark of a note."""
    return _BRACKETED.sub(lambda found: found[0].translate(_ON_LINE), text)
