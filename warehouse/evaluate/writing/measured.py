"""All that one article tells by itself, as one value: for a bench row, or beside another article.

Nothing here asks a model: states of claims are those of the check they went through.
"""

from __future__ import annotations

from msgspec import Struct

from warehouse.evaluate.metrics import share
from warehouse.evaluate.writing import sentences, sources
from warehouse.proof import citations, rates
from warehouse.results.records import Article, Research
from warehouse.search.embedding import Embeds
from warehouse.search.names import normal
from warehouse.text import tokens_about


class Measured(Struct, frozen=True):
    """Shares are 0..1; ``density`` is unique statements in 100 tokens, ``sources`` documents.

    ``failed`` sections could not be written. Diversity is of the evidence that was found;
    ``searches`` are those that stand in the structure or brought evidence, each once.
    """

    words: int
    sections: int
    failed: int
    sentences: int
    joined_share: float
    copied_share: float
    repeated_share: float
    hallucination_rate: float
    coverage: float
    diversity: float
    sources: int
    searches: int
    density: float


def measured(article: Article, embedder: Embeds) -> Measured:
    """The lead belongs to the text; whether it repeats a section is its nature, and not counted."""
    blocks = (article.lead, *article.blocks)
    evidence = {piece.number: piece for piece in article.research.evidence}
    texts = [piece.text for piece in evidence.values()]
    claims = [claim for _, claim in sentences.told(blocks)]
    in_sections = sentences.told(article.blocks)
    bare = [(at, citations.without_marks(claim.text)) for at, claim in in_sections]
    rows = embedder.embed([text for _, text in bare]) if bare else None
    proven = rates.of(article)
    whole = " ".join(citations.without_marks(block.text) for block in blocks)
    return Measured(
        words=len(whole.split()),
        sections=len(article.blocks),
        failed=sum(bool(block.failed) for block in article.blocks),
        sentences=len(claims),
        joined_share=share([sentences.joins(claim, evidence) for claim in claims]),
        copied_share=share([sentences.is_copied(claim, texts) for claim in claims]),
        repeated_share=0.0 if rows is None else sentences.repeated_share(bare, rows),
        hallucination_rate=proven.hallucination_rate,
        coverage=proven.coverage,
        diversity=sources.diversity(embedder.embed(texts)) if texts else 0.0,
        sources=sources.unique_sources(claims, evidence.values()),
        searches=len(_searches(article.research)),
        density=0.0 if rows is None else sources.knowledge_density(rows, tokens_about(len(whole))),
    )


def _searches(research: Research) -> set[str]:
    planned = (search.text for node in research.nodes for search in node.sub_queries)
    return {normal(query) for query in (*planned, *(piece.query for piece in research.evidence))}
