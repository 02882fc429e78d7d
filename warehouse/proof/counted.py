"""What a number counts: "20 coaches" is no proof of "20 passengers".

Only where the cited words have the other thing, too, uncounted: then the claim has taken a number
from one thing to another. A synonym ("20 cars") stands nowhere in them, and is left to the model.
"""

from __future__ import annotations

import re

from warehouse.proof import checks
from warehouse.proof.numbers import Number, numbers

CLAIMED, CITED = 2, 3  # words after a number that may say what it counts
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W_]+)*|[^\w\s–-]")


def other_things(claim: str, source: str) -> tuple[str, ...]:
    """Numbers that count one thing in the claim and another in the source, as reasons in words."""
    there, known = numbers(source), {_stem(word) for word in checks.content(source)}
    return tuple(
        f"the number {one.raw.strip()} counts something else in what it cites"
        for one in numbers(claim)
        if _is_amount(one) and _is_other(one, claim, source, there, known)
    )


def _is_amount(number: Number) -> bool:
    return not number.unit and number.value >= 2 and number.span == 1


def _is_other(
    number: Number, claim: str, source: str, there: list[Number], known: set[str]
) -> bool:
    mine = _after(claim, number, CLAIMED)
    theirs = [
        _after(source, one, CITED) for one in there if one.value == number.value and not one.unit
    ]
    if not mine or not theirs or not all(theirs) or mine[-1] not in known:
        return False
    return all(set(mine).isdisjoint(own) for own in theirs)


def _after(text: str, number: Number, most: int) -> list[str]:
    """Stems of the words after a number, up to a mark or a small word."""
    found: list[str] = []
    for match in _WORD.finditer(text, number.at + len(number.raw.rstrip())):
        word = checks.content(match[0])
        if not match[0][0].isalpha() or not word or len(found) == most:
            break
        found += map(_stem, word)
    return found


def _stem(word: str) -> str:
    return word.rstrip("s")
