"""The language of a question, which is short: py3langid among the languages that are plausible.

Plausible are those of the library's documents and the most widely written ones; another than the
library's has to be clearly likelier, since a question is full of names.
"""

from __future__ import annotations

from indexers import language as classifier
from warehouse.library import Library
from warehouse.search.languages import name_of

WIDELY = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "zh", "ja", "ko", "ar", "tr")
CLEARLY = 8.0  # log-likelihood over the best language of the library


def of(question: str, library: Library) -> str:
    """ISO 639-1; "" where it cannot be told."""
    own = library.retrieval.languages()
    plausible = [pair for pair in classifier.ranked(question) if pair[0] in (*WIDELY, *own)]
    if not plausible:
        return ""
    best, score = plausible[0]
    mine, its = next((pair for pair in plausible if pair[0] in own), plausible[0])
    return best if score - its >= CLEARLY else mine


def asked_for(code: str, documents: tuple[str, ...]) -> str:
    """A sentence for a prompt, "Answer in German."; "" where the documents are in it as well."""
    return "" if not code or code in documents else f"Answer in {name_of(code)}."
