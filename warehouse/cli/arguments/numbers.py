"""Numbers on the command line, refused in words."""

from __future__ import annotations

import argparse

MOST = 10_000
SHORTEST = 150  # as the setting article_words has it


def number(text: str) -> int:
    """From 1 to MOST. What argparse says of another is its name, so it is told here."""
    return _between(text, 1)


def length(text: str) -> int:
    """Words of an article."""
    return _between(text, SHORTEST)


def _between(text: str, least: int) -> int:
    if not text.isdecimal() or not least <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least:,} to {MOST:,}")
    return int(text)
