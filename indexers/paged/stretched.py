"""Lines stretched to the full width: the extraction parts them at every space.

Their spaces are alike, as no row of a table has them; in pieces they would look like columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from indexers.paged.sheets import Line

_FEWEST = 4  # words
_WIDEST = 2.0  # spaces, of the size of the text
_ALIKE = 0.15  # of the narrowest space, by which others may be wider
_SLACK = 1.0  # points


def join(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page, those pieces in a row that are one line as one."""
    kept: list[Line] = []
    for _, row in groupby(lines, key=lambda line: (line.tone, round(line.v1))):
        kept += _joined([*row])
    return kept


def _joined(pieces: list[Line]) -> list[Line]:
    spaces = [after.u0 - before.u1 for before, after in pairwise(pieces)]
    if len(pieces) < _FEWEST or any(len(piece.words) > 1 for piece in pieces):
        return pieces
    least, most = min(spaces), max(spaces)
    is_stretched = least > 0 and most <= (1 + _ALIKE) * least + _SLACK
    if not is_stretched or most > _WIDEST * pieces[0].tone.size:
        return pieces
    line = Line([word for piece in pieces for word in piece.words])
    line.tone = pieces[0].tone
    line.place()
    return [line]
