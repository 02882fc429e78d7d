"""A round table as a text that can be exported: each turn a section with its claims and sources."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.results.records import Article, Block, Claim, Coverage, Spend
from warehouse.results.roundtable import Table, Turn, research

METHOD = "costorm"
WORDS = {
    "original question": "asks",
    "information request": "asks back",
    "potential answer": "answers",
    "further details": "adds",
}
"""What a turn does, by its intent."""
ASKED = "a question, asked because nobody had cited these"


def as_article(table: Table, coverage: Coverage, spend: Spend) -> Article:
    return Article(
        title=table.topic,
        question=table.topic,
        method=METHOD,
        lead=Block(1, "", "", ()),
        blocks=tuple(_block(turn) for turn in table.turns),
        research=research(table),
        coverage=coverage,
        spend=spend,
    )


def renewed(told: Article, table: Table) -> Article:
    """The transcript of the table as it stands now."""
    return as_article(table, told.coverage, told.spend)


def heading(turn: Turn) -> str:
    """``4. Bridge engineer answers``."""
    does = "say" if turn.role == "user" else WORDS[turn.intent]
    return f"{turn.number}. {turn.speaker} {does}"


def claims(turns: Sequence[Turn]) -> list[Claim]:
    return [claim for turn in turns for claim in turn.claims]


def _block(turn: Turn) -> Block:
    """A question stands with the numbers of what it rests on: a reader may ask why it was asked."""
    if not turn.because:
        return Block(2, heading(turn), turn.text, turn.claims)
    marks = "".join(f"[{number}]" for number in turn.because)
    text = f"{turn.text} {marks}"
    asked = Claim(0, len(text), text, turn.because, "unchecked", ASKED)
    return Block(2, heading(turn), text, (asked,))
