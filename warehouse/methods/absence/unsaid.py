"""Words of a question that stand nowhere in the library, said in front of what is answered.

The index knows exactly whether a word stands in any document, whatever the model does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches

from warehouse.library import Library
from warehouse.methods.absence import offtopic
from warehouse.question import spelling
from warehouse.results.records import Evidence
from warehouse.search import analyzer
from warehouse.search.common_words import is_common
from warehouse.search.names import normal
from warehouse.text import WORD

SHORTEST = 5
MOST = 3
SLIP = 0.9  # of the letters
_SHAPED = re.compile(r"\d|^.+[A-Z]")


def words(question: str, evidence: Sequence[Evidence], library: Library) -> list[str]:
    """The words of ``question`` that no document in reach has, as they are written there.

    None of a question in another language than what was found: its words cannot be there.
    """
    documents = {piece.place.document for piece in evidence}
    if offtopic.in_another_language(question, documents, library):
        return []
    within = frozenset(document.id for document in library.documents())
    said = normal(
        " ".join(f"{piece.title} {piece.path} {piece.text}" for piece in evidence)
    ).split()
    common = spelling.vocabulary(library)
    missing = []
    for word in dict.fromkeys(WORD.findall(question[:1].lower() + question[1:])):
        if not _tells(word, common) or normal(word) in said:
            continue
        if not library.finder.find(word, 1, within).documents:
            missing.append(word)
    return missing[:MOST]


def told(question: str, evidence: Sequence[Evidence], library: Library) -> str:
    """``Your library nowhere says “borrow”.``; "" for no word."""
    quoted = " or ".join(f"“{word}”" for word in words(question, evidence, library))
    if quoted and library.scope:
        return f"The documents in “{library.scope.name}” nowhere say {quoted}."
    return quoted and f"Your library nowhere says {quoted}."


def _tells(word: str, common: Collection[str]) -> bool:
    """Is it a word that a document on the matter would have? A word that the embedder's vocabulary
    has whole may be one of asking; with a capital, a digit or a sign in it it is none.
    """
    if analyzer.is_unspaced(word):
        return False
    if _SHAPED.search(word):
        return len(word) > 1
    if len(word) < SHORTEST or is_common(word):
        return False
    return word[0].isupper() or not (word in common or _is_slip(word, common))


def _is_slip(word: str, common: Collection[str]) -> bool:
    """Is it a slip of the pen for a common word, as "usefull"?"""
    return bool(
        get_close_matches(word, [other for other in common if other[:1] == word[:1]], 1, SLIP)
    )
