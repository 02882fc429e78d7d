"""The language of a text, by py3langid on a sample.

Its model takes most of a second to load, so ``prepare`` may be called early, in its own thread.
"""

from __future__ import annotations

import threading
from typing import Any

_SAMPLE_CHARS = 1500
_SHORTEST_CHARS = 40

# Those that books and pages are written in; a rare one is seldom right where it is guessed.
_LANGUAGES = """
af ar az be bg bn ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka
kk km kn ko la lo lt lv mk ml mn mr ms my ne nl no pa pl ps pt ro ru sa si sk sl sq sr sv sw ta te
th tl tr uk ur uz vi zh
"""

_loading = threading.Lock()
_loaded: list[Any] = []


def prepare() -> Any:
    """The classifier, loaded once; None where there is not the memory for it."""
    with _loading:
        if not _loaded:
            _loaded.append(_load())
    return _loaded[0]


def _load() -> Any:
    try:
        import py3langid  # here, because it loads numpy

        py3langid.set_languages(_LANGUAGES.split())
    except (MemoryError, OSError):
        return None
    return py3langid


def detect(text: str) -> str:
    """ISO 639-1 code, or empty where there is too little text to tell."""
    sample = _sample(text)
    if sum(map(str.isalpha, sample)) < _SHORTEST_CHARS or (classifier := prepare()) is None:
        return ""
    code, _ = classifier.classify(sample)
    return str(code)


def _sample(text: str) -> str:
    """From the beginning, the middle and towards the end."""
    if len(text) <= 3 * _SAMPLE_CHARS:
        return text
    places = (len(text) // 20, len(text) // 2, len(text) * 4 // 5)
    return "\n".join(text[place : place + _SAMPLE_CHARS] for place in places)
