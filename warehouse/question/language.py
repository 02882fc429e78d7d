"""The language of a question, which is short: py3langid among the languages that are plausible.

Plausible are those of the library's documents and the most widely written ones; another than the
library's has to be clearly likelier, since a question is full of names. The few words that ask for
a summary must not speak against it: a title may be in any language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from indexers.text import language as classifier
from warehouse.library import Library
from warehouse.question.details import blanked
from warehouse.search.languages import name_of
from warehouse.search.names import places, words_of

WIDELY = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "zh", "ja", "ko", "ar", "tr")


def of(question: str, library: Library) -> str:
    """ISO 639-1; "" where it cannot be told."""
    own = library.retrieval.languages()
    plausible = _plausible(question, own)
    if not plausible:
        return ""
    best, score = plausible[0]
    mine, its = next((pair for pair in plausible if pair[0] in own), plausible[0])
    return best if score - its >= classifier.CLEARLY else mine


def of_request(question: str, matter: Iterable[str], library: Library) -> str:
    """As ``of``, where the words beside the ``matter``, which may be names, are likeliest in it,
    too; what they clearly are where they are not; else "".
    """
    spans = [
        span
        for words in matter
        for span in places(words, question)
        or [span for word in words_of(words) for span in places(word, question)]
    ]
    if not spans:
        return of(question, library)
    rest = blanked(question, spans)
    if not words_of(rest) or not (plausible := _plausible(rest, library.retrieval.languages())):
        return ""
    whole = of(question, library)
    best, score = plausible[0]
    clearly = score - dict(plausible)[whole] >= classifier.CLEARLY
    return best if best == whole or clearly else ""


def _plausible(text: str, own: Collection[str]) -> list[tuple[str, float]]:
    return [pair for pair in classifier.ranked(text) if pair[0] in (*WIDELY, *own)]


def wanted(code: str, documents: Iterable[str], library: Library) -> str:
    """The name of the language that a prompt has to ask for, "German"; "" where one of the
    documents, by their ids, is in it as well, or may be.
    """
    if not code:
        return ""
    rows = library.catalog.some_documents(sorted(set(documents))).values()
    spoken = {row.language for row in rows}
    return name_of(code) if spoken and not spoken & {code, ""} else ""
