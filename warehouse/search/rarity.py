"""How much of a question's words a text has, where rare words count more than common ones.

The weight of a word is that of BM25 (Robertson and Zaragoza 2009) over the texts that are compared,
so that what all of them have, as the name of the matter in every title, tells none from another.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from warehouse.search import analyzer


def word_shares(questions: Sequence[str], texts: Sequence[str]) -> list[float]:
    """For each text the best share of a question's words in it, rare words counting more; 0..1."""
    text_terms = [frozenset(analyzer.terms(text)) for text in texts]
    frequency = Counter(term for terms in text_terms for term in terms)

    def weight(term: str) -> float:
        return math.log(1 + (len(text_terms) - frequency[term] + 0.5) / (frequency[term] + 0.5))

    best = [0.0] * len(text_terms)
    for question in questions:
        weights = {term: weight(term) for term in analyzer.terms(question)}
        whole = sum(weights.values()) or 1.0
        for index, terms in enumerate(text_terms):
            share = sum(value for term, value in weights.items() if term in terms) / whole
            best[index] = max(best[index], share)
    return best
