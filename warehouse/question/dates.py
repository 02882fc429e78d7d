"""The time that some words name: years as they are written, all else by ``dateparser``.

"1998", "the 1990s", "1914/18", "1998 to 2004" are read off the digits; "last week", "gestern" and
what stands before a year, as in "3 mars 2019", are for the library, which knows them in two hundred
languages.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, Literal

from msgspec import Struct

from warehouse.search.analyzer import is_unspaced
from warehouse.search.collections.fields import SHORT_SPAN, short_span

_YEAR = re.compile(r"(?<!\d)(1\d|20)(\d\d)(?!\d)")
_LETTER = re.compile(r"['’]?([^\W\d])")
_TENS = re.compile(r"(?<![\d.,])([1-9]0)['’]?s(?!\w)")
_DECADE_UNSPACED = ("年代", "년대")  # 年 and 년 alone are said of a year
MOST_WORDS = 5  # of a date: "3 de mayo de 2019"
Way = Literal["in", "before", "until", "after", "since"]


class Span(Struct, frozen=True):
    """From the first day to the last; None is open."""

    first: date | None
    last: date | None

    @property
    def words(self) -> str:
        """As "1998", "1998-05 to 1999-01", "2004 or later": no closer than it is told."""
        ends = self.last and self.last < date.max and _moved(self.last, 1)
        starts = [day for day in (self.first, ends) if day]
        to_month = 7 if any(day.month > 1 for day in starts) else 4
        length = 10 if any(day.day > 1 for day in starts) else to_month
        first, last = (day.isoformat()[:length] if day else "" for day in (self.first, self.last))
        if first and last:
            return first if first == last else f"{first} to {last}"
        return f"{first} or later" if first else f"{last} or earlier"

    def bounded(self, way: Way) -> Span:
        """What is before it, until its end, after it, or since its start."""
        first, last = self.first, self.last
        match way:
            case "before":
                return Span(None, first and _moved(first, -1))
            case "until":
                return Span(None, last)
            case "after":
                return Span(last and _moved(last, 1), None)
            case "since":
                return Span(first, None)
        return self

    def holds(self, unix_s: float) -> bool:
        return self.may_hold(datetime.fromtimestamp(unix_s).date().isoformat())

    def may_hold(self, iso: str) -> bool:
        """Of a date that is known to its year, month or day: as far as it is known."""
        known = len(iso)
        first, last = (day.isoformat()[:known] if day else "" for day in (self.first, self.last))
        return iso[:4].isdecimal() and first <= iso and (not last or iso <= last)


def span(words: str, languages: Sequence[str] | None = (), now: float | None = None) -> Span | None:
    """None where the words name no time. ``languages`` are ISO 639-1, ``now`` Unix seconds. Where
    ``languages`` is None it is only what the digits say of years, without the library, at once.
    """
    today = datetime.fromtimestamp(now) if now else datetime.now()
    spans = [_at(year, words, languages, today) for year in _YEAR.finditer(words)]
    if spans:
        return Span(min(first for first, _ in spans), max(last for _, last in spans))
    if tens := _TENS.search(words):
        year = today.year // 100 * 100 + int(tens[1])
        return Span(*_years(year - 100 if year > today.year else year, 10))
    read = None if languages is None else _read(words, languages, today)
    return Span(*_around(*read)) if read else None


def _at(
    found: re.Match[str], words: str, languages: Sequence[str] | None, today: datetime
) -> tuple[date, date]:
    """The span of years, the decade, the day or month, or the year that a year stands for."""
    year = int(found.group())
    if short := SHORT_SPAN.match(words, found.start()):
        return _years(year, short_span(short) - year + 1)
    if year % 10 == 0 and (letter := _LETTER.match(words, found.end())):
        rest = words[found.end() :]
        if not is_unspaced(letter[1]) or rest.startswith(_DECADE_UNSPACED):
            return _years(year, 10)
    dated = None if languages is None else _dated(found, words, languages, today)
    return dated or _years(year, 1)


def _dated(
    found: re.Match[str], words: str, languages: Sequence[str], today: datetime
) -> tuple[date, date] | None:
    """The day or month of a year, told by the words that end with it: the most that are a date;
    with those that stand before it, as in "3 to 5 May 2019", from the earliest to the latest.
    """

    def read(some: Sequence[str]) -> tuple[date, date] | None:
        return _of_year(found.group(), " ".join(some), languages, today)

    told = [word[0] for word in re.finditer(r"\S+", words) if word.start() < found.end()]
    sizes = range(min(MOST_WORDS, len(told)), 0, -1)
    size = next((size for size in sizes if read(told[-size:])), 0)
    if not size:
        return None
    while size > 1 and read(told[1 - size :]) == read(told[-size:]):  # "and 5 May 2019"
        size -= 1
    before, own = told[:-size], told[-size:]
    spans = [read(own)]
    while earlier := _earlier(before, own, read):
        before, span = earlier
        spans.append(span)
    return min(span[0] for span in spans if span), max(span[1] for span in spans if span)


def _earlier(
    before: list[str], own: list[str], read: Callable[[list[str]], tuple[date, date] | None]
) -> tuple[list[str], tuple[date, date]] | None:
    """A day or month without its year that stands before a date, and the words before that."""
    dated = [at for at, word in enumerate(before, 1) if _YEAR.search(word)]
    before = before[max(dated, default=0) :]
    small = " ".join(own).islower()
    for gap in range(min(3, len(before))):
        rest = before[: len(before) - gap]
        last = rest[-1]
        if last.isalpha() and last.islower() and not small:  # "that may be of June 2019"
            continue
        for size in range(min(3, len(rest)), 0, -1):
            run = rest[-size:]
            numbered = any(map(str.isdigit, "".join(run)))
            if gap == 2 and (last.isdigit() or not numbered):  # "the 3 reports of May 2019"
                continue
            without_month = last[0].isdigit() and own[0][0].isdigit()
            if span := read([*run, own[-1]]) or (read([*run, *own[1:]]) if without_month else None):
                return rest[:-size], span
    return None


def _of_year(
    year: str, words: str, languages: Sequence[str], today: datetime
) -> tuple[date, date] | None:
    """The day, month or quarter that the words are in this year."""
    part = re.sub(r"^\W+|\W+$", "", words)
    if part == year or len(_YEAR.findall(part)) > 1:
        return None
    day, period = _read(part, languages, today) or (date.min, "")
    # "3 of 2019" is read as its March.
    beside = " " in part and any(map(str.isdigit, part.replace(year, "")))
    if day.year == int(year) and (
        period in ("day", "quarter") or (period == "month" and not beside)
    ):
        return _around(day, period)
    return None


def _read(words: str, languages: Sequence[str], today: datetime) -> tuple[date, str] | None:
    """A day, and whether it stands for a day, week, month, quarter or year. None where day and
    month may be either, as in 3/5/2019; before a dot the day is first everywhere.
    """
    orders = ("DMY",) if "." in words else ("DMY", "MDY")
    read = {_parsed(words, languages, today, order) for order in orders}
    return read.pop() if len(read) == 1 else None


def _parsed(
    words: str, languages: Sequence[str], today: datetime, order: str
) -> tuple[date, str] | None:
    from dateparser.date import DateDataParser  # costs half a second to import

    settings: dict[str, Any] = {
        "RELATIVE_BASE": today,
        "PREFER_DATES_FROM": "past",
        "DATE_ORDER": order,
    }
    spoken = list(dict.fromkeys([*languages, "en"]))
    try:
        date_data = DateDataParser(languages=spoken, settings=settings).get_date_data(words)
    except ValueError:  # a language that it does not know
        if not languages:
            return None
        return _parsed(words, (), today, order)
    return (date_data.date_obj.date(), date_data.period) if date_data.date_obj else None


def _around(day: date, period: str) -> tuple[date, date]:
    """The day, week, month, quarter or year that holds the day."""
    match period:
        case "year":
            return _years(day.year, 1)
        case "quarter":
            first = day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
            return first, _month_end(first.replace(month=first.month + 2))
        case "month":
            return day.replace(day=1), _month_end(day)
        case "week":
            first = _moved(day, -day.weekday())
            return first, _moved(first, 6)
    return day, day


def _month_end(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def _moved(day: date, days: int) -> date:
    """Not beyond the first and the last day that there are."""
    return date.fromordinal(min(max(day.toordinal() + days, 1), date.max.toordinal()))


def _years(first: int, count: int) -> tuple[date, date]:
    return date(first, 1, 1), date(first + count - 1, 12, 31)
