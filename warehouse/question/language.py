"""The language of a question, which is short: py3langid among the languages that are plausible.

Plausible are those of the library's documents and the most widely written ones; another than the
library's has to be clearly likelier, since a question is full of names.
"""

from __future__ import annotations

from collections.abc import Iterable

from indexers import language as classifier
from warehouse.library import Library
from warehouse.search.languages import name_of

WIDELY = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "zh", "ja", "ko", "ar", "tr")


def of(question: str, library: Library) -> str:
    """ISO 639-1; "" where it cannot be told."""
    own = library.retrieval.languages()
    plausible = [pair for pair in classifier.ranked(question) if pair[0] in (*WIDELY, *own)]
    if not plausible:
        return ""
    best, score = plausible[0]
    mine, its = next((pair for pair in plausible if pair[0] in own), plausible[0])
    return best if score - its >= classifier.CLEARLY else mine


def wanted(code: str, documents: Iterable[str], library: Library) -> str:
    """The name of the language that a prompt has to ask for, "German"; "" where one of the
    documents, by their ids, is in it as well.
    """
    spoken = library.catalog.some_documents(sorted(set(documents))).values()
    return "" if not code or code in {row.language for row in spoken} else name_of(code)
