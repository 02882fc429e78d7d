"""What a program can see of a contradiction between two sentences, without a model.

Two numbers for the same quantity, two dates of something that happens once, a "not" in one of
them, two words that are opposites, another name in the same place. As important is what speaks
against it: values of different years, of different things, of other parts of a sequence ("the
first", "the second"), or numbers that are one number rounded. ``sign`` gives the first sign that
stands, or None; whether it is a contradiction is for the model to say.
"""

from __future__ import annotations

import difflib
import re
from typing import Literal

from msgspec import Struct

from warehouse.writing import checks
from warehouse.writing.numbers import Number, months, numbers

Kind = Literal["number", "date", "negation", "opposite", "name"]

FEWEST_SHARED = 2
ALIKE = 0.5  # share of the shorter sentence's words that the other has, for any sign
CLOSE = 0.7  # the same for signs that hang on one word
EXACT_BELOW = 1000
ROUNDED = 0.03
ABOUT = 0.06
_YEAR = re.compile(r"(?<![\w.,/$€£])(?:1[0-9]|20)\d{2}(?![\w%]|[.,]\d)")
_ORDINAL = re.compile(
    r"\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|next|previous"
    r"|\d{1,3}(?:st|nd|rd|th)|spring|summer|autumn|winter|morning|afternoon|evening|night"
    r"|northern|southern|eastern|western|north|south|east|west|left|right|upper|lower"
    r"|men|women|boys|girls|male|female|minimum|maximum|before|after)\b"
)
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:['’-][^\W_]+)*")
ONCE = re.compile(
    r"\b(?:born|died|dies|death|birth|found(?:ed|ation)|establish(?:ed|ment)|built|erected"
    r"|construct(?:ed|ion)|complet(?:ed|ion)|inaugurat(?:ed|ion)|opened|opening|invent(?:ed|ion)"
    r"|discover(?:ed|y)|demolish(?:ed)?|destroyed|abolished|dissolved|closed|clos(?:ure|ing)"
    r"|publish(?:ed)?|releas(?:ed|e)|launch(?:ed)?|premiered|cast|signed|ratified|created"
    r"|introduced|began|started|ended|happened|took place|occurred|held|incorporated|widened"
    r"|dates? (?:from|to|back)|since)\b",
    re.IGNORECASE,
)
_OPPOSITES = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("rose rise rises rising increased increase increases increasing grew grow grows growth",
         "fell fall falls falling decreased decrease decreases decreasing shrank declined decline"),
        ("more higher larger greater", "fewer less lower smaller"),
        ("accepted approved adopted passed", "rejected refused declined"),
        ("won win wins victory", "lost loses lose defeat"),
        ("legal lawful permitted allowed", "illegal unlawful forbidden prohibited banned"),
        ("safe harmless", "unsafe dangerous harmful"),
        ("true correct right", "false wrong incorrect"),
        ("guilty convicted", "innocent acquitted"),
        ("alive survived", "dead died killed"),
        ("possible", "impossible"),
        ("effective", "ineffective"),
        ("present", "absent"),
        ("always", "never seldom rarely"),
        ("oldest", "youngest newest"),
    )
)  # fmt: skip


class Sign(Struct, frozen=True):
    """``first`` and ``second`` are what differs, as it stands in either sentence."""

    kind: Kind
    first: str
    second: str

    def words(self) -> str:
        """``the number: 300 and 340``."""
        if self.kind == "negation":
            return "one says “not”, the other does not"
        if self.kind == "opposite":
            return f"“{self.first}” and “{self.second}”"
        return f"the {self.kind}: {self.first} and {self.second}"


class Quantity(Struct, frozen=True):
    """A number with the stems of the content words before and after it, "" for none."""

    number: Number
    before: str
    after: str


class Told(Struct, frozen=True):
    """A sentence taken apart once, since each is compared with many.

    ``content`` are the stems of its words without numbers, ``subject`` the first of them; ``years``
    are its years as written.
    """

    text: str
    content: frozenset[str]
    subject: str
    years: frozenset[str]
    ordinals: frozenset[str]
    quantities: tuple[Quantity, ...]
    names: frozenset[str]
    folded: frozenset[str]


def told(text: str) -> Told:
    text = " ".join(text.split())
    folded = checks.fold(text)
    stems = [stem for stem in _stems(text) if not stem[0].isdigit()]
    return Told(
        text=text,
        content=frozenset(stems),
        subject=stems[0] if stems else "",
        years=frozenset(_YEAR.findall(text)),
        ordinals=frozenset(_ORDINAL.findall(folded)),
        quantities=tuple(_quantity(text, one) for one in numbers(text) if _counts(one)),
        names=frozenset(checks.fold(name) for name in checks.names(text)),
        folded=frozenset(_WORD.findall(folded)),
    )


def alike(a: Told, b: Told) -> float:
    """Share of the shorter sentence's words that the longer has; 0 where too few are shared."""
    shared = len(a.content & b.content)
    return shared / min(len(a.content), len(b.content)) if shared >= FEWEST_SHARED else 0.0


