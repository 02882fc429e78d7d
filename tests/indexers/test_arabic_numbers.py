from __future__ import annotations

from typing import Any

import pytest

from indexers.paged.arabic_numbers import have_numbers, put_in_order
from indexers.paged.sheets import Line


def line_of(*texts: str) -> Line:
    return Line([(0.0, 0.0, 9.0, 9.0, text, 0, 0, at) for at, text in enumerate(texts)])


def page_of(text: str, step: float) -> list[dict[str, Any]]:
    """One line of characters that stand ``step`` points apart."""
    placed = [{"c": letter, "bbox": (100 + at * step, 0, 0, 0)} for at, letter in enumerate(text)]
    return [{"lines": [{"spans": [{"chars": placed}]}]}, {"image": b""}]


@pytest.mark.parametrize(("step", "read"), [(-7.0, ["٢٩", "تشرين", "٢٠٢٢", "1863"]), (7.0, None)])
def test_numbers_turned_around_are_turned_back(step: float, read: list[str] | None) -> None:
    printed = ["٩٢", "تشرين", "٢٢٠٢", "1863"]
    line = line_of(*printed)
    assert have_numbers([line])
    put_in_order([line], page_of("٩٢ تشرين ٢٢٠٢", step))
    assert [word[4] for word in line.words] == (read or printed)


def test_a_number_keeps_its_separators() -> None:
    line = line_of("٤١.٣")
    put_in_order([line], page_of("٤١.٣", -7))
    assert line.words[0][4] == "٣.١٤"
    assert not have_numbers([line_of("1863", "٣")])
