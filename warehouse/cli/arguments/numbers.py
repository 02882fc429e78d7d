"""Numbers on the command line, refused in words."""

from __future__ import annotations

import argparse

MOST, LINES = 10_000, 10_000_000
SHORTEST = 150  # as the setting article_words has it


def number(text: str) -> int:
    """From 1 to MOST. What argparse says of another is its name, so it is told here."""
    return _between(text, 1)


def length(text: str) -> int:
    """Words of an article."""
    return _between(text, SHORTEST)


def line(text: str) -> int:
    """Of a list as it was shown, however long it is."""
    return _between(text, 1, LINES)


def _between(text: str, least: int, most: int = MOST) -> int:
    if not text.isdecimal() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least:,} to {most:,}")
    return int(text)
