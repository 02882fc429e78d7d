"""The time that some words name: years as they are written, all else by ``dateparser``.

"1998", "the 1990s", "1998 to 2004" are read off the digits; "last week", "gestern", "mars 2019" are
for the library, which knows them in two hundred languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

_YEAR = re.compile(r"(?<!\d)(1\d|20)(\d\d)(?!\d)")
_DECADE = re.compile(r"(?<!\d)((?:1\d|20)\d0)['’]?[^\W\d]")


class Span(Struct, frozen=True):
    """From the first second to the last, as naive local times; ``words`` as "1998 to 2004"."""

    words: str
    first: datetime
    last: datetime

    @property
    def years(self) -> tuple[int, int]:
        return self.first.year, self.last.year

    def holds(self, unix_s: float) -> bool:
        return self.first <= datetime.fromtimestamp(unix_s) <= self.last


def span(words: str, languages: Sequence[str] = (), now: float | None = None) -> Span | None:
    """None where the words name no time. ``languages`` are ISO 639-1, ``now`` Unix seconds."""
    years = [int(found.group()) for found in _YEAR.finditer(words)]
    if years:
        ends = [year + 9 for year in map(int, _DECADE.findall(words))]
        first, last = min(years), max(years + ends)
        told = str(first) if first == last else f"{first} to {last}"
        return Span(told, datetime(first, 1, 1), datetime(last, 12, 31, 23, 59, 59))
    return _spoken(words, languages, datetime.fromtimestamp(now) if now else datetime.now())


def _spoken(words: str, languages: Sequence[str], now: datetime) -> Span | None:
    from dateparser.date import DateDataParser  # costs half a second to import

    settings: dict[str, Any] = {"RELATIVE_BASE": now, "PREFER_DATES_FROM": "past"}
    spoken = list(dict.fromkeys([*languages, "en"]))
    try:
        found = DateDataParser(languages=spoken, settings=settings).get_date_data(words)
    except ValueError:  # a language that it does not know
        found = DateDataParser(languages=["en"], settings=settings).get_date_data(words)
    if found.date_obj is None:
        return None
    day = found.date_obj.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    first, last = _around(day, found.period)
    return Span(words, first, last - timedelta(seconds=1))


def _around(day: datetime, period: str) -> tuple[datetime, datetime]:
    """The day, week, month or year that holds the day."""
    if period == "year":
        return datetime(day.year, 1, 1), datetime(day.year + 1, 1, 1)
    if period == "month":
        return day.replace(day=1), (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    first, days = (day - timedelta(day.weekday()), 7) if period == "week" else (day, 1)
    return first, first + timedelta(days)