def sign(a: Told, b: Told) -> Sign | None:
    """Why the two may contradict each other; None where nothing says so, or something against."""
    near = alike(a, b)
    if near < ALIKE or _other_part(a, b):
        return None
    if found := _number(a, b):
        return None if _other_time(a, b) else found
    if found := _date(a, b):
        return found
    if _other_time(a, b):
        return None
    if near >= CLOSE and (found := _opposite(a, b) or _negation(a, b)):
        return found
    return _name(a, b)


def _counts(number: Number) -> bool:
    """A number of its own: "both" and "twice" seldom count the same thing in two sentences."""
    return any(letter.isdigit() for letter in number.raw) or number.value > 2


def _other_part(a: Told, b: Told) -> bool:
    """Is one about the first of something, and the other about the second?"""
    return bool(a.ordinals and b.ordinals) and not a.ordinals & b.ordinals


def _other_time(a: Told, b: Told) -> bool:
    if a.years and b.years and not a.years & b.years:
        return True
    one, other = months(a.text), months(b.text)
    return bool(one and other) and not one & other


def _number(a: Told, b: Told) -> Sign | None:
    """Two values of one quantity: the same unit, and a neighbouring word in common."""
    theirs = [one for one in b.quantities if one.number.raw not in b.years]
    for mine in a.quantities:
        if mine.number.raw in a.years:
            continue
        same = [one.number for one in theirs if _same_quantity(mine, one)]
        if same and not any(_equal(mine.number, one) for one in same):
            return Sign("number", mine.number.raw, same[0].raw)
    return None


def _same_quantity(a: Quantity, b: Quantity) -> bool:
    if a.number.unit != b.number.unit or a.number.span != b.number.span:
        return False
    before = bool(a.before) and a.before == b.before
    after = bool(a.after) and a.after == b.after
    return after or (before and (bool(a.number.unit) or not (a.after and b.after)))


def _quantity(text: str, number: Number) -> Quantity:
    at = text.find(number.raw)
    if at < 0:
        return Quantity(number, "", "")
    before, after = _stems(text[:at]), _stems(text[at + len(number.raw) :])
    return Quantity(number, before[-1] if before else "", after[0] if after else "")


def _stems(text: str) -> list[str]:
    """Of the words that carry meaning, in their order."""
    return [stem for word in _WORD.findall(text) for stem in checks.content(word)]


def _equal(a: Number, b: Number) -> bool:
    apart, larger = abs(a.value - b.value), max(abs(a.value), abs(b.value))
    if a.about or b.about:
        return apart <= max(ABOUT * larger, max(a.step, b.step) / 2)
    if larger < EXACT_BELOW:
        return apart <= 1e-9 * max(1.0, larger)
    return apart <= min(ROUNDED * larger, max(a.step, b.step) / 2)


def _date(a: Told, b: Told) -> Sign | None:
    """Two years, or two months of one year, of something that happens once."""
    if not (ONCE.search(a.text) and ONCE.search(b.text)):
        return None
    if not _verbs(a) & _verbs(b):
        return None
    if len(a.years) == len(b.years) == 1 and a.years != b.years:
        return Sign("date", min(a.years), min(b.years))
    one, other = months(a.text), months(b.text)
    if one and other and not one & other and a.years == b.years:
        return Sign("date", min(one).capitalize(), min(other).capitalize())
    return None


def _verbs(sentence: Told) -> frozenset[str]:
    """Stems of the words that say what happened."""
    return frozenset(stem for word in ONCE.findall(sentence.text) for stem in _stems(word))


def _negation(a: Told, b: Told) -> Sign | None:
    """The shorter sentence is the claim: it may leave out what the other says besides."""
    shorter, longer = sorted((a, b), key=lambda one: len(one.content))
    return Sign("negation", "", "") if checks.negates(shorter.text, longer.text) else None


def _opposite(a: Told, b: Told) -> Sign | None:
    for one, other in _OPPOSITES:
        for left, right in ((one, other), (other, one)):
            mine, yours = a.folded & left, b.folded & right
            if mine and yours and not a.folded & right and not b.folded & left:
                return Sign("opposite", min(mine), min(yours))
    return None


def _name(a: Told, b: Told) -> Sign | None:
    """Another name in the same place, the words around it being the same."""
    if _values(a) != _values(b):
        return None
    mine, yours = _WORD.findall(a.text), _WORD.findall(b.text)
    folded = [[checks.fold(word) for word in words] for words in (mine, yours)]
    changed = [
        code
        for code in difflib.SequenceMatcher(
            None, folded[0], folded[1], autojunk=False
        ).get_opcodes()
        if code[0] == "replace"
    ]
    if len(changed) != 1:
        return None
    _, first, last, low, high = changed[0]
    one, other = mine[first:last], yours[low:high]
    is_name = all(word[:1].isupper() for word in (*one, *other))
    if not is_name or {*folded[0][first:last]} & {*folded[1][low:high]}:
        return None
    return Sign("name", " ".join(one), " ".join(other))


def _values(sentence: Told) -> set[float]:
    return {one.number.value for one in sentence.quantities}
