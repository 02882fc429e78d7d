"""Numbers on the command line, refused in words."""

from __future__ import annotations

import argparse

MOST = 10_000


def number(text: str) -> int:
    """From 1 to MOST. What argparse says of another is its name, so it is told here."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST:,}")
    return int(text)
