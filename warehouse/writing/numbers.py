"""The numbers and dates of a sentence, as values: "1,200 km", "three hundred", "the 1990s".

A claim may write a number in another way than its source (3.5 million for 3,500,000, seven for
7), so numbers are compared by value and by unit, never as strings. The only rounding allowed is
the one that the claim admits to ("about 3.5 million").
"""

from __future__ import annotations

import re

from msgspec import Struct


class Number(Struct, frozen=True):
    """``raw`` as it stands in the text, from ``at`` on; ``step`` is the worth of its last
    significant digit.

    ``span`` is how many whole numbers it stands for: 10 for a decade, 1 for any other.
    """

    raw: str
    value: float
    unit: str = ""
    step: float = 0.0
    about: bool = False
    span: int = 1
    at: int = 0


def _in_order(words: str) -> list[str]:
    return words.split()


_SMALL = _in_order(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = _in_order("twenty thirty forty fifty sixty seventy eighty ninety")
_WORDS = {word: float(i) for i, word in enumerate(_SMALL)}
_WORDS |= {word: 20.0 + 10 * i for i, word in enumerate(_TENS)}
_WORDS |= {"dozen": 12.0, "both": 2.0, "twice": 2.0, "pair": 2.0, "couple": 2.0, "twin": 2.0}
_SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "mn": 1e6,
    "bn": 1e9,
}
_UNITS = {
    "%": "%",
    "percent": "%",
    "per cent": "%",
    "percentage points": "%",
    "$": "$",
    "dollar": "$",
    "usd": "$",
    "€": "€",
    "euro": "€",
    "£": "£",
    "pound sterling": "£",
    "km": "km",
    "kilometre": "km",
    "kilometer": "km",
    "mile": "mi",
    "mi": "mi",
    "m": "m",
    "metre": "m",
    "meter": "m",
    "ft": "ft",
    "foot": "ft",
    "feet": "ft",
    "cm": "cm",
    "centimetre": "cm",
    "centimeter": "cm",
    "mm": "mm",
    "millimetre": "mm",
    "millimeter": "mm",
    "inch": "in",
    "inches": "in",
    "kg": "kg",
    "kilogram": "kg",
    "kilogramme": "kg",
    "lb": "lb",
    "tonne": "t",
    "ton": "t",
    "°c": "°C",
    "°f": "°F",
    "second": "s",
    "minute": "min",
    "hour": "h",
    "day": "day",
    "week": "week",
    "month": "month",
    "year": "year",
    "mb": "MB",
    "gb": "GB",
    "tb": "TB",
    "w": "W",
    "kw": "kW",
    "mw": "MW",
    "hectare": "ha",
    "ha": "ha",
    "acre": "acre",
}
_UNIT = "|".join(
    re.escape(unit) + ("s?(?![^\\W\\d_])" if unit[-1].isalpha() else "")
    for unit in sorted(_UNITS, key=len, reverse=True)
)
_SCALE = "|".join(_SCALES)
_DIGITS = re.compile(
    r"(?P<about>\b(?:about|around|nearly|almost|roughly|some|over|under|approximately|circa|c\."
    r"|more than|less than|at least|up to|fewer than) )?"
    r"(?P<money>[$€£] ?)?(?<![\w.])"
    r"(?P<whole>\d{1,3}(?:[,' ]\d{3})+(?!\d)|\d+)(?P<part>\.\d+)?"
    rf"(?P<decade>s\b)?(?:[ -]?(?P<scale>{_SCALE})s?\b)?"
    rf"(?:[ -]?(?P<unit>{_UNIT}))?",
    re.IGNORECASE,
)
_SPELLED = re.compile(
    rf"\b(?:(?:{'|'.join(_WORDS)}|{_SCALE}|and)(?:[ -]|\b))+(?:(?P<unit>{_UNIT}))?", re.IGNORECASE
)
# "The last of the three" counts what was named; no source need say the number.
_OF_THEM = re.compile(r"\bof (?:the|these|those) (?:two|three|four|five)\b", re.IGNORECASE)
MONTHS = _in_order(
    "january february march april may june july august september october november december"
)
_MONTH = re.compile(
    rf"\b(?P<name>{'|'.join(MONTHS)}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"(?<![A-Za-z\d_.,$€£])(?P<year>(?:1[0-9]|20)\d{2})(?P<decade>s?)(?![A-Za-z\d_%]|[.,]\d)"
)
_OF_TIME = frozenset(
    _in_order(
        "in of since from until till to by before after during around circa between and early late "
        "mid year years the this that spring summer autumn winter im jahr seit bis vor nach von "
        "ab um en depuis avant après vers año desde hasta antes hacia y et und a"
    )
)
_PERSONS = (
    r"(?:people|persons?|men|women|children|inhabitants|soldiers|einwohnern?|menschen|personen"
    r"|habitant[es]*s|personnes|personas)"
)
_COUNTED = re.compile(rf"\s(?:[a-z]+\s)?(?:{_PERSONS}|(?![a-z]*(?:ss|us|is)\b)[a-z]{{3,}}s)\b")
_PEOPLE = re.compile(rf"\s{_PERSONS}\b", re.IGNORECASE)
_LAST_WORD = re.compile(r"([^\W\d_]+)\s$")
_GAPS = re.compile(r"[\u00a0\u2007\u2009\u202f\n]")
_ISO = re.compile(r"\b\d{4}-(\d{2})-(\d{2})\b")


