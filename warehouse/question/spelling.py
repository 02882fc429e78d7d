"""Slips of the pen, caught by the library's own words, as search engines do.

A word of the question that stands nowhere in the library is taken for the nearest word that does:
within one change of a letter (optimal string alignment: Damerau 1964), in a long word two; of
equally near ones the most frequent. A word that the embedder's own vocabulary has whole is no slip.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from warehouse.library import Library
from warehouse.question import language
from warehouse.search import analyzer
from warehouse.search.names import normal

SHORTEST = 4
LONG = 8  # letters from which on two changes are allowed
SHOWN = 3  # passages looked at for the whole word of a stem
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Correction(Struct, frozen=True):
    typed: str
    taken: str


def corrected(question: str, library: Library) -> tuple[str, tuple[Correction, ...]]:
    """The question with the library's words for its slips, and which these are.

    None of a question in a language that the library does not have.
    """
    spoken = library.retrieval.languages()
    if language.of(question, library) not in ("", *spoken):
        return question, ()
    known = vocabulary(library)
    made = []
    for word in dict.fromkeys(_WORD.findall(question)):
        if len(word) < SHORTEST or analyzer.is_unspaced(word) or word.lower() in known:
            continue
        if not library.finder.find(f'"{word}"', 1).documents and (near := _near(word, library)):
            made.append(Correction(word, near))
            question = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", near, question)
    return question, tuple(made)


def told(corrections: tuple[Correction, ...]) -> str:
    """``Searched for “maintainer” instead of “maintaner”.``; "" for none."""
    pairs = " and ".join(f"“{one.taken}” instead of “{one.typed}”" for one in corrections)
    return f"Searched for {pairs}." if pairs else ""


def distance(one: str, other: str, most: int) -> int:
    """Letters changed, left out, put in, or swapped with their neighbour; ``most`` + 1 for more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        last, before, row = before, row, [at]
        for to, its in enumerate(other, 1):
            cost = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != its))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == its:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def _near(word: str, library: Library) -> str:
    """The library's nearest word; "" for none. Terms of the index are stems of such words."""
    folded = normal(word).replace(" ", "")
    most = 2 if len(folded) >= LONG else 1
    frequencies = library.retrieval.store.frequencies()
    stems = set(analyzer.query_terms(word, library.retrieval.languages()))
    best = (most + 1, 0, "")
    for term, count in frequencies.counts():
        if term[:1] not in folded[:2] or not term.isalpha():
            continue
        away = min(distance(stem, term, most) for stem in stems) if stems else most + 1
        best = min(best, (away, -count, term))
    return _whole(best[2], folded, most, library) if best[0] <= most else ""


def _whole(term: str, typed: str, most: int, library: Library) -> str:
    """The word of which ``term`` is the stem, as it stands in the library."""
    for hit in library.retrieval.search_words(term, SHOWN):
        for word in _WORD.findall(hit.text):
            stems = analyzer.query_terms(word, library.retrieval.languages())
            if term in stems and distance(normal(word), typed, most) <= most:
                return str(word)
    return ""


def vocabulary(library: Library) -> frozenset[str]:
    """The words that the library's embedder knows whole; none where that cannot be told."""
    folder = getattr(library.retrieval.embedder, "folder", None)
    return _pieces(folder) if isinstance(folder, Path) else frozenset()


@cache
def _pieces(folder: Path) -> frozenset[str]:
    """The whole words of a WordPiece vocabulary; none where there is no such file."""
    try:
        model = json.loads((folder / "tokenizer.json").read_text("utf-8"))["model"]
    except (OSError, ValueError, KeyError):
        return frozenset()
    return frozenset(word for word in model.get("vocab", ()) if not word.startswith("##"))
