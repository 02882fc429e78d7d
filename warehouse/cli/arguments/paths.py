"""Paths on the command line. An empty one is refused: it would be the folder one is in."""

from __future__ import annotations

import argparse


def path(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("the path is empty")
    return text
