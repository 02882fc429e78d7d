"""The language of a text, by py3langid on a sample. Its model takes most of a second to load, so
``prepare`` may be called early from a thread of its own."""

from __future__ import annotations

import functools
from typing import Any

_SAMPLE_CHARS = 1500
_SHORTEST_CHARS = 40


@functools.cache
def prepare() -> Any:
    import py3langid  # here, because it loads numpy

    py3langid.classify("warm")
    return py3langid


def detect(text: str) -> str:
    """ISO 639-1 code, or empty where there is too little text to tell."""
    sample = _sample(text)
    if sum(map(str.isalpha, sample)) < _SHORTEST_CHARS:
        return ""
    code, _ = prepare().classify(sample)
    return str(code)


def _sample(text: str) -> str:
    """From the beginning, the middle and towards the end."""
    if len(text) <= 3 * _SAMPLE_CHARS:
        return text
    places = (len(text) // 20, len(text) // 2, len(text) * 4 // 5)
    return "\n".join(text[place : place + _SAMPLE_CHARS] for place in places)
