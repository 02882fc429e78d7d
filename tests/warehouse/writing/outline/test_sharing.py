"""Which section of a draft a piece of evidence belongs to, and how well they fit."""

from __future__ import annotations

import numpy as np

from warehouse.structures.communities import Matrix
from warehouse.writing.outline import sharing


def unit(*rows: tuple[float, ...]) -> Matrix:
    found = np.array(rows, np.float32)
    made: Matrix = found / np.linalg.norm(found, axis=1, keepdims=True)
    return made


STONE = [(1.0, 0.1, 0.0), (0.9, 0.0, 0.1), (1.0, 0.0, 0.0)]
FLOOD = [(0.0, 1.0, 0.1), (0.1, 0.9, 0.0), (0.0, 1.0, 0.0)]
ROWS = unit(*STONE, *FLOOD)


def test_pieces_go_where_heading_and_company_are_nearest() -> None:
    vague = unit((0.6, 0.5, 0.6), (0.4, 0.6, 0.6))
    share = sharing.shared(ROWS, vague)
    assert share.owners == (0, 0, 0, 1, 1, 1)
    swapped = sharing.shared(ROWS, vague, (0, 1, 0, 1, 1, 1))
    assert swapped.owners == share.owners, "one that was grouped elsewhere comes back"


def test_headings_that_say_what_is_under_them_are_worth_more() -> None:
    good = sharing.shared(ROWS, unit((1, 0, 0), (0, 1, 0)))
    vague = sharing.shared(ROWS, unit((0.6, 0.5, 0.6), (0.5, 0.6, 0.6)))
    assert good.fit > vague.fit and good.apart > vague.apart
    assert good.covered(0.9) == 1.0 and vague.covered(0.9) == 0.0
    assert good.balance == 1.0
    one = sharing.shared(ROWS, unit((1, 1, 0)))
    assert (one.clear, one.fit, one.apart) == (0.0, 0.0, 0.0)


def test_a_thin_section_gives_its_pieces_to_the_others() -> None:
    rows = unit(*STONE, *FLOOD, (0.0, 0.3, 1.0))
    heads = unit((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, -1, -1))
    share = sharing.shared(rows, heads)
    assert share.owners == (0, 0, 0, 1, 1, 1, 2)
    fat, gone = share.without_thin(2)
    assert fat.owners == (0, 0, 0, 1, 1, 1, 1) and gone == [3, 2]
    assert fat.of(1) == [3, 4, 5, 6]
    last, gone = sharing.shared(rows[:1], heads).without_thin(2)
    assert last.owners == (0,) and gone == [1, 2, 3], "one section stays whatever it has"
