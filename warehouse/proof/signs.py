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
from collections.abc import Collection, Sequence
from typing import Literal

from msgspec import Struct

from warehouse.proof import checks, events, negation
from warehouse.proof.dates import MONTHS, months
from warehouse.proof.numbers import Number
from warehouse.proof.told import MONTH_STEMS, WORD, Quantity, Told

Kind = Literal["number", "date", "negation", "opposite", "name"]

FEWEST_SHARED = 2
ALIKE = 0.5  # share of the shorter sentence's words that the other has, for any sign
CLOSE = 0.7  # the same for signs that hang on one word
RESTATED = 0.85  # share of the longer sentence's words from which the two say it all alike
EXACT_BELOW = 1000
ROUNDED = 0.03
ABOUT = 0.06
_MORE = re.compile(
    r"\b(?:further|another|additional|remaining|others?|each|every|per|average|total|combined)\b"
)
_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_DAY = re.compile(
    rf"\b(\d{{1,2}}) (?:{_MONTH})\b|\b(?:{_MONTH})\.? (\d{{1,2}})\b(?!:)", re.IGNORECASE
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


def alike(a: Told, b: Told) -> float:
    """Share of the shorter sentence's words that the longer has; 0 where too few are shared."""
    shared = len(a.content & b.content)
    return shared / min(len(a.content), len(b.content)) if shared >= FEWEST_SHARED else 0.0


def sign(a: Told, b: Told, answered: Collection[str] = ()) -> Sign | None:
    """Why the two may contradict each other; None where nothing says so, or something against.

    ``answered`` are the events that a question asks for and both speak of: of these the year is
    what counts, and what the two say besides may differ.
    """
    near = alike(a, b)
    if near < ALIKE or _other_part(a, b):
        return None
    if found := _number(a, b):
        apart = _other_time(a, b) or _other_thing(a, b) or _more(a) != _more(b)
        return None if apart else found
    if near >= CLOSE and (found := _date(a, b)):
        return None if _other_thing(a, b) else found
    if len(a.years) == len(b.years) == 1 and (found := _years(a, b, answered)):
        return None if _other_thing(a, b) else found
    if _other_time(a, b):
        return None
    if near >= CLOSE and (found := _opposite(a, b) or _negation(a, b)):
        return found
    return _name(a, b)


def of_values(a: Told, b: Told) -> Sign | None:
    """The sign where it is two numbers or two dates: two of these are seldom a slip of words."""
    found = sign(a, b)
    return found if found is not None and found.kind in ("number", "date") else None


def _other_part(a: Told, b: Told) -> bool:
    """Is one about the first of something, and the other about the second?"""
    return bool(a.ordinals and b.ordinals) and not a.ordinals & b.ordinals


def _more(sentence: Told) -> bool:
    """Is its number one of several, or one for each?"""
    return bool(_MORE.search(checks.fold(sentence.text)))


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


def _equal(a: Number, b: Number) -> bool:
    apart, larger = abs(a.value - b.value), max(abs(a.value), abs(b.value))
    if a.about or b.about:
        return apart <= max(ABOUT * larger, max(a.step, b.step) / 2)
    if larger < EXACT_BELOW:
        return apart <= 1e-9 * max(1.0, larger)
    return apart <= min(ROUNDED * larger, max(a.step, b.step) / 2)


def _date(a: Told, b: Told) -> Sign | None:
    """Two years, or two months of one year, of something that happens once."""
    both = a.happened & b.happened
    if not both:
        return None
    if a.years != b.years:
        return _years(a, b, both)
    one, other = months(a.text), months(b.text)
    if one and other and not one & other:
        return Sign("date", min(one).capitalize(), min(other).capitalize())
    days = _DAY.findall(a.text), _DAY.findall(b.text)
    if one == other and all(len(each) == 1 for each in days):
        first, second = (int(next(filter(None, each[0]))) for each in days)
        return Sign("date", f"day {first}", f"day {second}") if first != second else None
    return None


def _years(a: Told, b: Told, happened: Collection[str]) -> Sign | None:
    """The years of an event, where neither sentence has the other's."""
    for event in sorted(happened):
        one, other = events.year_of(event, a.text), events.year_of(event, b.text)
        if one and other and one not in b.years and other not in a.years:
            return Sign("date", one, other)
    return None


def _negation(a: Told, b: Told) -> Sign | None:
    """The shorter sentence is the claim: it may leave out what the other says besides."""
    shorter, longer = sorted((a, b), key=lambda one: len(one.content))
    shared = len(a.content & b.content) / max(len(a.content), len(b.content))
    alone = shared >= RESTATED and negation.says_not(a.text) != negation.says_not(b.text)
    if alone or negation.negates(shorter.text, longer.text):
        return Sign("negation", "", "")
    return None


def _opposite(a: Told, b: Told) -> Sign | None:
    for one, other in _OPPOSITES:
        for left, right in ((one, other), (other, one)):
            mine, yours = a.folded & left, b.folded & right
            if mine and yours and not a.folded & right and not b.folded & left:
                return Sign("opposite", min(mine), min(yours))
    return None


def _name(a: Told, b: Told) -> Sign | None:
    """Another name in the same place, and nothing else put for anything else."""
    changed = _changed(a, b)
    if len(changed) != 1 or _values(a) != _values(b):
        return None
    one, other = changed[0]
    return Sign("name", " ".join(one), " ".join(other)) if _renamed(one, other) else None


def _other_thing(a: Told, b: Told) -> bool:
    """Does another name stand somewhere in the same place?"""
    return any(_renamed(one, other) for one, other in _changed(a, b))


def _renamed(one: Sequence[str], other: Sequence[str]) -> bool:
    """Are both names, and not two forms of one?"""
    is_name = all(
        word[:1].isupper() and (stems := checks.content(word)) and not stems & MONTH_STEMS
        for word in (*one, *other)
    )
    return is_name and not {*map(checks.fold, one)} & {*map(checks.fold, other)}


def _changed(a: Told, b: Told) -> list[tuple[list[str], list[str]]]:
    """The words of one that stand where the other has other words."""
    mine, yours = WORD.findall(a.text), WORD.findall(b.text)
    folded = [[checks.fold(word) for word in words] for words in (mine, yours)]
    codes = difflib.SequenceMatcher(None, folded[0], folded[1], autojunk=False).get_opcodes()
    return [
        (mine[first:last], yours[low:high])
        for code, first, last, low, high in codes
        if code == "replace"
    ]


def _values(sentence: Told) -> set[float]:
    return {one.number.value for one in sentence.quantities}
