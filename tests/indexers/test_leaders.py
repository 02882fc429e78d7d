"""Dots that lead from a title to its page: the first stands close to the word, and is not lit."""

from __future__ import annotations

import pytest

from indexers.paged.assembly import assemble
from indexers.paged.sheets import Box, Line, PlacedWord, Sheet, Toned


@pytest.mark.parametrize(
    ("quarter", "box", "kept"),
    [
        (0, (10, 0, 65, 10), (10, 0, 60, 10)),
        (1, (0, 10, 10, 65), (0, 15, 10, 65)),
        (2, (10, 0, 65, 10), (15, 0, 65, 10)),
        (3, (0, 10, 10, 65), (0, 10, 10, 60)),
    ],
)
def test_the_box_of_a_word_ends_before_the_leaders(quarter: int, box: Box, kept: Box) -> None:
    def away(far: float, length: float) -> Box:
        """Further along the line than ``box``, as the quarter runs."""
        if quarter % 2:
            start = 65 + far if quarter == 3 else 10 - far - length
            return (0, start, 10, start + length)
        start = 65 + far if quarter == 0 else 10 - far - length
        return (start, 0, start + length, 10)

    words: list[PlacedWord] = [
        (*box, "horse.", 0, 0, 0),
        *((*away(5.0 * at, 2.0), ".", 0, 0, at) for at in range(1, 6)),
        (*away(40.0, 15.0), "673", 0, 0, 6),
    ]
    line = Line([tuple(word) for word in words])  # type: ignore[misc]
    line.tone = Toned(10.0, False, False, quarter)
    read = assemble([Sheet(0, "1", 200, 200, [line])], lambda page, pages: None)
    assert read.text == "horse\t673"
    first = read.pages[0].words[0]
    assert (first.x0, first.y0, first.x1, first.y1) == pytest.approx(kept)
