"""Numbers of a workbook as its formats mean them: a date, a time, hours gone by, a percentage, a
number that is filled up with zeros, or a number.
"""

from __future__ import annotations

import contextlib
import math
import re
from datetime import datetime, timedelta
from typing import Any

from indexers.archive import attribute, children_of
from indexers.archive import number as whole

_DATES = frozenset([*range(14, 18), 22, *range(27, 32), *range(34, 37), *range(50, 59)])
_TIMES = frozenset([18, 19, 20, 21, 32, 33, 45, 47])
_ELAPSED = 46
_PERCENTS = frozenset([9, 10])
_NOT_LETTERS_OF_DATES = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.|[Gg]eneral')
_GONE_BY = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_LONGEST_CODE = 255  # letters, as in Excel
_LAST_DAY = 2_958_466


class Formats:
    """Made of ``styles.xml``, or of None. Days are counted from 1900 or, on old Macs, from 1904."""

    def __init__(self, root: Any, since_1904: bool) -> None:
        self._since_1904 = since_1904
        codes = {
            attribute(form, "numFmtId"): attribute(form, "formatCode")
            for form in children_of(root, "numFmts")
        }
        self._kinds = [
            _kind(attribute(form, "numFmtId"), codes) for form in children_of(root, "cellXfs")
        ]

    def shown(self, value: str, style: str | None) -> str:
        """The number as a reader sees it; ``value`` itself where it is no number."""
        try:
            number = float(value)
        except ValueError:
            return value
        if not math.isfinite(number):
            return value
        at = whole(style)
        kind = self._kinds[at] if 0 <= at < len(self._kinds) else ""
        if kind == "percent":
            return f"{_plain(number * 100)} %"
        if kind in ("h", "m", "s") and abs(number) < _LAST_DAY:
            return _gone_by(number, kind)
        if kind.startswith("0") and (digits := _plain(number).lstrip("-")).isdigit():
            return ("-" if number < 0 else "") + digits.zfill(len(kind))
        if kind in ("date", "time") and 0 <= number < _LAST_DAY:
            with contextlib.suppress(OverflowError):  # after the year 9999
                return self._moment(number, kind)
        return _plain(number)

    def _moment(self, number: float, kind: str) -> str:
        """There is no day 0, which an empty cell is taken for; and day 60, 29 February 1900, never
        was.
        """
        first = datetime(1904, 1, 1) if self._since_1904 else datetime(1899, 12, 30 + (number < 60))
        moment = first + timedelta(seconds=round(number * 86_400))
        clock = moment.strftime("%H:%M:%S").removesuffix(":00")
        if number < 1 and (kind == "time" or not self._since_1904):
            return clock if number or kind == "time" else ""
        day = moment.strftime("%Y-%m-%d")
        return day if number == int(number) else f"{day} {clock}"


def _kind(id: str, codes: dict[str, str]) -> str:
    """ "date", "time", "percent", the unit of time that has gone by, as many zeros as there are
    digits at least; else "".
    """
    number = whole(id, 0)
    if id in codes:
        positive = codes[id].partition(";")[0]
        if gone_by := _GONE_BY.search(positive):
            return gone_by[1][0].lower()
        if not positive.strip("0"):
            return positive[:_LONGEST_CODE]
        code = _NOT_LETTERS_OF_DATES.sub("", positive).lower()
        if re.search(r"[dy]|mmm", code):
            return "date"
        if re.search(r"[hs]", code):
            return "time"
        return "percent" if "%" in code else ""
    if number in _DATES:
        return "date"
    if number in _TIMES:
        return "time"
    if number == _ELAPSED:
        return "h"
    return "percent" if number in _PERCENTS else ""


def _gone_by(days: float, unit: str) -> str:
    """36:00, or 36:00:05, of hours; 90:30 of minutes; 43200 of seconds."""
    seconds = round(abs(days) * 86_400)
    minutes, rest = divmod(seconds, 60)
    clock = f"{minutes // 60}:{minutes % 60:02d}" + (f":{rest:02d}" if rest else "")
    shown = {"h": clock, "m": f"{minutes}:{rest:02d}", "s": str(seconds)}
    return ("-" if days < 0 else "") + shown[unit]


def _plain(number: float) -> str:
    """As few digits as say it: 12, 0.3, 1234567.25."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.15g}"
