"""Articles side by side: what each is worth by itself, in words for a table.

Command line and window take the figures from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from warehouse.evaluate.writing import citing, sentences
from warehouse.evaluate.writing.measured import Measured, measured
from warehouse.proof import rates
from warehouse.results.records import Article, Spend
from warehouse.run import long
from warehouse.search.embedding import Embeds

UNKNOWN = "not known"


class Line(Struct, frozen=True):
    """A figure of every article, in their order; ``about`` says what it means."""

    name: str
    values: tuple[str, ...]
    about: str


def lines(articles: Sequence[Article], embedder: Embeds) -> list[Line]:
    """Embeds the sentences of all: not for the thread of a window."""
    measures = [measured(article, embedder) for article in articles]
    told = [Line(name, tuple(map(say, measures)), about) for name, say, about in _FIGURES]
    return told + [Line(name, tuple(map(say, articles)), about) for name, say, about in _OF_ARTICLE]


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _recall(article: Article) -> str:
    proven = rates.of(article)
    return _percent(1 - proven.hallucination_rate) if proven.sentences else UNKNOWN


def _precision(article: Article) -> str:
    evidence = {piece.number: piece for piece in article.research.evidence}
    claims = [claim for _, claim in sentences.told((article.lead, *article.blocks))]
    known = citing.precision_as_checked(claims, evidence)
    return UNKNOWN if known is None else _percent(known)


def _spent(said: Callable[[Spend], str]) -> Callable[[Article], str]:
    return lambda article: said(article.spend) if article.spend.calls else UNKNOWN


_FIGURES: tuple[tuple[str, Callable[[Measured], str], str], ...] = (
    ("Words", lambda one: f"{one.words:,}", "Of the text, without its headings."),
    ("Sections", lambda one: f"{one.sections:,}", "Those that could not be written are counted."),
    ("Not written", lambda one: f"{one.failed:,}", "Sections that are shown as failed."),
    ("Documents cited", lambda one: f"{one.sources:,}", "Each once."),
    ("Searches", lambda one: f"{one.searches:,}", "Different ones that the library was asked."),
    (
        "Not proven",
        lambda one: _percent(one.hallucination_rate),
        "Sentences that what they cite does not prove.",
    ),
    (
        "Sections with proof",
        lambda one: _percent(one.coverage),
        "Sections with one proven sentence or more.",
    ),
    (
        "Resting on two places",
        lambda one: _percent(one.joined_share),
        "Sentences that rest on two places or more.",
    ),
    (
        "Copied, quotations apart",
        lambda one: _percent(one.copied_share),
        "Sentences with eight words in a row from a source, outside of quotation marks.",
    ),
    (
        "Said before",
        lambda one: _percent(one.repeated_share),
        "Sentences that an earlier section says already.",
    ),
    (
        "How different the evidence is",
        lambda one: f"{one.diversity:.2f}",
        "From 0, all alike, to 1: one less the mean cosine of its pieces.",
    ),
    (
        "Different statements in 100 words or so",
        lambda one: f"{one.density:.1f}",
        "In 100 tokens of a language model: how dense the text is.",
    ),
)

_OF_ARTICLE: tuple[tuple[str, Callable[[Article], str], str], ...] = (
    ("Citation recall", _recall, "Sentences that all they cite prove, as they were checked."),
    (
        "Citation precision",
        _precision,
        "Citations that carry their sentence. Known where no sentence needs several together.",
    ),
    (
        "Time of the model",
        _spent(lambda spend: long(spend.seconds)),
        "Of all its model calls, those of before a stop with them.",
    ),
    ("Model calls", _spent(lambda spend: f"{spend.calls:,}"), "Each answer the model gave."),
    (
        "Tokens",
        _spent(lambda spend: f"{spend.reasoning_tokens + spend.processing_tokens:,}"),
        "That the model read and wrote.",
    ),
)
