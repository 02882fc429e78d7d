"""The colours that a page names."""

from __future__ import annotations

import re

WHITE = 0xFFFFFF
_ALIKE = 16
_RGB = re.compile(r"rgba?\(\s*(\d{1,9})[\s,]+(\d{1,9})[\s,]+(\d{1,9})(?:[\s,/]+([\d.]+%?))?\s*\)")
_COLOUR_NAMES = """
white #ffffff silver #c0c0c0 gray #808080 black #000000 red #ff0000 maroon #800000 yellow #ffff00
olive #808000 lime #00ff00 green #008000 aqua #00ffff teal #008080 blue #0000ff navy #000080
fuchsia #ff00ff purple #800080
"""
_NAMED_COLOURS = dict(zip(_COLOUR_NAMES.split()[::2], _COLOUR_NAMES.split()[1::2], strict=True))


def colour_of(value: str) -> int | None:
    """0xRRGGBB, -1 where it is transparent, None where it is not understood."""
    value = value.strip()
    if value == "transparent":
        return -1
    value = _NAMED_COLOURS.get(value, value)
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        value = "#" + "".join(2 * digit for digit in value[1:])
    if re.fullmatch(r"#[0-9a-f]{6}(?:ff)?", value):
        return int(value[1:7], 16)
    match = _RGB.fullmatch(value)
    if match is None:
        return None
    if share_of(value) == 0:
        return -1
    red, green, blue = (min(255, int(match.group(at))) for at in (1, 2, 3))
    return red << 16 | green << 8 | blue


def share_of(value: str) -> float:
    """How much of the colour is seen, from 0 to 1; the rest is what lies below it."""
    match = _RGB.fullmatch(value.strip())
    share = (match and match.group(4)) or "1"
    try:
        number = float(share.removesuffix("%"))
    except ValueError:
        return 1.0
    return min(1.0, number / 100 if share.endswith("%") else number)


def mixed(over: int, below: int, share: float) -> int:
    """What is seen where ``share`` of one colour lies over another."""
    red, green, blue = (
        round((over >> by & 255) * share + (below >> by & 255) * (1 - share)) for by in (16, 8, 0)
    )
    return red << 16 | green << 8 | blue


def are_alike(one: int, other: int) -> bool:
    """Nearly the same in red, green and blue."""
    return all(abs((one >> by & 255) - (other >> by & 255)) <= _ALIKE for by in (16, 8, 0))
