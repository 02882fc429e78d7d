"""What methods find with as many searches as the one of them that made the fewest.

The more searches, the more is found: over all of it one search is compared with forty. Here each
method has the first K of its different searches, K being the fewest that any of them with more
than one made on the topic. A method that makes a single search (rag) is told apart: what it found
is its figure without a budget, and it bounds nobody else's. Asks no model.

``sources`` are the documents found, not those cited: what is cited was chosen among all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from warehouse.evaluate.metrics import interval, mean_row, paired
from warehouse.evaluate.records import Row
from warehouse.evaluate.writing import sources
from warehouse.results.records import Article, Evidence, Research
from warehouse.search.embedding import Embeds
from warehouse.search.names import normal
from warehouse.structures.graph import CHAINS

BESIDE = "storm"


class Case(NamedTuple):
    topic: str
    method: str


class Found(NamedTuple):
    """By one method with the first ``searches`` of its searches."""

    searches: int
    diversity: float
    sources: int


def searches(research: Research) -> list[str]:
    """The different ones, folded, in the order in which they were made.

    The steps of a chain come one after the other, the parts of anything else round by round. What
    stands in no part, and brought evidence, came last; so did a search of the user's own.
    """
    planned = [search for node in research.nodes for search in node.sub_queries]
    if research.structure.kind not in CHAINS:
        planned.sort(key=lambda search: (search.depth == 0, search.depth))
    queries = [search.text for search in planned] + [piece.query for piece in research.evidence]
    return [query for query in dict.fromkeys(map(normal, queries)) if query]


def evidence_of(research: Research, most: int) -> list[Evidence]:
    """What the first ``most`` searches brought."""
    first = {*searches(research)[:most]}
    return [piece for piece in research.evidence if normal(piece.query) in first]


def found(articles: Mapping[Case, Article], embedder: Embeds) -> dict[Case, Found]:
    """Of every topic on which two methods or more searched more than once, those methods."""
    made: dict[str, dict[str, int]] = defaultdict(dict)
    for case, article in articles.items():
        if (count := len(searches(article.research))) > 1:
            made[case.topic][case.method] = count
    told: dict[Case, Found] = {}
    for topic, counts in made.items():
        most = min(counts.values())
        for method in counts if len(counts) > 1 else ():
            case = Case(topic, method)
            pieces = evidence_of(articles[case].research, most)
            texts = [piece.text for piece in pieces]
            diversity = sources.diversity(embedder.embed(texts)) if texts else 0.0
            told[case] = Found(most, diversity, len({piece.place.document for piece in pieces}))
    return told


def rows(told: Mapping[Case, Found], about: Mapping[str, str]) -> Iterator[Row]:
    """Means with intervals over topics; gains over BESIDE on the topics that both have."""
    for method in dict.fromkeys(case.method for case in told):
        topics = [case.topic for case in told if case.method == method]
        shared = [topic for topic in topics if Case(topic, BESIDE) in told]
        for name, unit in (("diversity", "1 - cosine"), ("sources", "documents")):
            own = _values(told, name, topics, method)
            said = {"searches": _range(told, topics, method), **about}
            yield mean_row(f"{name}_{method}_budget", interval(own), unit, **said)
            if shared and method != BESIDE:
                both = (_values(told, name, shared, one) for one in (BESIDE, method))
                gain = f"{name}_{method}_budget_over_{BESIDE}"
                yield mean_row(gain, paired(*both), "difference", **said)


def _values(
    told: Mapping[Case, Found], name: str, topics: Sequence[str], method: str
) -> list[float]:
    return [float(getattr(told[Case(topic, method)], name)) for topic in topics]


def _range(told: Mapping[Case, Found], topics: Sequence[str], method: str) -> str:
    counts = [told[Case(topic, method)].searches for topic in topics]
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"
