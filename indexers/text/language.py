"""The language of a text, by py3langid on pieces of its paragraphs.

Manuals have code, screens and licences in another language than their own: only blocks without
line breaks count, those behind do not, and each piece has a voice.

Its model takes most of a second to load, so ``prepare`` may be called early, in its own thread.
"""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

from babel.core import get_global

_PIECES, _PIECE_CHARS = 9, 500
_PROSE_CHARS, _LEAST_PROSE = 60, 1500
_FORE = 0.6  # behind it come lists of literature, licences and indexes
_SHORTEST_CHARS = 40
CLEARLY = 8.0  # log-likelihood of a short text over that in another language

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


def of_tag(tag: str) -> str:
    """ISO 639-1 code of what a file says, "en" of "en-GB" and "es" of "spa"; "" for one without."""
    code = tag.strip().lower().replace("_", "-").partition("-")[0]
    if len(code) == 3:
        code = get_global("language_aliases").get(code, "")
    return code if len(code) == 2 and code.isalpha() else ""


def detect(text: str) -> str:
    """ISO 639-1 code, or empty where there is too little text to tell."""
    pieces = _pieces(text)
    if sum(map(str.isalpha, "".join(pieces))) < _SHORTEST_CHARS:
        return ""
    if (classifier := prepare()) is None:
        return ""
    votes = Counter(str(classifier.classify(piece)[0]) for piece in pieces)
    return votes.most_common(1)[0][0]


def _pieces(text: str) -> list[str]:
    """At even distances in the fore part; a text that is not much longer is one piece."""
    if len(text) <= _PIECES * _PIECE_CHARS:
        return [text]
    blocks = (block.strip() for block in text.split("\n\n"))
    prose = "\n\n".join(
        block for block in blocks if len(block) >= _PROSE_CHARS and "\n" not in block
    )
    sample = prose if len(prose) >= _LEAST_PROSE else text
    fore = sample[: round(len(sample) * _FORE)]
    step = len(fore) // _PIECES
    return [fore[at * step : at * step + _PIECE_CHARS] for at in range(_PIECES)]


def likeliest(text: str) -> str:
    """Of any text, however short; English without the classifier."""
    return next((code for code, _ in ranked(text)), "en")


def ranked(text: str) -> list[tuple[str, float]]:
    """Every language with its log-likelihood, the likeliest first; none without the classifier.

    For a text that is too short for ``detect``: the caller knows which languages are plausible.
    """
    classifier = prepare()
    return (
        [] if classifier is None else [(str(code), float(s)) for code, s in classifier.rank(text)]
    )


def differ(one: str, other: str) -> bool:
    """Is each of two texts, however short, clearly likelier in a language of its own than in that
    of the other?
    """
    first, second = dict(ranked(one)), dict(ranked(other))
    if not first or not second:
        return False
    mine, yours = max(first, key=first.__getitem__), max(second, key=second.__getitem__)
    return min(first[mine] - first[yours], second[yours] - second[mine]) >= CLEARLY
