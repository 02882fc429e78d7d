"""Passages by their words: a query's words as one condition on the full-text index.

Phrases are checked against the canonical text afterwards; more candidates are fetched until
enough of them hold, so that what is left out is left out by the text and not by a rank.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from warehouse.records import Hit
from warehouse.search import analyzer
from warehouse.search.collections import query as language
from warehouse.search.collections.query import All, Any, Node, Not, Phrase, Word
from warehouse.search.collections.word_matches import Passage
from warehouse.search.retrieval import Retrieval
from warehouse.store.catalog import Catalog
from warehouse.store.lance.fulltext import Adjacent, Condition, Every, Has, Some
from warehouse.store.lance.store import Found

CANDIDATES = 60
MORE_EACH_TIME = 4
CHECKED_TOGETHER = 500
ORDERED = 1000


class WordSearch:
    def __init__(self, catalog: Catalog, retrieval: Retrieval) -> None:
        self._catalog, self._retrieval = catalog, retrieval

    def best(self, words: Node, k: int, documents: frozenset[str] | None) -> tuple[Hit, ...]:
        """The best passages; phrases are checked, and more fetched until enough hold."""
        condition = self._condition(words)
        if condition is None or documents == frozenset():
            return ()
        n = max(CANDIDATES, MORE_EACH_TIME * k)
        good: list[Found] = []
        seen = 0
        while True:
            rows = self._retrieval.store.matching("passages", condition, n, documents)
            good += self._holding(rows[seen:], words)
            seen = len(rows)
            if len(good) >= k or seen < n:
                break
            n *= MORE_EACH_TIME
        return tuple(self._retrieval.show_words(good, k))

    def order(self, words: Node, documents: frozenset[str]) -> tuple[str, ...]:
        """Documents by their best passage, best first: those of the best ``ORDERED`` passages."""
        condition = self._condition(words)
        if condition is None:
            return ()
        rows = self._retrieval.store.matching("passages", condition, ORDERED, documents)
        return tuple(dict.fromkeys(row.document for row in rows))

    def documents(self, words: Node, documents: frozenset[str] | None) -> frozenset[str]:
        """Every document with a passage that meets the words; rules out alone turn it round."""
        condition = self._condition(words)
        if condition is None:
            ruled_out = _ruled_out(words)
            ids = self._catalog.all_ids() if documents is None else documents
            return ids - self.documents(ruled_out, documents) if ruled_out else frozenset()
        if not language.phrases(words):
            return self._retrieval.store.documents_matching("passages", condition, documents)
        count = self._retrieval.store.count("passages")
        rows = self._retrieval.store.matching("passages", condition, max(1, count), documents)
        proven: set[str] = set()
        while rows:
            part = [row for row in rows[:CHECKED_TOGETHER] if row.document not in proven]
            proven.update(row.document for row in self._holding(part, words))
            rows = rows[CHECKED_TOGETHER:]
        return frozenset(proven)

    def _holding(self, found: Sequence[Found], words: Node) -> list[Found]:
        """Those whose passages really hold the words; only phrases make a difference."""
        if not language.phrases(words):
            return list(found)
        sure = self._surely(found, words)
        proven = sure | self._verified([row for row in found if row.id not in sure], words)
        return [row for row in found if row.id in proven]

    def _surely(self, found: Sequence[Found], words: Node) -> set[str]:
        """Rows with a phrase that cannot begin in title or headings, so it stands in the text."""
        firsts = _first_terms(words, self._retrieval.analysed_as())
        if firsts is None:
            return set()
        return {
            id
            for id, title, path, spoken in self._catalog.heads([row.id for row in found])
            if firsts.isdisjoint(_head_terms(title, path, spoken))
        }

    def _verified(self, found: Sequence[Found], words: Node) -> set[str]:
        hits = self._catalog.hits([row.id for row in found])
        about = self._catalog.some_documents(row.document for row in found)
        languages = self._retrieval.analysed_as()
        return {
            id
            for id, hit in hits.items()
            if hit.document in about
            and Passage(hit, about[hit.document].language, languages).holds(words)
        }

    def _condition(self, node: Node) -> Condition | None:
        """What the index can be asked; a superset of what holds where there are phrases."""
        match node:
            case Word(text):
                choices = analyzer.alternatives(text, self._retrieval.analysed_as())
                wanted = [_some([Has(terms) for terms in piece]) for piece in choices]
                return _every([*wanted, self._run(text)] if analyzer.is_code(text) else wanted)
            case Phrase(text):
                return self._run(text)
            case Any(parts):
                return _some([self._condition(part) for part in parts])
            case All(parts):
                wanted = [self._condition(part) for part in parts if not isinstance(part, Not)]
                unwanted = [
                    self._condition(part.part)
                    for part in parts
                    if isinstance(part, Not) and not language.phrases(part.part)
                ]
                return _every(
                    wanted, [condition for condition in unwanted if condition is not None]
                )
        return None

    def _run(self, text: str) -> Condition | None:
        """Its terms side by side, in one of the languages."""
        runs = dict.fromkeys(
            tuple(_adjacent(text, spoken)) for spoken in self._retrieval.analysed_as()
        )
        return _some([_every(list(run)) for run in runs])


def _first_terms(words: Node, languages: Sequence[str]) -> frozenset[str] | None:
    """The terms that phrases begin with; None where the index alone cannot prove a phrase.

    It can where all phrases are wanted, mean the same terms in each language, and have no script
    without spaces.
    """
    firsts: set[str] = set()
    for part in words.parts if isinstance(words, All) else (words,):
        if isinstance(part, Phrase):
            openings = {
                tuple(token.term for token in analyzer.located(part.text, spoken))
                for spoken in languages
            }
            if len(openings) > 1 or any(
                analyzer.is_unspaced(term) for opening in openings for term in opening
            ):
                return None
            firsts.update(opening[0] for opening in openings if opening)
        elif language.phrases(part):
            return None
    return frozenset(firsts)


@functools.lru_cache(maxsize=50_000)
def _head_terms(title: str, path: str, spoken: str) -> frozenset[str]:
    return frozenset(analyzer.terms(f"{title}\n{path}", spoken))


def _adjacent(phrase: str, spoken: str) -> list[Condition]:
    """Runs of terms that stand side by side in the index too.

    Behind a run of a script without spaces the index has its pairs, so that a new run begins, also
    where a space or a comma is all that stands between two of them.
    """
    runs: list[list[str]] = [[]]
    ended = -1
    for token in analyzer.located(phrase, spoken):
        unspaced = analyzer.is_unspaced(token.term)
        if runs[-1] and ended >= 0 and not (unspaced and token.start == ended):
            runs.append([])
        runs[-1].append(token.term)
        ended = token.end if unspaced else -1
    return [Adjacent(tuple(run)) if len(run) > 1 else Has(tuple(run)) for run in runs if run]


def _every(
    parts: Sequence[Condition | None], without: Sequence[Condition] = ()
) -> Condition | None:
    known = [part for part in parts if part is not None]
    if not known:
        return None
    return known[0] if len(known) == 1 and not without else Every(tuple(known), tuple(without))


def _some(parts: Sequence[Condition | None]) -> Condition | None:
    known = [part for part in parts if part is not None]
    if not known:
        return None
    return known[0] if len(known) == 1 else Some(tuple(known))


def _ruled_out(node: Node) -> Node | None:
    """What a query of nothing but NOT rules out."""
    if isinstance(node, Not):
        return node.part
    if isinstance(node, All) and all(isinstance(part, Not) for part in node.parts):
        return Any(tuple(part.part for part in node.parts if isinstance(part, Not)))
    return None
