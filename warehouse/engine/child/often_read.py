"""Which prompts begin before somebody's first answer, and their beginnings, evaluated.

In the engine's child alone, before it is given anything but the model.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from warehouse.engine import beginnings, prompts
from warehouse.engine.beginnings import Read
from warehouse.engine.child.chat import Chat
from warehouse.engine.child.context import BATCH_TOKENS, Batch, Context, Tokens, as_tokens
from warehouse.engine.child.tasks import common_prefix
from warehouse.engine.protocol import Cache

PROMPTS = ("kind", "details", "follow_up", "counted", "explained", "items", "whole", "categories")
"""In the order in which they matter."""
FEWEST = 64  # tokens that are worth it
BUDGET_S = 20.0  # after which no further one is begun
MOST_BYTES = 256 * 2**20
SEQUENCE = 0
_FILLINGS = ("A", "17 Ω")


def read(path: Path, chat: Chat, context: Context, cache: Cache) -> tuple[list[Read], bytes]:
    """Those kept at ``path``; else what is evaluated now, and that as bytes to be kept there."""
    wanted = [tokens for tokens in _wanted(chat) if FEWEST <= len(tokens) <= context.cells]
    kept = beginnings.load(path, cache)
    if not wanted or any(np.array_equal(wanted[0], tokens) for tokens, _ in kept):
        return kept, b""
    evaluated = _evaluated(wanted, context)
    return evaluated, beginnings.packed(evaluated, cache)


def _wanted(chat: Chat) -> list[Tokens]:
    """What two requests of a prompt share that differ in every placeholder."""
    shared = []
    for prompt in map(prompts.load, PROMPTS):
        first, other = (_tokens(prompt, chat, filling) for filling in _FILLINGS)
        shared.append(first[: common_prefix(first, other)])
    return shared


def _tokens(prompt: prompts.Prompt, chat: Chat, filling: str) -> Tokens:
    rendered = chat.prompt(prompt.render(**dict.fromkeys(prompt.placeholders, filling)))
    return as_tokens([*rendered.head, *chat.tokens(rendered.tail)])


def _evaluated(wanted: list[Tokens], context: Context) -> list[Read]:
    """One after the other, in a context that nothing else uses yet."""
    evaluated: list[Read] = []
    began, size = time.monotonic(), 0
    for tokens in wanted:
        if time.monotonic() - began > BUDGET_S or size > MOST_BYTES:
            break
        _evaluate(tokens, context)
        state = context.state(SEQUENCE)
        context.trim(SEQUENCE, 0)
        evaluated.append((tokens, state))
        size += len(state)
    return evaluated


def _evaluate(tokens: Tokens, context: Context) -> None:
    batch = Batch()
    for start in range(0, len(tokens), BATCH_TOKENS):
        batch.clear()
        batch.add(SEQUENCE, start, tokens[start : start + BATCH_TOKENS], len(tokens))
        context.decode(batch)
