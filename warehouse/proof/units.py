"""The names of units, scales and months in many languages: those of the Unicode CLDR (babel).

A unit has one name for all its spellings in the languages of ``LOCALES``: that of the CLDR, such as
``length-kilometer``. Scales ("million", "Milliarden", "万") are what the CLDR writes for a round
number in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Literal

from babel import Locale
from babel.numbers import format_compact_decimal
from babel.units import format_unit

LOCALES = ("en", "en_GB", "de", "fr", "es", "it", "pt", "nl", "zh", "ja")
MONTHS = tuple(name.lower() for _, name in sorted(Locale("en").months["format"]["wide"].items()))
SHORTEST_MONTH = SHORTEST_SCALE = 3  # letters of its name
_LETTERS = {  # units of one letter that are read, in this case only
    **dict.fromkeys("lL", "volume-liter"),
    "m": "length-meter",
    "g": "mass-gram",
    "s": "duration-second",
    "h": "duration-hour",
    "A": "electric-ampere",
    "J": "energy-joule",
    "V": "electric-volt",
    "W": "power-watt",
}
_KILOWATT_HOUR = "energy-kilowatt-hour"
_LARGER = {"mega": "M", "giga": "G", "tera": "T"}  # the CLDR has hours of kilowatts alone
_NO_PLURAL = ("zh", "ja")  # here the CLDR's short form is the word itself
_Length = Literal["long", "short"]
_LENGTHS: tuple[_Length, ...] = ("long", "short")
_KINDS = {
    "length": "kilometer meter decimeter centimeter millimeter micrometer nanometer mile foot inch "
    "yard fathom nautical-mile light-year",
    "mass": "kilogram gram milligram microgram tonne ton pound ounce stone carat",
    "area": "hectare acre square-kilometer square-meter square-centimeter square-mile square-yard "
    "square-foot square-inch",
    "volume": "hectoliter liter deciliter centiliter milliliter gallon quart pint cup fluid-ounce "
    "barrel bushel cubic-kilometer cubic-meter cubic-centimeter cubic-foot cubic-inch",
    "speed": "kilometer-per-hour mile-per-hour meter-per-second knot",
    "temperature": "celsius fahrenheit kelvin",
    "duration": "decade year month week night day hour minute second millisecond "
    "microsecond nanosecond",
    "digital": "byte kilobyte megabyte gigabyte terabyte petabyte bit kilobit megabit gigabit "
    "terabit",
    "frequency": "hertz kilohertz megahertz gigahertz",
    "energy": "joule kilojoule calorie kilocalorie kilowatt-hour electronvolt",
    "power": "milliwatt watt kilowatt megawatt gigawatt horsepower",
    "electric": "volt ampere milliampere ohm",
    "pressure": "pascal hectopascal kilopascal megapascal bar millibar atmosphere",
    "force": "newton",
    "concentr": "percent permille karat",
    "graphics": "pixel megapixel",
}
_BESIDE = {
    **dict.fromkeys(("$", "us$", "usd", "dollar", "dollars"), "$"),
    **dict.fromkeys(("€", "eur", "euro", "euros"), "€"),
    **dict.fromkeys(("£", "gbp"), "£"),
    **dict.fromkeys(("¥", "jpy", "yen"), "¥"),
    **dict.fromkeys(
        ("percentage point", "percentage points", "pp", "prozentpunkt", "prozentpunkte"),
        "percentage-point",
    ),
    "lbs": "mass-pound",
}
_SHARED = {"nm": "length-nautical-mile", "kt": "speed-knot"}  # beside what the CLDR has
_MONEY = ("$", "€", "£", "¥")
_ALIKE = (frozenset({"mass-pound", "£"}), frozenset({"mass-carat", "concentr-karat"}))
# "1902 in Lille" is no length, "21st" no weight, "8 pt" may be points, "12 Dec" is a day.
_OTHERWISE = frozenset({"in", "an", "pie", "ore", "st", "pt", "dec", "bio", "tri", "年", "日"})
_ROUND = (1e2, 1e3, 1e4, 1e6, 1e8, 1e9, 1e12)
_SHORT_SCALES = {"hundred": 1e2, "tsd": 1e3, "mn": 1e6, "md": 1e9, "bn": 1e9, "tn": 1e12}
LETTER_SCALES = {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}  # where ``money`` is near
_RAISED = str.maketrans("²³", "23")
_AMOUNT = re.compile(r"[\d.,\s\u00a0\u202f]+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@cache
def units() -> dict[str, str]:
    """The name of a unit by every way to write it, in lower case; several that share it are parted
    by bars: "mw" is "power-milliwatt|power-megawatt".
    """
    named: dict[str, str] = {}
    for said, name in (*_cased().items(), *_SHARED.items()):
        names = named.get(said.lower(), "").split("|")
        named[said.lower()] = "|".join(filter(None, dict.fromkeys((*names, name))))
    named |= _LETTERS
    return {said: name for said, name in named.items() if said and said not in _OTHERWISE}


@cache
def _cased() -> dict[str, str]:
    """The name of a unit by its spellings in their own case: mW is not MW."""
    named = dict(_BESIDE)
    for kind, names in _KINDS.items():
        for name in (f"{kind}-{unit}" for unit in names.split()):
            for locale in LOCALES:
                for amount, length in product((1, 2, 5), _LENGTHS):
                    said = _bare(format_unit(amount, name, length, locale=locale))
                    if length == "long" or _HAN.search(said):
                        named.setdefault(said, name)
            symbol = _bare(format_unit(2, name, "short", locale="en"))
            if len(symbol) > 1 or not symbol.isalpha():
                named.setdefault(symbol, name)
                named.setdefault(symbol.translate(_RAISED), name)
    for said in [said for said, name in named.items() if name == _KILOWATT_HOUR]:
        for more, letter in {"kilo": "k", **_LARGER}.items():
            large = f"{letter}Wh" if said == "kWh" else said.lower().replace("kilo", more)
            for spelled in (large, large.replace("-", " ")):
                named.setdefault(spelled, _KILOWATT_HOUR.replace("kilo", more))
    return named


@cache
def scales() -> dict[str, float]:
    """What a word such as "million" is worth, in lower case."""
    worth = dict(_SHORT_SCALES)
    for locale in LOCALES:
        for scale in _ROUND:
            for count in (1, 2):
                for length in _LENGTHS if locale not in _NO_PLURAL else ("short",):
                    said = format_compact_decimal(count * scale, format_type=length, locale=locale)
                    word = _bare(said).lower()
                    full = length == "long" or _HAN.search(word) or len(word) >= SHORTEST_SCALE
                    if full and _AMOUNT.match(said) and re.sub(r"\D", "", said) == f"{count}":
                        worth.setdefault(word, scale)
    return {said: scale for said, scale in worth.items() if said and said not in _OTHERWISE}


@cache
def month_names() -> dict[str, str]:
    """The English name of a month by its long and short names."""
    names = {name: name for name in MONTHS}
    for locale in LOCALES:
        forms = Locale.parse(locale).months["format"]
        for number, said in (*forms["wide"].items(), *forms["abbreviated"].items()):
            name = said.lower().rstrip(".")
            if len(name) >= SHORTEST_MONTH and name.isalpha():
                names.setdefault(name, MONTHS[number - 1])
    return names


@cache
def short_months() -> frozenset[str]:
    """Short names of months that other languages have: "set" and "ago" are words in English."""
    calendars = (Locale.parse(locale).months["format"]["wide"] for locale in LOCALES)
    wide = {said.lower() for names in calendars for said in names.values()}
    english = {said for said, name in month_names().items() if name.startswith(said)}
    return frozenset(said for said in month_names().keys() - wide - english)


def begins_with_day(text: str) -> bool:
    """Does it begin with the day of a month, "12. Mai 1953", and no mark of an item?"""
    return _first_day().match(text) is not None


@cache
def _first_day() -> re.Pattern[str]:
    """As the languages write it whose day has a point: "12. Mai", no "2. May"."""
    pointed = [
        locale
        for locale in map(Locale.parse, LOCALES)
        if "d. MMMM" in locale.date_formats["long"].pattern
    ]
    named = {
        re.escape(said)
        for locale in pointed
        for length in ("wide", "abbreviated")
        for said in locale.months["format"][length].values()
    }
    return re.compile(rf"\s*\d{{1,2}}\. (?:{'|'.join(named)})(?!\w)")


def canonical(unit: str) -> str:
    """One name for all spellings of a unit, "" for none; those it may be where its case is that of
    none of them.
    """
    said = unit.strip()
    if len(said) > 1:
        said = said.replace("µ", "μ")  # two signs for micro
        folded = said.lower()
        named = units().get(folded, "")
        return _cased().get(said, named) if named and folded not in _SHARED else named
    return units().get(said, "")


def counts_in(word: str) -> bool:
    """Is it a unit or a scale?"""
    return bool(canonical(word)) or word.lower() in scales() | LETTER_SCALES


def agree(one: str, other: str) -> bool:
    """Are they the same unit, or may they be? A pound is a weight, or money."""
    both = [frozenset((a, b)) for a in one.split("|") for b in other.split("|")]
    return any(len(pair) == 1 or pair in _ALIKE for pair in both)


@cache
def money() -> str:
    """Matches what is paid with."""
    return pattern(said for said, name in units().items() if name in _MONEY or agree(name, "£"))


def _bare(said: str) -> str:
    return " ".join(_AMOUNT.sub(" ", said).split())


def pattern(spellings: Iterable[str]) -> str:
    """Matches a unit or a scale, the longest spelling first."""
    return "|".join(map(_alone, sorted(spellings, key=len, reverse=True)))


def _alone(said: str) -> str:
    """Matches it where no letter follows; a capital not as that of a name ("1902 V. Hugo")."""
    if said[-1].isdecimal():
        return rf"(?-i:{said})(?!\w)"  # M2 is no square metre
    if _HAN.search(said) or not said[-1].isalpha():
        return re.escape(said)
    initial = r"(?!\.\s*[^\W\d_])" if said.isupper() else ""
    cased = f"(?-i:{said})" if len(said) == 1 else re.escape(said)
    return rf"{cased}(?![^\W\d_]){initial}"
