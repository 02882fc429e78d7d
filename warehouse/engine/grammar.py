"""Replies bound to a JSON schema, by llguidance, at the cost of about one look per token.

The model's own choice is tried first and only a refused one pays for a mask over the vocabulary.
Text that the schema leaves no choice about (keys, punctuation) is not sampled at all: it is
appended and evaluated with the next batch. At the token limit the value is closed from the
grammar alone, so that what leaves here always validates.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import llguidance
import numpy as np
from llguidance.llamacpp import lltokenizer_from_vocab
from numpy.typing import NDArray

from warehouse.engine.context import Model

STYLE = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


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
        return Constraint(matcher, self._model.vocabulary_size, self._model.piece)

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

    def __init__(self, matcher: Any, vocabulary: int, piece: Callable[[int], bytes]) -> None:
        self._matcher = matcher
        self._vocabulary = vocabulary
        self._piece = piece

    @property
    def complete(self) -> bool:
        """Nothing can follow any more."""
        return bool(self._matcher.is_stopped())

    def accept(self, token: int) -> bool:
        """Take ``token`` if it may come next."""
        return bool(self._matcher.try_consume_tokens([token]) == 1)

    def allowed(self) -> NDArray[np.intp]:
        """The tokens that may come next, sorted."""
        mask = np.frombuffer(self._matcher.compute_bitmask(), np.uint8)
        bits = np.unpackbits(mask, bitorder="little")[: self._vocabulary]
        return np.flatnonzero(bits)

    def forced(self) -> list[int]:
        """Take and return the tokens that must come next whatever the model thinks."""
        tokens: list[int] = self._matcher.compute_ff_tokens()
        if tokens:
            self._matcher.consume_tokens(tokens)
        return tokens
