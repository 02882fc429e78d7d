"""Where words stand in a passage, and whether a passage really says what a query wants.

The full-text index answers for a passage with its title and headings; a phrase must stand in the
canonical text itself, term by term, as that document's language makes terms of it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec import Struct

from indexers.text import sentences
from warehouse.records import Hit, Place
from warehouse.search import analyzer
from warehouse.search.analyzer import Located
from warehouse.search.collections.query import All, Any, Node, Not, Phrase, Word
from warehouse.store.catalog import Catalog

Range = tuple[int, int]


class Standing(Struct, frozen=True):
    """The words of a query in a hit: the phrase, or the sentence that has most of them."""

    hit: Hit
    place: Place
    page_label: str
    text: str


class Passage:
    """A hit, analysed once; ``languages`` are those that bare words are analysed as."""

    def __init__(self, hit: Hit, language: str, languages: Sequence[str]) -> None:
        self._hit, self._language, self._languages = hit, language, languages
        self.body = analyzer.located(hit.text, language)

    @functools.cached_property
    def _whole(self) -> str:
        return f"{self._hit.title}\n{self._hit.path}\n{self._hit.text}"

    @functools.cached_property
    def _terms(self) -> frozenset[str]:
        return frozenset(analyzer.terms(self._whole, self._language))

    def holds(self, node: Node) -> bool:
        """Whether the passage meets the words of a query."""
        match node:
            case Word(text):
                return all(
                    any(self._terms.issuperset(choice) for choice in choices)
                    for choices in analyzer.alternatives(text, self._languages)
                ) and (not analyzer.is_code(text) or self._has_run(text))
            case Phrase(text):
                return bool(self.runs(text)) or not analyzer.located(text, self._language)
            case Not(part):
                return not self.holds(part)
            case All(parts):
                return all(map(self.holds, parts))
            case Any(parts):
                return any(map(self.holds, parts))
        raise AssertionError("fields say which documents, not which passages")

    def _has_run(self, code: str) -> bool:
        said = analyzer.located(self._whole, self._language)
        return any(runs(said, code, language) for language in self._languages)

    def runs(self, phrase: str) -> list[Range]:
        """Of the passage's text."""
        return runs(self.body, phrase, self._language)

    def best(self, node: Node | None) -> Range:
        """The range of the text that shows best why the passage was found."""
        for phrase in _wanted(node, Phrase):
            if stands := self.runs(phrase):
                return stands[0]
        words = {
            term
            for word in _wanted(node, Word)
            for choices in analyzer.alternatives(word, self._languages)
            for choice in choices
            for term in choice
        }
        said = [token for token in self.body if token.term in words or words & set(token.term)]
        return _fullest(self._hit.text, said)


def runs(said: Sequence[Located], phrase: str, language: str) -> list[Range]:
    """The ranges of a text where the terms of a phrase stand side by side; ``said`` are its own."""
    wanted = [token.term for token in analyzer.located(phrase, language)]
    terms = [token.term for token in said]
    return [
        (said[at].start, said[at + len(wanted) - 1].end)
        for at in range(len(said) - len(wanted) + 1)
        if wanted and terms[at : at + len(wanted)] == wanted
    ]


def stand(hit: Hit, node: Node | None, catalog: Catalog, languages: Sequence[str]) -> Standing:
    """Where the words of a query stand in a hit."""
    language = catalog.document(hit.document).language
    start, end = Passage(hit, language, languages).best(node)
    place, label = catalog.stands(hit.document, hit.start + start, hit.start + end)
    return Standing(hit, place, label, hit.text[start:end])


def _wanted(node: Node | None, kind: type[Word | Phrase]) -> list[str]:
    match node:
        case Word(text) | Phrase(text):
            return [text] if isinstance(node, kind) else []
        case All(parts) | Any(parts):
            return [text for part in parts for text in _wanted(part, kind)]
    return []


def _fullest(text: str, said: Sequence[Located]) -> Range:
    """The sentence with most different words; the whole text where none has any."""
    best, most = (0, len(text)), 0
    for sentence in sentences.split(text):
        inside = {token.term for token in said if sentence.start <= token.start < sentence.end}
        if len(inside) > most:
            best, most = (sentence.start, sentence.end), len(inside)
    return best
