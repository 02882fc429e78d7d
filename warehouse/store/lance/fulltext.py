"""Which terms a row must have: conditions on the full-text index, and how the index is made.

The index keeps the positions of terms, so that phrases can be asked for. It splits on spaces:
our analyzer alone decides what a term is.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Has(Struct, frozen=True):
    """All of these terms, in any order."""

    terms: tuple[str, ...]


class Adjacent(Struct, frozen=True):
    """These terms side by side, in this order."""

    terms: tuple[str, ...]


class Some(Struct, frozen=True):
    """At least one of the parts."""

    parts: tuple[Condition, ...]


class Every(Struct, frozen=True):
    """All of the parts, at least one, and nothing of ``without``."""

    parts: tuple[Condition, ...]
    without: tuple[Condition, ...] = ()


Condition = Has | Adjacent | Some | Every


def lance_query(condition: Condition, column: str) -> Any:
    """The condition in LanceDB's words. Import LanceDB through the store first."""
    from lancedb.query import BooleanQuery, FullTextOperator, MatchQuery, Occur, PhraseQuery

    match condition:
        case Has(terms):
            return MatchQuery(" ".join(terms), column, operator=FullTextOperator.AND)
        case Adjacent(terms):
            return PhraseQuery(" ".join(terms), column)
        case Some(parts):
            return BooleanQuery([(Occur.SHOULD, lance_query(part, column)) for part in parts])
        case Every(parts, without):
            must = [(Occur.MUST, lance_query(part, column)) for part in parts]
            return BooleanQuery(
                must + [(Occur.MUST_NOT, lance_query(part, column)) for part in without]
            )


def words_as_they_are() -> Any:
    """A full-text index that leaves every decision about words to our analyzer."""
    from lancedb.index import FTS

    return FTS(
        base_tokenizer="whitespace",
        lower_case=False,
        stem=False,
        remove_stop_words=False,
        ascii_folding=False,
        max_token_length=200,
        with_position=True,
    )


def keeps_positions(table: Any, column: str) -> bool:
    """Whether the table's full-text index can answer phrases; an older one cannot."""
    indices = [index for index in table.list_indices() if column in index.columns]
    return bool(indices) and all(
        (index.index_details or {}).get("with_position") for index in indices
    )
