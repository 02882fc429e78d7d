"""Words that are lit in lines which run in two directions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from desktop.reader.leaf import Laid, Type
from desktop.reader.leaves import Block, Leaf
from desktop.theme import Theme

SHALOM, OLAM = "\u05e9\u05dc\u05d5\u05dd", "\u05e2\u05d5\u05dc\u05dd"
HEBREW = f"{SHALOM} Anna Weber {OLAM}"
ENGLISH = f"Anna said {SHALOM} to all"


def lit(text: str, words: str) -> list[QRectF]:
    laid = Laid(Leaf(0, len(text), 0, (Block(0, text),)), Type(17, 600, "#000000", "#777777"))
    at = text.index(words)
    return laid.rects(at, at + len(words))


def test_a_part_of_a_name_in_hebrew_is_lit_whole(theme: Theme) -> None:
    [name] = lit(HEBREW, "Anna Weber")
    [part] = lit(HEBREW, "nna Weber")
    [letter] = lit(HEBREW, "A")
    assert letter.left() == pytest.approx(name.left(), abs=1)
    assert part.right() == pytest.approx(name.right(), abs=1)
    assert part.width() + letter.width() == pytest.approx(name.width(), abs=1)


def test_words_of_both_directions_stand_apart_and_all_are_lit(theme: Theme) -> None:
    [said] = lit(ENGLISH, "said ")
    [half] = lit(ENGLISH, SHALOM[:2])
    found = lit(ENGLISH, f"said {SHALOM[:2]}")
    assert found == [said, half] and half.left() > said.right() + 5
    assert len(lit(ENGLISH, ENGLISH)) == 1
    [rest] = lit(ENGLISH, SHALOM[2:])
    assert rest.right() == pytest.approx(half.left(), abs=1)
