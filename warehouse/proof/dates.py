"""The years, months and days of a sentence, and what of its numbers is none of these."""

from __future__ import annotations

import re
from functools import cache

from indexers.text import language
from warehouse.proof.numbers import NTH, Number, numbers, one_line, written
from warehouse.proof.units import MONTHS, SHORTEST_MONTH, month_names, short_months
from warehouse.search.common_words import is_common

_HAN_MONTH = re.compile(r"(?<!\d)(\d{1,2})月")
_HAN_DAY = re.compile(r"月(?P<behind>\d{1,2})日")
_YEAR = re.compile(
    r"(?<![A-Za-z\d_.,$€£])(?P<year>(?:1[0-9]|20)\d{2})(?P<decade>s?)(?![A-Za-z\d_%]|[.,]\d)"
)
_NEXT = re.compile(r"\s([^\W\d_]{3,})")
_LAST = re.compile(r"\b([^\W\d_]+)\s$")
_BARE = re.compile(r"((?:1\d|20)\d\d) ([^\W\d_]{3,})")  # a year, and a name or word of a unit
_IN = frozenset(
    re.split(
        " ", "in of the since from until till to by before after during between through and year"
    )
)
_LEADING_IN = frozenset({"ca", "es", "fr", "gl", "it", "pt", "ro"})  # no year stands without it
_SHORTEST_VERB = 4  # letters; a shorter word there is what leads in
_NUMERIC = re.compile(
    r"(?<![A-Za-z\d.,/-])(?:"
    r"(?P<y>[12]\d{3})(?:(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})"
    r"|年(?P<hm>\d{1,2})月(?P<hd>\d{1,2})日)"
    r"|(?P<one>\d{1,2})(?P<t>[-/.])(?P<two>\d{1,2})(?P=t)(?P<year>[12]\d{3}))"
    r"(?:(?P<clock>T)(?=\d)|(?![\d/-]|[.,]\d))"
)
_FIRST = ("first", "second", "third", *NTH[:6])
_DAYS = ("", *_FIRST, *NTH[6:], *(f"twenty-{nth}" for nth in _FIRST), "thirtieth", "thirty-first")
_NTH_OF = re.compile(
    rf"(?i:(?<!\ba )(?<!\bone[ -])\b(?:the )?({'|'.join(reversed(_DAYS[1:]))}) of) "
    rf"(?=(?:{'|'.join(MONTHS).title()})\b)"
)
_SPAN = re.compile(r"(?<![\w.,/-])(?P<age>1\d|20)(?P<one>\d\d)[-–/](?P<two>\d\d)(?![\w/-]|[.,]\d)")


def readings(text: str) -> tuple[str, ...]:
    """The text, and as it may be meant where dates are in figures: "03/05/2019" as "3 May 2019",
    and as "5 March 2019"; "the third of May" as "3 May"; "1990-95" as "1990-1995".
    """
    return tuple(dict.fromkeys((text, *(_in_words(text, first) for first in (False, True)))))


def _in_words(text: str, month_first: bool) -> str:
    plain = _NUMERIC.sub(lambda found: _said(found, month_first), text)
    plain = _NTH_OF.sub(lambda found: f"{_DAYS.index(found[1].lower())} ", plain)
    return _SPAN.sub(_whole_span, plain)


def _said(found: re.Match[str], month_first: bool) -> str:
    year = found["y"] or found["year"]
    month = int(found["m"] or found["hm"] or found["two"])
    day = int(found["d"] or found["hd"] or found["one"])
    if found["one"] and (month > len(MONTHS) or (month_first and found["t"] != ".")):
        month, day = day, month
    if not (1 <= month <= len(MONTHS) and 1 <= day <= 31):
        return found[0]
    return f"{day} {MONTHS[month - 1].capitalize()} {year}{' ' if found['clock'] else ''}"


def _whole_span(found: re.Match[str]) -> str:
    age, begin, end = found["age"], found["one"], found["two"]
    return f"{age}{begin}-{age}{end}" if begin < end else found[0]


