"""From the requests of a call to tasks: chat template, tokens, grammar, and the overflow check.

Runs on the pipe's thread of the engine's child, so that bad input is answered while a batch is
being evaluated. Nothing is queued unless the whole call can be.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine.child.chat import Chat, Prompt
from warehouse.engine.child.context import Model
from warehouse.engine.child.grammar import Grammars, SchemaRefused
from warehouse.engine.child.scheduler import Entry
from warehouse.engine.child.tasks import Picking, Scoring, Task, Writing
from warehouse.engine.labels import spellings
from warehouse.engine.protocol import ChooseRequest, Request, ScoreRequest
from warehouse.engine.wire import SubmitChoices, SubmitRequests, SubmitScores
from warehouse.errors import BadInput, ContextOverflow


class Preparer:
    """Makes the entries of a call. Raises ContextOverflow and BadInput, with the request named."""

    def __init__(self, model: Model, chat: Chat, cells: int) -> None:
        self._model = model
        self._chat = chat
        self._grammars = Grammars(model)
        self._limit = min(cells, model.trained_context) if model.trained_context > 0 else cells

    def requests(self, submit: SubmitRequests) -> list[Entry]:
        return [
            Entry(self._writing(request), submit.call, index, submit.foreground, submit.stream)
            for index, request in enumerate(submit.requests)
        ]

    def scores(self, submit: SubmitScores) -> list[Entry]:
        return [
            Entry(self._scoring(request), submit.call, index, submit.foreground)
            for index, request in enumerate(submit.requests)
        ]

    def choices(self, submit: SubmitChoices) -> list[Entry]:
        return [
            Entry(task, submit.call, index, submit.foreground, part=part)
            for index, request in enumerate(submit.requests)
            for part, task in enumerate(self._choosing(request))
        ]

    def count(self, text: str) -> int:
        return len(self._model.tokenize(text))

    def _writing(self, request: Request) -> Task:
        if request.max_tokens < 1:
            raise BadInput(f"The prompt {request.prompt!r} asks for no tokens.")
        prompt = self._chat.prompt(request.messages, request.prefill)
        tokens = [*prompt.head, *self._chat.tokens(prompt.tail)]
        self._check(request.prompt, len(tokens), request.max_tokens)
        constraint = None
        if request.schema is not None:
            try:
                constraint = self._grammars.constraint(request.schema)
            except SchemaRefused as error:
                raise BadInput(
                    f"The schema of {request.prompt!r} cannot be used: {error}"
                ) from error
        return Writing(tokens, request, constraint, self._model.piece, self._model.is_end)

    def _scoring(self, request: ScoreRequest) -> Task:
        prompt = self._chat.prompt(request.messages)
        tokens, continuation = self._chat.continued(prompt, request.continuation)
        self._check(request.prompt, len(tokens), len(continuation))
        return Scoring(tokens, continuation)

    def _choosing(self, request: ChooseRequest) -> list[Task]:
        """One task that reads all labels off one row; or one per label where they are longer."""
        if len(set(request.labels)) != len(request.labels) or not all(request.labels):
            raise BadInput(f"The labels of {request.prompt!r} are not distinct.")
        prompt = self._chat.prompt(request.messages)
        parted = [self._chat.continued(prompt, label) for label in request.labels]
        if any(_begins(a, b) for _, a in parted for _, b in parted if a is not b):
            parted = [(tokens, [*label, self._model.eos]) for tokens, label in parted]
        for tokens, label in parted:
            self._check(request.prompt, len(tokens), len(label))
        first = parted[0][0]
        if all(tokens == first and len(label) == 1 for tokens, label in parted):
            return [Picking(first, self._spelled(prompt, first, request.labels))]
        return [Scoring(tokens, label) for tokens, label in parted]

    def _spelled(self, prompt: Prompt, tokens: list[int], labels: Sequence[str]) -> list[list[int]]:
        """For every label the tokens that, alone, spell it after ``tokens``."""
        continued = [
            [self._chat.continued(prompt, way) for way in ways] for ways in spellings(labels)
        ]
        return [
            [label[0] for before, label in ways if before == tokens and len(label) == 1]
            for ways in continued
        ]

    def _check(self, name: str, prompt: int, more: int) -> None:
        if not prompt:
            raise BadInput(f"The prompt {name!r} is empty.")
        if prompt + more > self._limit:
            raise ContextOverflow(
                f"The prompt {name!r} has {prompt} tokens and asks for {more} more; "
                f"the context holds {self._limit}."
            )


def _begins(one: list[int], other: list[int]) -> bool:
    return other[: len(one)] == one
