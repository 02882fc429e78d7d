"""The time that a question speaks of: years, decades and spans, or when documents were added."""

from __future__ import annotations

import math
import re
import time

from msgspec import Struct

from warehouse.results.provenance import plural

DAY_S = 86_400
_YEAR = r"(?<!\d)(?P<{}>(?:1[0-9]|20)\d\d)(?!\d)"
_FIRST, _LAST, _ONE = (_YEAR.format(name) for name in ("first", "last", "one"))
_DECADE = r"(?<!\d)(?P<decade>(?:1[0-9]|20)\d0)"
_SPANS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:between|zwischen|entre) {_FIRST} (?:and|und|et|y) {_LAST}",
        rf"(?:\b(?:from|von|de) )?{_FIRST} ?(?:to|until|till|-|–|bis|à|a|到|至) ?{_LAST}",
        rf"\b(?:since|from|seit|ab|depuis|desde|à partir de) {_FIRST} (?:on|onwards)\b",
        rf"\b(?:since|seit|ab|depuis|desde|à partir de) {_FIRST}",
        rf"\b(?P<past>(?:later|newer|younger|jünger|neuer) (?:than|als)|after|nach|après"
        rf"|después de) {_FIRST}",
        rf"\b(?P<before>(?:earlier|older|älter) (?:than|als)|before|vor|avant|antes de) {_LAST}",
        rf"(?:\b(?:the|in den|les|los) )?{_DECADE}(?:['’]?s\b|er\b(?: jahren?)?|年代)",
        rf"\b(?:années|años) {_DECADE}(?!\d)",
        r"\b(?P<century>1\d|20|21)(?:st|th|\.|e) (?:century|jahrhunderts?|siècle)",
        _ONE,
    )
)
_NAMED_DECADES = re.compile(
    r"\b(?:the )?(?P<name>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b",
    re.IGNORECASE,
)
_DECADES = "twenties thirties forties fifties sixties seventies eighties nineties".split()  # noqa: SIM905
ADDED = re.compile(
    r"\b(?:add(?:ed)?|import(?:ed)?|dropp?(?:ed)?|took in|taken in|hinzugefügt|ajoutée?s?"
    r"|añadid[oa]s?)\b|添加|导入",
    re.IGNORECASE,
)
WHEN = re.compile(
    r"\b(today|yesterday|(?:this|last) (?:week|month|year)|heute|gestern|diese woche|letzte woche"
    r"|aujourd'hui|hier|hoy|ayer)\b|今天|昨天",
    re.IGNORECASE,
)
_DAYS = {"today": (0, 0), "yesterday": (1, 1), "this week": (6, 0), "last week": (13, 7)}
_DAYS |= {"this month": (29, 0), "last month": (59, 30), "this year": (364, 0)}
_DAYS |= {"last year": (729, 365)}
_DAYS |= dict.fromkeys(("heute", "aujourd'hui", "hoy", "今天"), (0, 0))
_DAYS |= dict.fromkeys(("gestern", "hier", "ayer", "昨天"), (1, 1))
_DAYS |= {"diese woche": (6, 0), "letzte woche": (13, 7)}
_YEARS = {"this year": 0, "last year": 1}  # ago
_COUNTS = "one two three four five six seven eight nine ten".split()  # noqa: SIM905
_LATELY = re.compile(
    rf"\b(?:in |within |of |from )?(?:the |den |les |los )?(?:last|past|letzten) "
    rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)}) "
    r"(?P<unit>day|week|month|year|tag|woche|monat|jahr)\w*",
    re.IGNORECASE,
)
_UNITS = {"day": 1, "tag": 1, "week": 7, "woche": 7, "month": 30, "monat": 30}


class Span(Struct, frozen=True):
    """Years of the documents, or the Unix seconds in which they were ``added``; inclusive.

    ``words`` as in "dated 2019"; it stands in the question at ``start`` to ``end``.
    """

    words: str
    added: bool
    first: float
    last: float
    start: int
    end: int


def read(question: str, now: float | None = None) -> Span | None:
    """The span that a question speaks of; ``now`` is Unix seconds."""
    now = now or time.time()
    added = bool(ADDED.search(question))
    if said := WHEN.search(question):
        words = said.group().lower()
        if words in _YEARS and not added:
            year = time.localtime(now).tm_year - _YEARS[words]
            return _dated(year, year, said)
        first, last = (_midnight(now) - DAY_S * days for days in _DAYS[words])
        return Span(f"added {words}", True, first, last + DAY_S - 1, *said.span())
    if said := _LATELY.search(question):
        return _lately(said, added, now)
    if said := _NAMED_DECADES.search(question):
        decade = 1920 + 10 * _DECADES.index(said["name"].lower())
        return _years(decade, decade + 9, added, said)
    found = next((one for form in _SPANS if (one := form.search(question))), None)
    return _span(found, added) if found else None


def _lately(said: re.Match[str], added: bool, now: float) -> Span:
    """The last ten years are those that the documents are of; days and weeks are of adding."""
    count, unit = said["count"].lower(), said["unit"].lower()
    number = int(count) if count.isdecimal() else 1 + _COUNTS.index(count)
    if unit not in _UNITS and not added:
        year = time.localtime(now).tm_year
        return _dated(year - number, year, said)
    days = number * _UNITS.get(unit, 365)
    first, last = _midnight(now) - DAY_S * days, _midnight(now) + DAY_S - 1
    words = f"added in the last {plural(days, 'day')}"
    return Span(words, True, first, last, *said.span())


def _span(found: re.Match[str], added: bool) -> Span:
    given = {name: int(value) for name, value in found.groupdict().items() if _is_number(value)}
    if "decade" in given:
        return _years(given["decade"], given["decade"] + 9, added, found)
    if "century" in given:
        return _years(100 * given["century"] - 100, 100 * given["century"] - 1, added, found)
    first = given.get("one", given.get("first", 0)) + ("past" in found.re.groupindex)
    last = given.get("one", given.get("last", 9999)) - ("before" in found.re.groupindex)
    if "first" in given and "last" in given:
        first, last = sorted((first, last))
    return _years(first, last, added, found)


def _years(first: int, last: int, added: bool, found: re.Match[str]) -> Span:
    if not added:
        return _dated(first, last, found)
    start = time.mktime((max(first, 1970), 1, 1, 0, 0, 0, 0, 0, -1))
    end = time.mktime((last + 1, 1, 1, 0, 0, 0, 0, 0, -1)) - 1 if last < 9999 else math.inf
    return Span(f"added {_in_words(first, last)}", True, start, end, *found.span())


def _dated(first: int, last: int, found: re.Match[str]) -> Span:
    return Span(f"dated {_in_words(first, last)}", False, first, last, *found.span())


def _in_words(first: int, last: int) -> str:
    if first == last:
        return str(first)
    if last == 9999:
        return f"{first} or later"
    return f"{first} to {last}" if first else f"{last} or earlier"


def _is_number(value: str | None) -> bool:
    return value is not None and value.isdecimal()


def _midnight(now: float) -> float:
    day = time.localtime(now)
    return time.mktime((day.tm_year, day.tm_mon, day.tm_mday, 0, 0, 0, 0, 0, -1))
