"""Keeps a reply from taking over its prompt word by word.

The n-gram block of summarisers (no run of n may repeat the source), in words instead of tokens: a
reply that has taken over ``run`` words in a row may not write the next small word that the prompt
has: it goes on with another word, or ends the sentence. Only a small word is refused, since it is
the joint at which a sentence can be built another way; where another word is, a model writes one
that says something else ("southwest of" for "southeast of"). The small words of a name ("of" in
"Book of Hours") are exempt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from warehouse.engine.child.context import Rows
from warehouse.engine.child.sampling import likeliest

SMALL = 3  # letters of a small word, at most
NAME_GAP = 2  # small words between two of a name
Piece = Callable[[int], bytes]
_ENDS = (b".", b",", b";")


class OwnWords:
    """Knows the runs of ``run`` words in ``prompt``; ``take`` follows the reply."""

    def __init__(self, prompt: Sequence[int], run: int, piece: Piece) -> None:
        self._run, self._piece = run, piece
        self._next: defaultdict[tuple[bytes, ...], set[bytes]] = defaultdict(set)
        self._written: list[bytes] = []
        words = list(_words(prompt, piece))
        bare = [word.lower() for word in words]
        for at in range(run, len(words)):
            if words[at].isalpha() and len(words[at]) <= SMALL and not _is_fixed(words, at):
                self._next[tuple(bare[at - run : at])].add(bare[at])

    def take(self, tokens: Sequence[int]) -> None:
        """These stand in the reply from now on."""
        for token in tokens:
            piece = self._piece(token)
            if piece[:1].isspace() or not self._written:
                self._written.append(piece)
            else:
                self._written[-1] += piece

    def without(self, row: Rows) -> Rows:
        """Logits of the next token, without those that would go on as the prompt does."""
        tail = tuple(_bare(word).lower() for word in self._written[-self._run :])
        words = self._next.get(tail)
        if not words:
            return row
        beginnings = {b" " + word[:end] for word in words for end in range(1, len(word) + 1)}
        left = row.copy()
        left[[at for at in likeliest(row) if not self._goes_on(at, beginnings)]] = -np.inf
        return left

    def _goes_on(self, token: int, beginnings: set[bytes]) -> bool:
        """Is it the beginning of another word, or the end of what stands there?"""
        piece = self._piece(token)
        if piece[:1].isspace():
            return piece.lower() not in beginnings and piece.strip()[:1].isalnum()
        return not piece or (piece in _ENDS and not self._written[-1].endswith(_ENDS))


def _words(tokens: Sequence[int], piece: Piece) -> Iterator[bytes]:
    """Between spaces, each without what stands around it."""
    return map(_bare, b"".join(map(piece, tokens)).split())


def _is_fixed(words: Sequence[bytes], at: int) -> bool:
    """Is it of a name, or what a number counts?"""
    before, after = words[max(0, at - NAME_GAP) : at], words[at + 1 : at + 1 + NAME_GAP]
    in_name = any(map(_is_capital, before)) and any(map(_is_capital, after))
    counted = any(letter in b"0123456789" for letter in words[at - 1])
    return _is_capital(words[at]) or counted or in_name


def _is_capital(word: bytes) -> bool:
    return word[:1].isupper()


def _bare(word: bytes) -> bytes:
    return word.strip(b" \n\t.,;:!?()[]\"'")
