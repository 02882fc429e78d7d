"""The years and months of a sentence."""

from __future__ import annotations

import re
from functools import cache

from warehouse.proof.numbers import GAPS, written
from warehouse.proof.units import MONTHS, SHORTEST_MONTH, month_names

_HAN_MONTH = re.compile(r"(?<!\d)(\d{1,2})月")
_YEAR = re.compile(
    r"(?<![A-Za-z\d_.,$€£])(?P<year>(?:1[0-9]|20)\d{2})(?P<decade>s?)(?![A-Za-z\d_%]|[.,]\d)"
)
_COUNTED = re.compile(r"\s[a-z]{3,}")
_BEFORE = re.compile(r"\b(?!(?:in|of|the|since|from|until|to|by|before|after|and|year)\b)[a-z]+\s$")
_ISO = re.compile(r"\b\d{4}-(\d{2})-(\d{2})\b")


def years(text: str, decades: bool = False) -> list[str]:
    """The years of the text as written, in their order; not the "1200" of "had 1200 people".

    ``decades``: the "1950s" count as 1950, too.
    """
    plain = GAPS.sub(" ", text)
    found = [one for one in _YEAR.finditer(plain) if decades or not one["decade"]]
    if not found:
        return []
    measured = {one.at for one in written(plain) if one.unit or one.value >= 10_000}
    return [
        one["year"]
        for one in found
        if one.start() not in measured
        and not (_COUNTED.match(plain, one.end()) and _BEFORE.search(plain, 0, one.start()))
    ]


def months(text: str) -> set[str]:
    """The months named or written in ISO dates, by their English names in lower case.

    A name counts beside a number, or where it is a whole English one that stands with a capital
    and is no other word: "mars" is a planet, and "may" and "march" are verbs.
    """
    found = {MONTHS[int(month) - 1] for month, _ in _ISO.findall(text) if 1 <= int(month) <= 12}
    found |= {MONTHS[int(one) - 1] for one in _HAN_MONTH.findall(text) if 1 <= int(one) <= 12}
    for match in _named().finditer(text):
        near = text[max(0, match.start() - 6) : match.start()] + text[match.end() : match.end() + 5]
        name = match["name"].lower()
        alone = name in MONTHS and len(name) > SHORTEST_MONTH and name != "march"
        if any(map(str.isdigit, near)) or (alone and match["name"][0].isupper()):
            found.add(month_names()[name])
    return found


@cache
def _named() -> re.Pattern[str]:
    names = "|".join(sorted(month_names(), key=len, reverse=True))
    return re.compile(rf"\b(?P<name>{names})\b\.?", re.IGNORECASE)
