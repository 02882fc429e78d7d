"""Page labels ("iv", "A-3"): what a PDF prints or would print on each page, by its rules.

A rule holds from its first page to the next rule (PDF 32000-1, section 12.4.2).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

_LONGEST_CHARS = 40
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


class Rule(Struct, frozen=True, order=True):
    """From page index ``first`` on: ``prefix``, then numbers of ``style`` that begin at ``number``.

    ``style`` is "D" (decimal), "r" or "R" (roman), "a" or "A" (letters), or empty: no number.
    """

    first: int
    prefix: str = ""
    style: str = ""
    number: int = 1


def rules(core: Any, node: Any) -> Iterator[Rule]:
    """Of a tree of numbers (PDF 32000-1, section 7.9.7), in any order. ``core`` is MuPDF itself:
    PyMuPDF loses the slashes and brackets of a prefix.
    """
    kids, entries = (core.pdf_dict_gets(node, name) for name in ("Kids", "Nums"))
    for at in range(core.pdf_array_len(kids)):
        yield from rules(core, core.pdf_array_get(kids, at))
    for at in range(0, core.pdf_array_len(entries) - 1, 2):
        rule = core.pdf_array_get(entries, at + 1)
        prefix = core.pdf_to_text_string(core.pdf_dict_gets(rule, "P"))
        yield Rule(
            core.pdf_to_int(core.pdf_array_get(entries, at)),
            whole(prefix),
            core.pdf_to_name(core.pdf_dict_gets(rule, "S")),
            core.pdf_to_int(core.pdf_dict_gets(rule, "St")) or 1,
        )


def whole(text: str) -> str:
    """With a sign for what is no letter: bytes of one that was cut, say, which have no UTF-8."""
    return text.encode(errors="surrogateescape").decode(errors="replace")


def label(found: Sequence[Rule], index: int) -> str:
    """Of the page with this index; its number where no rule gives it a label."""
    at = bisect_right(found, index, key=lambda rule: rule.first) - 1
    if at < 0:
        return str(index + 1)
    rule = found[at]
    number = index - rule.first + rule.number
    numeral = _NUMERALS[rule.style](number) if rule.style in _NUMERALS else ""
    return (rule.prefix + numeral)[:_LONGEST_CHARS] or str(index + 1)


def _roman(number: int) -> str:
    if not 0 < number < 5000:
        return str(number)
    letters = []
    for value, letter in _ROMAN:
        letters.append(letter * (number // value))
        number %= value
    return "".join(letters)


def _letters(number: int) -> str:
    """a to z, then aa to zz: the letter is repeated."""
    if number < 1:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


_NUMERALS: dict[str, Callable[[int], str]] = {
    "D": str,
    "r": _roman,
    "R": lambda number: _roman(number).upper(),
    "a": _letters,
    "A": lambda number: _letters(number).upper(),
}
