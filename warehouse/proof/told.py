"""A sentence taken apart once, since each is compared with many others for signs."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from warehouse.proof import checks, events
from warehouse.proof.dates import MONTHS, years
from warehouse.proof.lexicon import tongue
from warehouse.proof.numbers import Number, numbers

EVENT = "="  # before the one stem that all words of an event have
STEM = 6  # letters of one, as checks.content cuts them
_ORDINAL = re.compile(
    r"\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|next|previous"
    r"|\d{1,3}(?:st|nd|rd|th)|spring|summer|autumn|winter|morning|afternoon|evening|night"
    r"|northern|southern|eastern|western|north|south|east|west|left|right|upper|lower"
    r"|men|women|boys|girls|male|female|minimum|maximum|before|after)\b"
)
_HOUR = re.compile(r"\s?(?:[ap]\.?m\b|o'clock|uhr\b)", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:['’-][^\W_]+)*")
MONTH_STEMS = frozenset(stem for name in MONTHS for stem in (name[:6], name[:3]))
_ASKING = checks.content(
    "how many much year date wann wie jahr datum viel viele welche quand combien année quel quelle "
    "cuándo cuánto cuántos año fecha qué"
)


class Quantity(Struct, frozen=True):
    """A number with the stems of the content words before and after it, "" for none."""

    number: Number
    before: str
    after: str


class Told(Struct, frozen=True):
    """``content`` are the stems of its words without numbers, one for all words of an event;
    ``subject`` is the first of them; ``years`` are its years as written, ``happened`` its events.
    """

    text: str
    content: frozenset[str]
    subject: str
    years: frozenset[str]
    ordinals: frozenset[str]
    quantities: tuple[Quantity, ...]
    names: frozenset[str]
    folded: frozenset[str]
    happened: frozenset[str]


def told(text: str) -> Told:
    text = " ".join(text.split())
    folded = checks.fold(text)
    counted = numbers(text)
    stems = _telling(_unspelled(text, counted))
    return Told(
        text=text,
        content=frozenset(stems),
        subject=stems[0] if stems else "",
        years=frozenset(years(text)),
        ordinals=frozenset(_ORDINAL.findall(folded)),
        quantities=tuple(
            one for one in (_quantity(text, each) for each in counted) if _counts(text, one)
        ),
        names=frozenset(checks.fold(name) for name in checks.names(text)),
        folded=frozenset(WORD.findall(folded)),
        happened=events.happened(text),
    )


def content(text: str) -> frozenset[str]:
    """The stems of a title, as those of a sentence."""
    return frozenset(_telling(text))


def about(asked: Collection[str]) -> frozenset[str]:
    """Of the stems of a question those of the things that it is about."""
    return frozenset(one for one in asked if one not in _ASKING and one[0] != EVENT)


def named(asked: Collection[str]) -> frozenset[str]:
    """Of the stems of a question the events that a single word of it stands for."""
    return frozenset(one[1:] for one in asked if one[0] == EVENT)


def _counts(text: str, quantity: Quantity) -> bool:
    """Does it say how many or how much? "Both" seldom counts the same, hours and days nothing."""
    number = quantity.number
    if number.value <= 2 and not any(letter.isdigit() for letter in number.raw):
        return False
    if quantity.before in MONTH_STEMS or quantity.after in MONTH_STEMS:
        return False
    before, after = text[: number.at], text[number.at + len(number.raw) :]
    clock = before.endswith(":") or after.startswith(":")
    return not clock and not _HOUR.match(after)


def _quantity(text: str, number: Number) -> Quantity:
    before, after = _stems(text[: number.at]), _stems(text[number.at + len(number.raw) :])
    return Quantity(number, before[-1] if before else "", after[0] if after else "")


def _telling(text: str) -> list[str]:
    """The stems without numbers, months and, where they are no English ones, the smallest words."""
    own = tongue(checks.fold(text))
    small = frozenset() if own.code == "en" else {stem[:STEM] for stem in own.small}
    return [
        one
        for one in _stems(text)
        if not one[0].isdigit() and one not in MONTH_STEMS and one not in small
    ]


def _unspelled(text: str, counted: Sequence[Number]) -> str:
    """The text without its numbers in words: what is compared does not count as shared."""
    for one in counted:
        if not any(letter.isdigit() for letter in one.raw):
            text = text[: one.at] + " " * len(one.raw) + text[one.at + len(one.raw) :]
    return text


def _stems(text: str) -> list[str]:
    """Of the words that carry meaning, in their order; one for all words of an event."""
    return [stem for word in WORD.findall(text) for stem in _stem(word)]


def _stem(word: str) -> Collection[str]:
    event = events.of_word(word)
    return (f"{EVENT}{event}",) if event else checks.content(word)
