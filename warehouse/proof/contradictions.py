"""Two sentences about the same that give different values: another number, another date.

A number is compared by what it counts (its unit, or the word after it), a date by year, month and
day; not across different years, nor across things with other names.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from itertools import product
from typing import Literal

from msgspec import Struct

from warehouse.proof import checks, dates
from warehouse.proof.numbers import Number, one_line
from warehouse.proof.same_number import meanings
from warehouse.search.common_words import is_common

Kind = Literal["number", "date"]
ALIKE = 0.5  # share of the shorter sentence's words that the other has
CLOSE = 0.7  # the same where it is a date: what happens every year has many
FEWEST_SHARED = 2
EXACT_BELOW = 1000
ROUNDED = 0.03
ABOUT = 0.06
LABELS_BELOW = 100  # "Table 2", "Group 12"
_GAP = re.compile(r"[^\S\v]+")
_AFTER = re.compile(r"\W*([^\W\d_]+)")
_BEFORE = re.compile(r"(?P<lead>\b[^\W\d_]+ )?\b(?P<word>[^\W\d_]+) $")


class Facts(Struct, frozen=True):
    """``content`` are the stems of the words without numbers and months; ``values`` are all
    numbers but years and days, ``counted`` those that count something, by what they count.
    """

    text: str
    content: frozenset[str]
    names: frozenset[str]
    years: frozenset[str]
    months: frozenset[str]
    days: frozenset[str]
    values: frozenset[float]
    counted: Mapping[Hashable, tuple[Number, ...]]


class Difference(Struct, frozen=True):
    """``first`` and ``second`` are what differs, as it stands in either sentence."""

    kind: Kind
    first: str
    second: str

    def words(self) -> str:
        """``the number: 300 and 340``."""
        return f"the {self.kind}: {self.first} and {self.second}"


def facts(text: str, under: str = "") -> Facts:
    """``under`` is what the sentence leans on: a title, the sentence before it."""
    text = _GAP.sub(" ", one_line(text)).strip()
    meant = dates.readings(text)
    plain = meant[-1] if len(meant) <= 2 else text  # of two orders of day and month none is sure
    named = set.intersection(*map(dates.months, meant[1:] or meant))
    amounts = dates.amounts(plain)
    stems = checks.content(plain) | checks.content(under)
    stems -= checks.content(" ".join((*named, *(number.raw for number in amounts))))
    counted: dict[Hashable, tuple[Number, ...]] = {}
    for number in amounts:
        if thing := number.unit or _counted(number, plain):
            counted[thing] = (*counted.get(thing, ()), number)
    return Facts(
        text=text,
        content=frozenset(stem for stem in stems if not stem[0].isdigit()),
        names=frozenset(checks.fold(name) for name in checks.names(text) if name.isalpha()),
        years=frozenset(dates.years(plain)),
        months=frozenset(named),
        days=frozenset(str(int(day[day.lastgroup or 0])) for day in dates.days(plain)),
        values=frozenset(number.value for number in amounts),
        counted=counted,
    )


def alike(a: Facts, b: Facts) -> float:
    """Share of the shorter sentence's words that the longer has; 0 where too few are shared."""
    shared = len(a.content & b.content)
    return shared / min(len(a.content), len(b.content)) if shared >= FEWEST_SHARED else 0.0


def other_names(a: Facts, b: Facts) -> bool:
    """Has each a name that the other has not?"""
    return bool(a.names - b.names and b.names - a.names)


def other_value(a: Facts, b: Facts, answering: bool = False) -> Difference | None:
    """The one number or date that they give differently; None where they are not of the same.

    ``answering``: both answer one question, so what they say besides may differ.
    """
    near = 1.0 if answering else alike(a, b)
    if near < ALIKE or (other_names(a, b) and not answering):
        return None
    number = _number(a, b)
    if number and a.years == b.years:
        return number
    agree = a.values <= b.values or b.values <= a.values
    return _date(a, b) if near >= CLOSE and agree else None


def _number(a: Facts, b: Facts) -> Difference | None:
    for thing in sorted(a.counted.keys() & b.counted.keys(), key=str):
        mine, yours = a.counted[thing], b.counted[thing]
        only = [number for number in mine if not any(_same(number, other) for other in yours)]
        others = [number for number in yours if not any(_same(number, other) for other in mine)]
        if len(only) == len(others) == 1:
            return Difference("number", only[0].raw, others[0].raw)
    return None


def _date(a: Facts, b: Facts) -> Difference | None:
    """Two years; or, of one year, two months; or two days of one month."""
    for mine, yours in ((a.years, b.years), (a.months, b.months), (a.days, b.days)):
        if mine != yours:
            if len(mine) == len(yours) == 1:
                return Difference("date", *(value.capitalize() for value in (*mine, *yours)))
            return None
    return None


def _same(a: Number, b: Number) -> bool:
    return any(_rounded(*both) for both in product(meanings(a), meanings(b)))


def _rounded(a: Number, b: Number) -> bool:
    """Is one the other, rounded? A decade holds its years, and a range what is in it; two changes
    are not of the same where they end elsewhere.
    """
    if a.side * (b.value - a.value) > 0 or b.side * (a.value - b.value) > 0:
        return True
    begin, start = (number.value if number.low is None else number.low for number in (a, b))
    if begin <= b.value and start <= a.value and not (a.change and b.change):
        return True
    if a.span > 1 or b.span > 1:
        return a.value <= b.value < a.value + a.span or b.value <= a.value < b.value + b.span
    larger, step = max(abs(a.value), abs(b.value)), max(a.step, b.step) / 2
    slack = 1e-9 * max(1.0, larger)
    if a.about or b.about:
        slack = max(ABOUT * larger, step)
    elif larger >= EXACT_BELOW:
        slack = min(ROUNDED * larger, step)
    return abs(a.value - b.value) <= slack


def _counted(number: Number, text: str) -> str:
    """The stem of the word after a number, "" for none and where it numbers one thing, as "Table 2
    shows" does; in "on Monday 34 people" it counts.
    """
    after = _AFTER.match(text, number.at + len(number.raw))
    if not after or (_may_be_label(number, text) and after[1].islower()):
        return ""
    return min(checks.content(after[1]), default="")


def _may_be_label(number: Number, text: str) -> bool:
    """Is it a small number behind a name that no small word leads in?"""
    before = _BEFORE.search(text, 0, number.at)
    if not before or number.about or number.value >= LABELS_BELOW:
        return False
    small = is_common(before["word"]) or is_common((before["lead"] or "").strip())
    return before["word"][0].isupper() and not small
