"""One sequence's worth of work: what it must evaluate, and what it makes of the logits.

A task knows its tokens so far and from which position on it wants logits. The scheduler evaluates
the next pending tokens and hands over the rows; a writing task then appends what it sampled, a
scoring task adds up likelihoods. A reply that copies from its prompt is drafted ahead from there:
guesses are evaluated along, and those that the model does not choose itself are taken back. Tasks
know nothing of cells or of each other.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from warehouse.engine.child.context import Rows, Tokens, as_tokens
from warehouse.engine.child.grammar import Constraint, NotClosed
from warehouse.engine.child.letters import Letters
from warehouse.engine.child.own_words import OwnWords
from warehouse.engine.child.sampling import Sampler, log_likelihood
from warehouse.engine.labels import choice
from warehouse.engine.protocol import Choice, Completion, Request, Score

NO_SEQUENCE = -1
DRAFT_MATCH = 3
DRAFT_LIMIT = 8
DRAFT_PLACES = 32


class Task:
    """Base of the three kinds. ``evaluated`` tokens of ``tokens`` stand in cells.

    ``drafted`` tokens more, guesses, may be evaluated after the last known one.
    """

    def __init__(self, prompt: Sequence[int], more: int) -> None:
        self.prompt_size = len(prompt)
        self._tokens = np.empty(len(prompt) + more, np.int32)
        self._tokens[: len(prompt)] = prompt
        self.size = len(prompt)
        self.evaluated = 0
        self.drafted = 0
        self.first_output = len(prompt) - 1
        self.sequence = NO_SEQUENCE
        self.done = False

    @property
    def tokens(self) -> Tokens:
        """All tokens known so far, evaluated or not."""
        return self._tokens[: self.size]

    @property
    def pending(self) -> int:
        """Known tokens that are not evaluated yet."""
        return self.size - self.evaluated

    def stretch(self, start: int, count: int) -> Tokens:
        """Tokens to evaluate from position ``start`` on, drafted ones last."""
        return self._tokens[start : start + count]

    @property
    def to_come(self) -> int:
        """Cells it may still take at most."""
        return len(self._tokens) - self.evaluated

    @property
    def decoding(self) -> bool:
        return self.evaluated >= self.prompt_size

    def receive(self, start: int, rows: Rows) -> int:
        """``rows`` are the logits at positions ``start``, ``start + 1``, ...

        Returns how many of the positions last evaluated held wrong guesses and must be forgotten.
        """
        raise NotImplementedError

    def restart(self) -> None:
        """Its cells were taken away: all known tokens are to be evaluated again."""
        self.sequence = NO_SEQUENCE
        self.evaluated = 0

    def _append(self, tokens: Sequence[int]) -> None:
        self._tokens[self.size : self.size + len(tokens)] = tokens
        self.size += len(tokens)


class Writing(Task):
    """A completion. ``text`` is complete characters only, cut at a stop text."""

    def __init__(
        self,
        prompt: Sequence[int],
        request: Request,
        constraint: Constraint | None,
        piece: Callable[[int], bytes],
        is_end: Callable[[int], bool],
    ) -> None:
        super().__init__(prompt, request.max_tokens)
        self._request = request
        self._constraint = constraint
        self._sampler = Sampler(request.temperature, request.top_p, request.seed)
        self._own = OwnWords(prompt, request.own_words, piece) if request.own_words else None
        self._letters = Letters(prompt, piece)
        self._ease: list[float] = []
        self._piece = piece
        self._is_end = is_end
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stopped = False
        self.text = ""
        self._ending = 0
        self.problem = ""
        if constraint is not None:
            self._take(constraint.forced())

    @property
    def written(self) -> int:
        return self.size - self.prompt_size

    def receive(self, start: int, rows: Rows) -> int:
        if self.done or not len(rows):
            return 0
        known = self.size
        guessed = self._tokens[known : known + len(rows) - 1].copy()
        right = 0
        while True:
            self._write(rows[right])
            written = self.tokens[known:]
            right = common_prefix(written, guessed)
            if self.done or right < len(written):
                break
        self._draft()
        return len(guessed) - right

    def _write(self, row: Rows) -> None:
        """One token by the model, and those that the schema leaves no choice about."""
        token = self._next(row)
        if self._own is not None:
            self._ease += log_likelihood(row, as_tokens([token])).tolist()
        if self._is_end(token):
            self._finish(stopped=True)
            return
        tokens = [token]
        if self._constraint is not None:
            tokens += self._constraint.forced()
        self._take(tokens)

    def _draft(self) -> None:
        """Guess that a reply which repeats earlier words goes on as they did.

        Prompt lookup decoding (Saxena 2023). The longer the repetition, the more is guessed.
        """
        self.drafted = 0
        room = len(self._tokens) - self.size
        if self.done or room <= 0:
            return
        at, same = repeated(self.tokens, DRAFT_LIMIT + 1)
        if same >= DRAFT_MATCH:
            guess = self.tokens[at : at + min(same - 1, room)]
            self._tokens[self.size : self.size + len(guess)] = guess
            self.drafted = len(guess)

    def result(self) -> Completion:
        ease = sum(self._ease) / len(self._ease) if self._ease else None
        return Completion(
            self.text,
            "stop" if self._stopped else "length",
            self.prompt_size,
            self.written,
            ease,
            self._ending,
        )

    def _next(self, row: Rows) -> int:
        if self._own is not None:
            row = self._own.without(row)
        token = self._drawn(row)
        if self._constraint is None or self._constraint.accept(token):
            return token
        token = self._drawn(row, self._constraint.allowed())
        self._constraint.accept(token)
        return token

    def _drawn(self, row: Rows, allowed: NDArray[np.intp] | None = None) -> int:
        token = self._sampler.draw(row, allowed)
        if self._letters.are_foreign(token):
            token = self._sampler.draw(self._letters.without(row), allowed)
        return token

    def _take(self, tokens: Sequence[int]) -> None:
        room = len(self._tokens) - self.size
        self._append(tokens[:room])
        if self._own is not None:
            self._own.take(tokens[:room])
        self.first_output = self.size - 1
        self.text += self._decoder.decode(b"".join(map(self._piece, tokens)))
        if self._cut_at_stop() or (self._constraint is not None and self._constraint.complete):
            self._finish(stopped=True)
        elif self.size == len(self._tokens):
            self._close(tokens[room:])
            self._finish(stopped=False)

    def _close(self, beyond: Sequence[int]) -> None:
        """End a schema-bound value at the limit; ``beyond`` are forced tokens past it."""
        if self._constraint is None:
            return
        written = [*self.tokens[self.prompt_size :].tolist(), *beyond]
        try:
            begun, ending = self._constraint.close(written)
            self.text, self._ending = (begun + ending).decode(), len(ending.decode())
        except NotClosed:
            self.problem = (
                f"The reply to {self._request.prompt!r} did not fit in "
                f"{self._request.max_tokens} tokens."
            )

    def _cut_at_stop(self) -> bool:
        places = [self.text.find(stop) for stop in self._request.stop if stop]
        stops = [place for place in places if place >= 0]
        if stops:
            self.text = self.text[: min(stops)]
        return bool(stops)

    def _finish(self, stopped: bool) -> None:
        self._stopped = stopped
        self.done = True


class Scoring(Task):
    """The likelihood of the last tokens of a text that is all known."""

    def __init__(self, prompt: Sequence[int], continuation: Sequence[int]) -> None:
        super().__init__(prompt, len(continuation))
        self._append(continuation[:-1])
        self._wanted = as_tokens(continuation)
        self._logprobs: list[float] = []
        self.done = not continuation

    def restart(self) -> None:
        super().restart()
        self._logprobs.clear()

    def receive(self, start: int, rows: Rows) -> int:
        for offset, row in enumerate(rows):
            place = start + offset - self.prompt_size + 1
            self._logprobs += log_likelihood(row, self._wanted[place : place + 1]).tolist()
        self.done = len(self._logprobs) == len(self._wanted)
        return 0

    def result(self) -> Score:
        return Score(tuple(self._logprobs), self.prompt_size)


class Picking(Task):
    """Which label comes next, each given by the single tokens that spell it."""

    def __init__(self, prompt: Sequence[int], labels: Sequence[Sequence[int]]) -> None:
        super().__init__(prompt, 0)
        self._labels = [as_tokens(spelled) for spelled in labels]
        self._choice: Choice | None = None

    def receive(self, start: int, rows: Rows) -> int:
        if len(rows):
            likely = [log_likelihood(rows[-1], spelled).tolist() for spelled in self._labels]
            self._choice = choice(likely, self.prompt_size)
            self.done = True
        return 0

    def result(self) -> Choice:
        assert self._choice is not None
        return self._choice


def common_prefix(one: Tokens, other: Tokens) -> int:
    """Length of the common prefix."""
    size = min(len(one), len(other))
    if not size or one[0] != other[0]:
        return 0
    apart = one[:size] != other[:size]
    first = int(apart.argmax())
    return first if apart[first] else size


def repeated(tokens: Tokens, limit: int) -> tuple[int, int]:
    """Where the longest earlier copy of the last tokens ends, and its length, up to ``limit``.

    Only the last DRAFT_PLACES copies of the last two tokens are looked at; without any, 0 and 0.
    """
    if len(tokens) < 3:
        return 0, 0
    ends = np.flatnonzero((tokens[1:-1] == tokens[-1]) & (tokens[:-2] == tokens[-2])) + 2
    best, longest = 0, 0
    for end in ends[-DRAFT_PLACES:].tolist():
        length = common_prefix(tokens[max(0, end - limit) : end][::-1], tokens[::-1][:limit])
        if length > longest:
            best, longest = end, length
    return best, longest
