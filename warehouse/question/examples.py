"""Three questions to begin with, such as the documents that are there answer.

Those that a model has made come before those made the quick way (ingest/suggested.py), and each is
of another document where there are enough. Whether it is answered is found out by searching
(``is_answered``): its words must lead to the document it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from warehouse.ingest.suggested import fitting
from warehouse.records import Header
from warehouse.search import analyzer
from warehouse.search.collections.query_search import Finder
from warehouse.text import shortened

WANTED = 3
LONGEST = 60  # characters of a title
LOOKED_AT = 24
_ABOUT = {
    "de": "Worum geht es in „{}“?",
    "fr": "De quoi parle « {} » ?",
    "es": "¿De qué trata «{}»?",
    "zh": "“{}”讲的是什么？",
}


def questions(
    headers: Sequence[Header], is_answered: Callable[[str, str], bool]
) -> tuple[str, ...]:
    """Up to three; ``is_answered`` is asked of (question, document). None for an empty library."""
    chosen: dict[str, None] = {}
    for number, (question, document) in enumerate(_candidates(headers)):
        if len(chosen) == WANTED or number == LOOKED_AT:
            break
        if question not in chosen and is_answered(question, document):
            chosen[question] = None
    for header in headers:
        if len(chosen) < WANTED:
            chosen[_about(header)] = None
    return tuple(chosen)


def answers(finder: Finder, known: dict[tuple[str, str], bool]) -> Callable[[str, str], bool]:
    """Whether searching for the words of a question leads first to the document it is about.

    ``known`` is what was found out before; what is found out is put into it.
    """

    def is_answered(question: str, document: str) -> bool:
        asked = (question, document)
        if asked not in known:
            words = " ".join(analyzer.terms(question))
            hits = finder.find(words, 1).hits if words else ()
            known[asked] = bool(hits) and hits[0].document == document
        return known[asked]

    return is_answered


def _candidates(headers: Sequence[Header]) -> Iterator[tuple[str, str]]:
    """The first of each document, then the second of each, and so on; those of a model first."""
    order = sorted(headers, key=lambda one: one.asked_by != "model")
    asked = [
        [(question, header.document) for question in fitting(header.questions)] for header in order
    ]
    for several in zip_longest(*asked):
        yield from filter(None, several)


def _about(header: Header) -> str:
    form = _ABOUT.get(header.language, "What is “{}” about?")
    return form.format(shortened(header.title, LONGEST))