def numbers(text: str) -> list[Number]:
    """Every number of the text that says how many, how much or when."""
    plain = _GAPS.sub(" ", text)
    return [*_written(plain), *_spelled(plain)]


def _written(text: str) -> list[Number]:
    found = []
    for match in _DIGITS.finditer(text):
        whole = re.sub(r"\D", "", match["whole"])
        part = match["part"] or ""
        scale = _SCALES[match["scale"].lower()] if match["scale"] else 1.0
        step = 10.0 ** -(len(part) - 1) if part else 10.0 ** (len(whole) - len(whole.rstrip("0")))
        unit = match["money"] or match["unit"] or ""
        found.append(
            Number(
                match[0].removeprefix(match["about"] or "").strip(),
                float(whole + part) * scale,
                _canonical(unit),
                step * scale,
                bool(match["about"]),
                10 if match["decade"] else 1,
                match.start() + len(match["about"] or ""),
            )
        )
    return found


def _spelled(text: str) -> list[Number]:
    found = []
    for match in _SPELLED.finditer(_OF_THEM.sub(_blank, text)):
        spelled = match[0].removesuffix(match["unit"] or "").strip(" -")
        words = [word for word in re.split(r"[ -]+", spelled.lower()) if word != "and"]
        value = _value(words)
        if value is not None:
            unit = _canonical(match["unit"] or "")
            found.append(Number(spelled, value, unit, at=match.start()))
    return found


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _value(words: list[str]) -> float | None:
    """Three hundred and twelve -> 312. None for what says no amount ("hundreds", "one")."""
    if not any(word in _WORDS for word in words) or words in (["one"], ["zero"]):
        return None
    total = group = 0.0
    for word in words:
        if word in _WORDS:
            group += _WORDS[word]
        elif word == "hundred":
            group = max(group, 1.0) * 100
        else:
            total += max(group, 1.0) * _SCALES[word]
            group = 0.0
    return total + group


def _canonical(unit: str) -> str:
    unit = unit.strip().lower()
    return _UNITS.get(unit) or _UNITS.get(unit.removesuffix("s"), "")


def says(evidence: list[Number], number: Number) -> str:
    """Empty when the evidence has the number; else what is wrong with it, in words."""
    alike = [other for other in evidence if _same(number, other)]
    if not alike:
        return f"the number {number.raw} is not in what it cites"
    if not number.unit or any(other.unit in ("", number.unit) for other in alike):
        return ""
    return f"the number {number.raw} stands with another unit in what it cites"


def _same(claim: Number, other: Number) -> bool:
    if claim.span > 1:
        return claim.value <= other.value < claim.value + claim.span
    slack = claim.step / 2 if claim.about else 1e-9 * max(1.0, abs(claim.value))
    return abs(claim.value - other.value) <= slack


def years(text: str, decades: bool = False) -> list[str]:
    """The years of the text as written, in their order; not the "1200" of "1200 people".

    ``decades``: the "1950s" count as 1950, too.
    """
    plain = _GAPS.sub(" ", text)
    found = [one for one in _YEAR.finditer(plain) if decades or not one["decade"]]
    if not found:
        return []
    measured = {one.at for one in _written(plain) if one.unit or one.value >= 10_000}
    return [
        one["year"]
        for one in found
        if one.start() not in measured and not _counts_things(plain, one.start(), one.end())
    ]


def _counts_things(text: str, start: int, end: int) -> bool:
    """Does a number that could be a year say how many? "Had 1200 members", not "in 1953 floods"."""
    before = _LAST_WORD.search(text, 0, start)
    if before is not None and before[1].casefold() in _OF_TIME:
        return False
    if _PEOPLE.match(text, end):
        return True
    if before is None or before[1][0].isupper():  # a beginning, a bracket, a name: "Smith 1998"
        return False
    return bool(_COUNTED.match(text, end))


def months(text: str) -> set[str]:
    """The months named or written in ISO dates, in full and lower case."""
    found = {MONTHS[int(month) - 1] for month, _ in _ISO.findall(text) if 1 <= int(month) <= 12}
    for match in _MONTH.finditer(text):
        near = text[max(0, match.start() - 4) : match.start()] + text[match.end() : match.end() + 5]
        sure = len(match["name"]) > 3 and match["name"].lower() != "march"
        if match["name"][0].isupper() and (sure or any(letter.isdigit() for letter in near)):
            found.add(next(m for m in MONTHS if m.startswith(match["name"][:3].lower())))
    return found
