"""What the engine is compared with, in a child: ``python -m warehouse.evaluate.engine.reference``.

Two references on the same llama.cpp: the high-level class of llama-cpp-python, one request after
the other, with all that it has to be fast (its prefix cache, its own JSON schema grammar, all
threads); and plain prefill, full micro-batches of the same tokens
without logits, which is as fast as prompts can be evaluated. Nothing of the program uses this.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import llama_cpp
import msgspec
import numpy as np
from msgspec import Struct

from indexers.process.child import pipes_of_child, read_frame, write_frame
from warehouse.engine.child.chat import Chat
from warehouse.engine.child.context import BATCH_TOKENS, Batch, Context, Model
from warehouse.engine.child.prepare import Preparer
from warehouse.engine.child.scheduler import SEQUENCES
from warehouse.engine.protocol import Message, ScoreRequest
from warehouse.engine.wire import SubmitScores


class Open(Struct, frozen=True, tag=True):
    """``high_level``: the class; else plain prefill."""

    path: str
    high_level: bool
    cells: int
    threads: int
    gpu_layers: int


class Ask(Struct, frozen=True, tag=True):
    messages: tuple[Message, ...]
    max_tokens: int
    schema: dict[str, Any] | None


class Prefill(Struct, frozen=True, tag=True):
    requests: tuple[ScoreRequest, ...]


class Opened(Struct, frozen=True, tag=True):
    pass


class Said(Struct, frozen=True, tag=True):
    text: str
    prompt_tokens: int
    completion_tokens: int


class Prefilled(Struct, frozen=True, tag=True):
    """``seconds`` of evaluation alone: making tokens is not in it."""

    tokens: int
    seconds: float


Down = Open | Ask | Prefill
Up = Opened | Said | Prefilled
encoder = msgspec.msgpack.Encoder()
decode_down = msgspec.msgpack.Decoder[Down](Down).decode
decode_up = msgspec.msgpack.Decoder[Up](Up).decode


class HighLevel:
    def __init__(self, order: Open) -> None:
        self._llama = llama_cpp.Llama(
            order.path,
            n_ctx=order.cells,
            n_batch=BATCH_TOKENS,
            n_threads=order.threads,
            n_threads_batch=order.threads,
            n_gpu_layers=order.gpu_layers,
            verbose=False,
        )

    def answer(self, ask: Ask) -> Said:
        form = {"type": "json_object", "schema": ask.schema} if ask.schema else None
        reply = self._llama.create_chat_completion(
            [msgspec.to_builtins(message) for message in ask.messages],
            max_tokens=ask.max_tokens,
            response_format=form,
            temperature=0.0,
        )
        usage = reply["usage"]
        text = reply["choices"][0]["message"]["content"]
        return Said(text, usage["prompt_tokens"], usage["completion_tokens"])


class Plain:
    def __init__(self, order: Open) -> None:
        self._model = Model(Path(order.path), order.gpu_layers)
        self._context = Context(self._model, order.cells, SEQUENCES, order.threads)
        chat = Chat(self._model.template(), self._model)
        self._preparer = Preparer(self._model, chat, self._context.cells)

    def prefill(self, work: Prefill) -> Prefilled:
        """Evaluate the prompts with their continuations; a start that all share, once."""
        tasks = [
            entry.task for entry in self._preparer.scores(SubmitScores(0, True, work.requests))
        ]
        rows = [task.tokens for task in tasks]
        least = min(map(len, rows))
        block = np.stack([row[:least] for row in rows])
        shared = int((block == block[0]).all(axis=0).cumprod().sum())
        began = time.perf_counter()
        first = rows[0][:shared]
        batch = Batch()
        for start in range(0, shared, BATCH_TOKENS):
            self._add(batch, 0, start, first[start : start + BATCH_TOKENS])
        self._flush(batch)
        for number, row in enumerate(rows, 1):
            self._context.copy(0, number, shared)
            self._add(batch, number, shared, row[shared:])
        self._flush(batch)
        seconds = time.perf_counter() - began
        for number in range(len(rows) + 1):
            self._context.trim(number, 0)
        return Prefilled(shared + sum(len(row) - shared for row in rows), seconds)

    def _add(self, batch: Batch, sequence: int, start: int, tokens: Any) -> None:
        while len(tokens):
            count = min(len(tokens), BATCH_TOKENS - batch.size)
            batch.add(sequence, start, tokens[:count], start + len(tokens))
            start, tokens = start + count, tokens[count:]
            if batch.size == BATCH_TOKENS:
                self._flush(batch)

    def _flush(self, batch: Batch) -> None:
        if batch.size:
            self._context.decode(batch)
        batch.clear()


def main() -> None:
    incoming, outgoing = pipes_of_child()

    def send(message: Up) -> None:
        write_frame(outgoing, encoder.encode(message))

    first = read_frame(incoming)
    if first is None:
        return
    order = decode_down(first)
    assert isinstance(order, Open)
    reference = HighLevel(order) if order.high_level else Plain(order)
    send(Opened())
    while (frame := read_frame(incoming)) is not None:
        message = decode_down(frame)
        if isinstance(message, Ask):
            assert isinstance(reference, HighLevel)
            send(reference.answer(message))
        elif isinstance(message, Prefill):
            assert isinstance(reference, Plain)
            send(reference.prefill(message))


if __name__ == "__main__":
    main()
