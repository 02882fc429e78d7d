"""How long a job will take, from the tokens it has ahead and the measured speed of its model.

Said before there is a pace of its own to go by, and always with "about": prompts are counted by
their budgets and texts by their length. Without a measurement nothing is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse.engine import probe
from warehouse.engine.protocol import Engine
from warehouse.headers import MOST_PARTS, PART_REPLY_TOKENS, PART_TOKENS, REPLY_TOKENS, WHOLE_TOKENS
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.library import Library

CHARACTERS_A_TOKEN = 4
TOKENS_A_WORD = 1.4
WORDS_A_SENTENCE = 18
PROMPT_TOKENS = 250
CHECK_PROMPTS = 2
FULL = 0.6
"""A reply bound to a schema fills about so much of its limit."""


class Work(Struct, frozen=True):
    """Tokens to read and to write."""

    read: float
    written: float


def headers(library: Library) -> Work:
    """Every document that has only its plain header."""
    read = written = 0.0
    for document in library.catalog.in_states("verified"):
        if document.header != "plain":
            continue
        tokens = library.catalog.length(document.id) / CHARACTERS_A_TOKEN
        read += PROMPT_TOKENS + min(tokens, WHOLE_TOKENS)
        written += FULL * REPLY_TOKENS
        if tokens > WHOLE_TOKENS:
            read += MOST_PARTS * (PROMPT_TOKENS + min(PART_TOKENS, tokens / MOST_PARTS))
            written += MOST_PARTS * FULL * PART_REPLY_TOKENS
    return Work(read, written)


def article(sections: int, settings: Settings) -> Work:
    """Its sections from their evidence, and the check of every sentence."""
    sentences = settings.article_words / WORDS_A_SENTENCE
    read: float = sections * (PROMPT_TOKENS + settings.context_budget)
    read += CHECK_PROMPTS * PROMPT_TOKENS * sentences
    return Work(read, TOKENS_A_WORD * settings.article_words)


def said(work: Work, engine: Engine) -> str:
    """``about 4 min``; empty where the model's speed here is not known."""
    measured = probe.of_model(engine.info().sha256)
    if measured is None:
        return ""
    seconds = measured.seconds(work.read, work.written)
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    if seconds < 5400:
        return f"about {round(seconds / 60)} min"
    return f"about {seconds / 3600:.1f} h"
