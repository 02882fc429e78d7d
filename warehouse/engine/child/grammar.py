"""Replies bound to a JSON schema, by llguidance, at the cost of about one look per token.

The model's own choice is tried first and only a refused one pays for a mask over the vocabulary.
Text that the schema leaves no choice about (keys, punctuation) is not sampled at all: it is
appended and evaluated with the next batch. At the token limit the value is closed from the
grammar alone, so that what leaves here always validates.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import llguidance
import numpy as np
from llguidance.llamacpp import lltokenizer_from_vocab
from numpy.typing import NDArray

from warehouse.engine.child.context import Model

STYLE = {
    "whitespace_flexible": False,
    "item_separator": ", ",
    "key_separator": ": ",
    "json_allowed_escapes": 'nrt"\\',
}
CLOSING_LIMIT = 600
CLOSERS = '"}],[{'
FILLERS = ("0123456789tfnaeiou", "abcdefghijklmnopqrstuvwxyz", ": ./@_ABCDEFGHIJKLMNOPQRSTUVWXYZ-")
"""What closing tries where the grammar leaves a choice: closers first, then these in turns."""


class NotClosed(Exception):
    """A value cut by the token limit for which no short valid ending was found."""


class SchemaRefused(Exception):
    """A schema that cannot be enforced; ``str()`` is llguidance's reason."""


class Grammars:
    """Compiled schemas over one model's vocabulary, which is prepared on first use (about 1 s)."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._tokenizer: Any = None
        self.compiled = lru_cache(maxsize=256)(self._compile)

    def constraint(self, schema: dict[str, Any]) -> Constraint:
        """Raises SchemaRefused."""
        matcher = self.compiled(json.dumps(schema)).deep_copy()
        return Constraint(matcher, self._tokenizer, self._model)

    def _compile(self, schema: str) -> Any:
        if self._tokenizer is None:
            self._tokenizer = lltokenizer_from_vocab(self._model.vocabulary)
        try:
            grammar = llguidance.LLMatcher.grammar_from_json_schema(schema, overrides=STYLE)
        except ValueError as error:
            raise SchemaRefused(str(error)) from error
        matcher = llguidance.LLMatcher(self._tokenizer, grammar, log_level=0)
        if matcher.is_error():
            raise SchemaRefused(matcher.get_error().splitlines()[0])
        return matcher


class Constraint:
    """Where one reply stands in its grammar."""

    def __init__(self, matcher: Any, tokenizer: Any, model: Model) -> None:
        self._matcher = matcher
        self._tokenizer = tokenizer
        self._model = model

    @property
    def complete(self) -> bool:
        """Nothing can follow any more."""
        return bool(self._matcher.is_stopped())

    def accept(self, token: int) -> bool:
        """Take ``token`` if it may come next."""
        return bool(self._matcher.try_consume_tokens([token]) == 1)

    def allowed(self) -> NDArray[np.intp]:
        """The tokens that may come next, sorted."""
        return np.flatnonzero(_bits(self._matcher)[: self._model.vocabulary_size])

    def forced(self) -> list[int]:
        """Take and return the tokens that must come next whatever the model thinks."""
        return _forced(self._matcher)

    def close(self, tokens: list[int]) -> tuple[bytes, bytes]:
        """What ``tokens`` write of a value, and the shortest ending that was found for it.

        A character that the limit cut in two is dropped. Raises NotClosed.
        """
        written = self._drop_half_character(list(tokens))
        for attempt in range(len(FILLERS)):
            order = CLOSERS + "".join(FILLERS[attempt:] + FILLERS[:attempt])
            ending = self._ending(self._matcher.deep_copy(), order)
            if ending is not None:
                return written, ending
        raise NotClosed

    def _drop_half_character(self, tokens: list[int]) -> bytes:
        while True:
            written = b"".join(map(self._model.piece, tokens))
            try:
                written.decode()
            except UnicodeDecodeError:
                tokens.pop()
                self._matcher.rollback(1)
            else:
                return written

    def _ending(self, matcher: Any, order: str) -> bytes | None:
        """Bytes that lead to a complete value, taking the first possible character of ``order``."""
        choices = [self._tokenizer.greedy_tokenize(character)[0] for character in order]
        ending: list[int] = []
        while len(ending) < CLOSING_LIMIT:
            if matcher.is_accepting():
                return b"".join(map(self._model.piece, ending))
            forced = _forced(matcher)
            if not forced:
                bits = _bits(matcher)
                forced = [next((token for token in choices if bits[token]), -1)]
                if forced[0] < 0 or not matcher.consume_token(forced[0]):
                    return None
            ending += forced
        return None


def _bits(matcher: Any) -> NDArray[np.uint8]:
    mask = np.frombuffer(matcher.compute_bitmask(), np.uint8)
    return np.unpackbits(mask, bitorder="little")


def _forced(matcher: Any) -> list[int]:
    tokens: list[int] = matcher.compute_ff_tokens()
    if tokens:
        matcher.consume_tokens(tokens)
    return tokens
