"""What a number counts: "20 coaches" is no proof of "20 passengers".

Only where the cited words have the other thing, too, uncounted: then the claim has taken a number
from one thing to another. A synonym ("20 cars") stands nowhere in them, and is left to the model.
"""

from __future__ import annotations

import re

from warehouse.proof import checks
from warehouse.proof.dates import amounts
from warehouse.proof.numbers import Number
from warehouse.search.common_words import is_common

CLAIMED = 2  # words after a number that may say what it counts
_FIGURES = re.compile(r"[^\w]*\d[\d.,' ]*(?<! )")  # its unit may be what it counts
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W_]+)*|[^\w\s–-]")


def other_things(claim: str, source: str) -> tuple[str, ...]:
    """Numbers that count one thing in the claim and another in the source, as reasons in words."""
    counting = [number for number in amounts(claim) if number.value >= 2 and number.span == 1]
    if not counting:
        return ()
    values, known = amounts(source), {_stem(word) for word in checks.content(source)}
    return tuple(
        f"the number {number.raw.strip()} counts something else in what it cites"
        for number in counting
        if _is_other(number, claim, source, values, known)
    )


def _is_other(
    number: Number, claim: str, source: str, there: list[Number], known: set[str]
) -> bool:
    same = [other for other in there if other.value == number.value]
    # They are held against each other elsewhere.
    if number.unit and any(other.unit for other in same):
        return False
    briefly = bool(number.unit)  # of a unit the clause is read no further than an "et" or "und"
    mine = _after(claim, number, briefly)[:CLAIMED]
    theirs = [_after(source, other, briefly) for other in same]
    if not mine or not theirs or not all(theirs) or mine[-1] not in known:
        return False
    return all(set(mine).isdisjoint(words) for words in theirs)


def _after(text: str, number: Number, briefly: bool = False) -> list[str]:
    """Stems of the words after a number, up to a mark or a small word: an English one, or
    ``briefly`` one of any language, and there "year-old" is two words.
    """
    text = text.replace("-", " ") if briefly else text
    stems: list[str] = []
    raw = number.raw.rstrip()
    if number.unit and (figures := _FIGURES.match(raw)):
        raw = figures[0]
    for match in _WORD.finditer(text, number.at + len(raw)):
        word = checks.content(match[0])
        if not match[0][0].isalpha() or not word or (briefly and stems and is_common(match[0])):
            break
        stems += map(_stem, word)
    return stems


def _stem(word: str) -> str:
    return word.rstrip("s")