def years(text: str, decades: bool = False) -> list[str]:
    """The years of the text as written, in their order; not the "1200" of "had 1200 people".

    ``decades``: the "1950s" count as 1950, too.
    """
    plain = _in_words(one_line(text), month_first=False)
    matches = [match for match in _YEAR.finditer(plain) if decades or not match["decade"]]
    if not matches:
        return []
    beside = {number.at: number for number in written(plain)}
    return [
        match["year"]
        for match in matches
        if not _is_amount(match, plain, beside.get(match.start(), Number("", 0)))
    ]


def _is_amount(year: re.Match[str], plain: str, number: Number) -> bool:
    """Does it measure, or count what follows? In English it does where no word leads a year in; in
    other languages a participle may follow, so there only where it is a round number.
    """
    behind, before = _NEXT.match(plain, year.end()), _LAST.search(plain, 0, year.start())
    if number.unit or number.value >= 10_000:
        lead = before[1] if before and _BARE.fullmatch(number.raw) else ""
        return not (behind and lead and _is_led_in(lead, behind[1], plain))
    if not (behind and before and behind[1].islower() and before[1].islower()):
        return False
    if before[1] in _IN or (number.about and is_common(behind[1])):
        return False
    spoken = language.likeliest(plain)
    if spoken == "en":
        return True
    round_ = year["year"].endswith("00") and not is_common(behind[1])
    return round_ and spoken in _LEADING_IN and len(before[1]) >= _SHORTEST_VERB


def _is_led_in(lead: str, unit: str, plain: str) -> bool:
    """Is it a year before what looks like a unit? "In 1850 bars opened", "in 1687 Newton wrote"."""
    if lead.lower() not in _IN - {"the"}:
        return False
    if unit.islower():
        return lead[0].isupper() or is_common(unit)
    return unit.istitle() and language.likeliest(plain) != "de"  # there "in 1500 Metern" is no year


def measures(text: str) -> set[str]:
    """Its units, but of "1687 Newton", which may be a year and a name."""
    bare = ((number, _BARE.fullmatch(number.raw)) for number in numbers(text) if number.unit)
    return {number.unit for number, match in bare if not (match and match[2].istitle())}


def months(text: str) -> set[str]:
    """The months named or written in figures, by their English names in lower case.

    A name counts beside a number, a short one of another language than English between two, or
    where it is a whole English one that stands with a capital and is no other word: "mars" is a
    planet, and "may" and "march" are verbs.
    """
    text = _in_words(text, month_first=False)
    named = {
        MONTHS[int(figure) - 1] for figure in _HAN_MONTH.findall(text) if 1 <= int(figure) <= 12
    }
    for match in _named().finditer(text):
        near = text[max(0, match.start() - 6) : match.start()], text[match.end() : match.end() + 5]
        name = match["name"].lower()
        alone = name in MONTHS and len(name) > SHORTEST_MONTH and name != "march"
        beside = [any(map(str.isdigit, side)) for side in near]
        word = match.start() == 0 or match["name"].islower()
        enough = all(beside) if word and name in short_months() else any(beside)
        if enough or (alone and match["name"][0].isupper()):
            named.add(month_names()[name])
    return named


def days(text: str) -> list[re.Match[str]]:
    """Days of a month, each with it: the number is the group ``before`` or ``behind``."""
    return [*_day().finditer(text), *_HAN_DAY.finditer(text)]


def amounts(text: str) -> list[Number]:
    """Its numbers that are neither a year nor the day of a month."""
    dated, named = set(years(text)), days(text)
    return [
        number
        for number in numbers(text)
        if _BARE.sub(r"\1", number.raw) not in dated
        and not any(day.start() <= number.at < day.end() for day in named)
    ]


@cache
def _names() -> str:
    """Matches one; "may" and "out", which are words, in lower case only where a year follows."""
    words = "|".join(filter(is_common, month_names()))
    plain = rf"(?-i:{words})\b(?!(?:\.? |[-/.])(?:de |\d\d?,? )?[12]\d{{3}}\b)"
    return rf"(?!{plain})(?:{'|'.join(sorted(month_names(), key=len, reverse=True))})"


@cache
def _named() -> re.Pattern[str]:
    return re.compile(rf"\b(?P<name>{_names()})\b\.?", re.IGNORECASE)


@cache
def _day() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?P<before>\d{{1,2}})(?:\.|[a-zº]{{1,2}})? (?:(?:de|of) )?{_names()}\b"
        rf"|\b{_names()}\.? (?P<behind>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)",
        re.IGNORECASE,
    )
