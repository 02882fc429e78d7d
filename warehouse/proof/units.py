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
SHORTEST_MONTH = 3  # letters of its name
_LETTERS = ("length-meter", "mass-gram")  # units of one letter that are read
_NO_PLURAL = ("zh", "ja")  # here the CLDR's short form is the word itself
_Length = Literal["long", "short"]
_LENGTHS: tuple[_Length, ...] = ("long", "short")
_KINDS = {
    "length": "kilometer meter centimeter millimeter micrometer nanometer mile foot inch yard",
    "mass": "kilogram gram milligram microgram tonne ton",
    "area": "hectare acre square-kilometer square-meter square-mile square-foot",
    "volume": "liter deciliter centiliter milliliter gallon cubic-meter",
    "speed": "kilometer-per-hour mile-per-hour meter-per-second knot",
    "temperature": "celsius fahrenheit",
    "duration": "year month week day hour minute second millisecond microsecond nanosecond",
    "digital": "byte kilobyte megabyte gigabyte terabyte bit kilobit megabit gigabit",
    "frequency": "hertz kilohertz megahertz gigahertz",
    "energy": "joule kilojoule calorie kilocalorie kilowatt-hour",
    "power": "watt kilowatt megawatt gigawatt",
    "electric": "volt ampere",
    "concentr": "percent",
    "graphics": "pixel",
}
_BESIDE = {
    **dict.fromkeys(("$", "usd", "dollar", "dollars"), "$"),
    **dict.fromkeys(("€", "eur", "euro", "euros"), "€"),
    **dict.fromkeys(("£", "gbp"), "£"),
    **dict.fromkeys(("¥", "jpy", "yen"), "¥"),
    **dict.fromkeys(
        ("percentage point", "percentage points", "pp", "prozentpunkt", "prozentpunkte"),
        "percentage-point",
    ),
    "mph": "speed-mile-per-hour",
}
_OTHERWISE = frozenset({"in", "an", "pie", "ore", "年", "日"})  # "1902 in Lille" is no length
_ROUND = (1e2, 1e3, 1e4, 1e6, 1e8, 1e9, 1e12)
_SHORT_SCALES = {"hundred": 1e2, "mn": 1e6, "bn": 1e9}
_AMOUNT = re.compile(r"[\d.,\s\u00a0\u202f]+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@cache
def units() -> dict[str, str]:
    """The name of a unit by every way to write it, in lower case."""
    found = dict(_BESIDE)
    for kind, names in _KINDS.items():
        for name in (f"{kind}-{each}" for each in names.split()):
            for locale in LOCALES:
                for amount, length in product((1, 2, 5), _LENGTHS):
                    said = _bare(format_unit(amount, name, length, locale=locale))
                    if length == "long" or _HAN.search(said):
                        found.setdefault(said, name)
            symbol = _bare(format_unit(2, name, "short", locale="en"))
            if len(symbol) > 1 or not symbol.isalpha() or name in _LETTERS:
                found.setdefault(symbol, name)
    return {said: name for said, name in found.items() if said and said not in _OTHERWISE}


@cache
def scales() -> dict[str, float]:
    """What a word such as "million" is worth, in lower case."""
    found = dict(_SHORT_SCALES)
    for locale in LOCALES:
        for scale in _ROUND:
            for count in (1, 2):
                length: _Length = "short" if locale in _NO_PLURAL else "long"
                said = format_compact_decimal(count * scale, format_type=length, locale=locale)
                if _AMOUNT.match(said) and re.sub(r"\D", "", said) == f"{count}":
                    found.setdefault(_bare(said), scale)
    found.pop("", None)
    return found


@cache
def month_names() -> dict[str, str]:
    """The English name of a month by its long and short names."""
    found = {name: name for name in MONTHS} | {"sept": "september"}
    for locale in LOCALES:
        forms = Locale.parse(locale).months["format"]
        for number, said in (*forms["wide"].items(), *forms["abbreviated"].items()):
            name = said.lower().rstrip(".")
            if len(name) >= SHORTEST_MONTH and name.isalpha():
                found.setdefault(name, MONTHS[number - 1])
    return found


def canonical(unit: str) -> str:
    """One name for all spellings of a unit, "" for none."""
    return units().get(unit.strip().lower().replace("µ", "μ"), "")  # two signs for micro


def _bare(said: str) -> str:
    return " ".join(_AMOUNT.sub(" ", said).split()).lower()


def pattern(spellings: Iterable[str]) -> str:
    """Matches a unit or a scale, the longest spelling first."""
    ordered = sorted(spellings, key=len, reverse=True)
    return "|".join(
        re.escape(one) + ("" if _HAN.search(one) or not one[-1].isalpha() else r"(?![^\W\d_])")
        for one in ordered
    )
