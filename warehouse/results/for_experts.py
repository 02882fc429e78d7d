"""Figures that engineers read, behind plain words: kept with what they belong to, shown on request.

it is about other matters (for experts: alike by 0.24, from 0.35 on it would do)
"""

from __future__ import annotations

import re

NAME = "Details for experts"
_NOTED = re.compile(r"\s*\(for experts: ([^()]*)\)")


def noted(words: str, figures: str) -> str:
    """``words`` with figures behind them; brackets in those become commas."""
    flat = re.sub(r"\s*[()]\s*", ", ", figures).strip(", ")
    return f"{words} (for experts: {flat})"


def plain(text: str) -> str:
    return _NOTED.sub("", text)


def figures(text: str) -> str:
    """The figures alone, in their order; "" where there are none."""
    return "; ".join(_NOTED.findall(text))
