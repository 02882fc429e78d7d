"""Is it the same number? By value, however they are written; rounded only where the claim says
"about".
"""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from warehouse.proof.numbers import Number
from warehouse.proof.units import agree

_KELVIN = "temperature-kelvin"


def says(evidence: list[Number], number: Number) -> str:
    """Empty when the evidence has the number; else what is wrong with it, in words."""
    alike = [other for other in evidence if _same(number, other)]
    if not alike:
        level = [replace(other, side=0) for other in evidence]
        if number.side and not says(level, replace(number, side=0, about=False)):
            return f"what it cites has another bound at {number.raw}"
        return f"the number {number.raw} is not in what it cites"
    if any(_may_be(other.unit, number.unit) and _may_be(other.per, number.per) for other in alike):
        return ""
    return f"the number {number.raw} stands with another unit in what it cites"


def _may_be(unit: str, other: str) -> bool:
    return not unit or not other or agree(unit, other)


def meanings(number: Number) -> tuple[Number, ...]:
    """The number, and what else it may mean."""
    if number.also is None:
        return (number,)
    step = abs(number.step * number.also / number.value)
    return number, replace(number, value=number.also, step=step)


def _same(claim: Number, other: Number) -> bool:
    return any(_equal(*both) for both in product(meanings(claim), meanings(other)))


def _equal(claim: Number, other: Number) -> bool:
    if claim.span > 1:
        return claim.value <= other.value < claim.value + claim.span and other.span <= claim.span
    if claim.bare == other.bare and _one_letter(claim, other):
        return True
    exactly, value = 1e-9 * abs(claim.value), other.value
    if value < 0 < claim.value and "temperature" not in claim.unit + other.unit:
        value = -value  # "it fell by 5%" of "-5%"
    if claim.side * (value - claim.value) < -exactly or claim.side * other.side < 0:
        return False
    return abs(claim.value - value) <= (claim.step / 2 if claim.about else exactly)


def _one_letter(*both: Number) -> bool:
    """Does the same letter follow both, or a K one of them and kelvins the other?"""
    letters = {"K" if number.unit == _KELVIN else number.letter for number in both}
    return len(letters) == 1 and "" not in letters and any(number.letter for number in both)
