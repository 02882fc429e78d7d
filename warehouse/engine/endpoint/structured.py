"""Whether a server's reply is the JSON it was asked for; one that was cut off is closed.

A server may enforce a schema, or only hint at it to the model. So every reply is read as JSON and
followed through the schema's grammar, byte by byte. One that the token limit has cut is ended from
the grammar alone; what does not fit its schema is reported and never handed on.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np

from warehouse.errors import BadInput, EngineError

LOOSE = {"whitespace_flexible": True}
ENDING_LIMIT = 600
ENDINGS = b'"}],[{:0123456789tfnaeioubcdghjklmpqrsvwxyz ./@_-ABCDEFGHIJKLMNOPQRSTUVWXYZ'
"""What closing tries where the grammar leaves a choice, in this order."""


def checked(prompt: str, text: str, schema: dict[str, Any], cut: bool) -> str:
    """``text``, or the whole value that a cut one began. Raises EngineError, BadInput."""
    try:
        grammar = _grammar(json.dumps(schema))
    except ValueError as error:
        raise BadInput(f"The schema of {prompt!r} cannot be used: {error}") from error
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        ending = _ending(grammar, text) if cut else None
        if ending is not None:
            return text + ending
        raise EngineError(
            f"The server's reply to {prompt!r} "
            + ("did not fit in its tokens." if cut else "is not JSON, though JSON was asked for.")
        ) from None
    if not _keeps(json.dumps(_ordered(value, schema), ensure_ascii=False), grammar.deep_copy()):
        raise EngineError(f"The server's reply to {prompt!r} does not keep to its schema.")
    return text


def _keeps(value: str, matcher: Any) -> bool:
    """Half of a surrogate pair, which JSON can escape, is no character and keeps to none."""
    try:
        plain = value.encode()
    except UnicodeEncodeError:
        return False
    return matcher.try_consume_tokens(list(plain)) == len(plain) and bool(matcher.is_accepting())


@lru_cache(maxsize=256)
def _grammar(schema: str) -> Any:
    import llguidance  # only who has a server of their own needs it in the window's process

    grammar = llguidance.LLMatcher.grammar_from_json_schema(schema, overrides=LOOSE)
    matcher = llguidance.LLMatcher(llguidance.LLTokenizer("byte"), grammar, log_level=0)
    if matcher.is_error():
        raise ValueError(matcher.get_error().splitlines()[0])
    return matcher


def _ordered(value: Any, schema: Any) -> Any:
    """The value with its keys in the schema's order: the grammar wants them so, JSON does not."""
    if not isinstance(schema, dict):
        return value
    if isinstance(value, list):
        return [_ordered(item, schema.get("items")) for item in value]
    if isinstance(value, dict):
        known = schema.get("properties", {})
        names = [*(name for name in known if name in value), *(n for n in value if n not in known)]
        return {name: _ordered(value[name], known.get(name)) for name in names}
    return value


def _ending(grammar: Any, begun: str) -> str | None:
    """The shortest ending that was found for a value that was cut; None where there is none."""
    matcher = grammar.deep_copy()
    tokens = list(begun.encode())
    if matcher.try_consume_tokens(tokens) < len(tokens):
        return None
    ending: list[int] = []
    while len(ending) < ENDING_LIMIT:
        if matcher.is_accepting():
            return bytes(ending).decode()
        mask = np.unpackbits(np.frombuffer(matcher.compute_bitmask(), np.uint8), bitorder="little")
        chosen = next((byte for byte in ENDINGS if mask[byte]), None)
        if chosen is None or not matcher.consume_token(chosen):
            return None
        ending.append(chosen)
    return None
