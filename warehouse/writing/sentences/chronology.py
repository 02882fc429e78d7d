"""What is told of one time after the other, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from warehouse.proof.dates import months, years
from warehouse.proof.units import MONTHS

DATED = 0.4  # of the texts, from which on their dates order them

Date = tuple[int, int]


def in_time(texts: Sequence[str]) -> list[int]:
    """The places of ``texts`` by the first date in each, where as many as DATED have one, else as
    they are. One without a year is of that of the one before it, or later; one without a date
    stays behind it.
    """
    named_dates = [_date(text) for text in texts]
    if sum(date != (0, 0) for date in named_dates) < DATED * len(named_dates):
        return list(range(len(named_dates)))
    dates: list[Date] = []
    for year, month in named_dates:
        before = dates[-1] if dates else (0, 0)
        later = max(before, (before[0], month)) if before[0] else (0, month)
        dates.append((year, month) if year else later if month else before)
    return sorted(range(len(named_dates)), key=lambda at: dates[at])


def next_in_time(texts: Sequence[str]) -> set[tuple[int, int]]:
    """Which two of the dated ones follow each other, the places of each two in their order."""
    date_at = {at: date for at, text in enumerate(texts) if (date := _date(text))[0]}
    order = sorted(date_at, key=lambda at: date_at[at])
    return {(min(pair), max(pair)) for pair in pairwise(order)}


def _date(text: str) -> Date:
    """Year and month, 0 where none is named."""
    named = [MONTHS.index(month) + 1 for month in months(text)]
    return int(next(iter(years(text)), 0)), min(named, default=0)
