"""Slips of the pen, caught by the library's own words, as search engines do.

A word of the question that stands nowhere in the library is taken for the likest word that does
(``difflib``: matching blocks, Ratcliff and Obershelp 1988); of equally like ones the most frequent.
A word that the embedder's own vocabulary has whole is no slip, nor is one in capitals among others
that are not: EPUB is no "pub".
"""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from pathlib import Path

from msgspec import Struct

from warehouse.library import Library
from warehouse.question import language
from warehouse.search import analyzer
from warehouse.search.collections.query import bare_words
from warehouse.search.collections.query_search import SOME_ONLY, Result
from warehouse.search.names import normal
from warehouse.text import WORD_OF_LETTERS

SHORTEST = 4
LIKE = 0.8  # of the letters, so that one of five may be wrong
NEAREST = 5  # terms looked at
SHOWN = 3  # passages looked at for the whole word of a stem


class Correction(Struct, frozen=True):
    typed: str
    taken: str


def corrected(question: str, library: Library) -> tuple[str, tuple[Correction, ...]]:
    """The question with the library's words for its slips, and which these are.

    None of a question in a language that the library does not have.
    """
    if language.of(question, library) not in ("", *library.retrieval.languages()):
        return question, ()
    corrections = []
    shouted = question.isupper()
    for word in unknown(question, library):
        if word.isupper() and not shouted:
            continue
        if near := _near(word, library):
            corrections.append(Correction(word, near))
            question = _replaced(corrections[-1], question)
    return question, tuple(corrections)


def _replaced(one: Correction, text: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(one.typed)}(?!\w)", one.taken, text)


def meant(text: str, result: Result, library: Library) -> str:
    """A query of the search box whose words no passage has all of, with the library's words for
    its slips; "" where there are none, or where it found what it asks for.
    """
    if result.documents and not result.note.endswith(SOME_ONLY):
        return ""
    _, corrections = corrected(" ".join(bare_words(result.query.words)), library)
    for correction in corrections:
        text = _replaced(correction, text)
    return text if corrections else ""


def unknown(text: str, library: Library) -> list[str]:
    """Its words that stand nowhere in the library and that the embedder does not know whole."""
    known = vocabulary(library)
    words = [
        word
        for word in dict.fromkeys(WORD_OF_LETTERS.findall(text))
        if len(word) >= SHORTEST and not analyzer.is_unspaced(word) and word.lower() not in known
    ]
    return [word for word in words if not library.finder.stands(word)]


def told(corrections: tuple[Correction, ...]) -> str:
    """``Searched for “maintainer” instead of “maintaner”.``; "" for none."""
    pairs = " and ".join(
        f"“{correction.taken}” instead of “{correction.typed}”" for correction in corrections
    )
    return f"Searched for {pairs}." if pairs else ""


def _near(word: str, library: Library) -> str:
    """The library's likest word; "" for none. Terms of the index are stems of such words."""
    spoken = library.retrieval.languages()
    counts = dict(library.retrieval.store.frequencies().counts())
    folded = normal(word).replace(" ", "")
    terms = [term for term in counts if term[:1] in folded[:2] and term.isalpha()]
    like = {
        term: SequenceMatcher(None, stem, term).ratio()
        for stem in analyzer.query_terms(word, spoken)
        for term in get_close_matches(stem, terms, NEAREST, LIKE)
    }
    wholes = (
        str(whole)
        for term in sorted(like, key=lambda term: (-like[term], -counts[term]))
        for hit in library.retrieval.search_words(term, SHOWN)
        for whole in WORD_OF_LETTERS.findall(hit.text)
        if term in analyzer.query_terms(whole, spoken)
    )
    alike = (
        whole for whole in wholes if SequenceMatcher(None, folded, normal(whole)).ratio() >= LIKE
    )
    return next(alike, "")


def vocabulary(library: Library) -> frozenset[str]:
    """The words that the library's embedder knows whole; none where that cannot be told."""
    folder = getattr(library.retrieval.embedder, "folder", None)
    return _pieces(folder) if isinstance(folder, Path) else frozenset()


@cache
def _pieces(folder: Path) -> frozenset[str]:
    """The whole words of a WordPiece vocabulary; none where there is no such file."""
    try:
        words = json.loads((folder / "tokenizer.json").read_text("utf-8"))["model"]["vocab"]
    except (OSError, ValueError, KeyError):
        words = ()
    return frozenset(word for word in words if not word.startswith("##"))
