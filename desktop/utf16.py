"""Qt counts a text in UTF-16, we count it in characters: from the one to the other."""

from __future__ import annotations


def units_in(text: str, letters: int) -> int:
    """UTF-16 units of the first letters."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return letters
    return len(text[:letters].encode("utf-16-le", "surrogatepass")) // 2


def letters_in(text: str, units: int) -> int:
    """Letters of the first UTF-16 units."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return min(units, len(text))
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
