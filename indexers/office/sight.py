"""Whether letters can be seen: their size, and their colour against what lies behind them.

Office formats say both in many places. Where it is not certain what lies behind (a picture, a
pattern, another shape) the letters count as seen.
"""

from __future__ import annotations

import re

WHITE = 0xFFFFFF
UNCERTAIN = -1
CLEAR = -2
"""In place of a colour: letters without any."""
TINIEST_PT = 1.5
_ALIKE = 16
_HEX = re.compile(r"#?(?:[0-9a-f]{2})?([0-9a-f]{6})", re.IGNORECASE)


def colour(text: str) -> int | None:
    """0xRRGGBB of ``#rrggbb``, ``rrggbb`` or ``aarrggbb``; None for anything else."""
    match = _HEX.fullmatch(text.strip())
    return int(match.group(1), 16) if match else None


def why_unseen(letters: int | None, behind: int, size_pt: float | None) -> str:
    """ "" where they can be seen. ``letters`` is None where no colour is said: the usual one."""
    if size_pt is not None and size_pt <= TINIEST_PT:
        return "too small to read"
    if letters is None or letters == UNCERTAIN:
        return ""
    if letters == CLEAR:
        return "transparent letters"
    if behind == UNCERTAIN or not alike(letters, behind):
        return ""
    return "white on white" if letters == behind == WHITE else "in the colour of its background"


def alike(one: int, other: int) -> bool:
    """Nearly the same in red, green and blue."""
    return all(abs((one >> by & 255) - (other >> by & 255)) <= _ALIKE for by in (16, 8, 0))
