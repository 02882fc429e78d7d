"""The embedder: sentences to unit vectors, in a child process (``encoders/child.py``).

Texts are sorted by length, sent in small batches, and their vectors put back in order; between
batches a search goes before background work, and a cancel is heard. The child starts at the first
use and loads the model from its folder: safetensors only, no code from the folder, no network.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from indexers.process.child import Child, ChildDied, ChildSilent
from warehouse.errors import EngineDied, ModelMissing, ModelRefused
from warehouse.search.encoders import folders
from warehouse.search.encoders.child import Rows, Texts

BATCH_TEXTS = 32
PATIENCE_S = 300.0
ATTEMPTS = 2
CHILD = "warehouse.search.encoders.child"
Vectors = NDArray[np.float32]
Vector = np.ndarray[tuple[int], np.dtype[np.float32]]
Embed = Callable[[Sequence[str]], Vectors]
OnBatch = Callable[[int], None]


class Embeds(Protocol):
    """``embed`` gives unit rows, shape (n, dimension), in the order of the texts.

    In the ``background`` they are for an index, else they are asked for now and exact. ``on_batch``
    is told how many are done, and may raise to stop. ``name`` changes whenever the vectors of an
    index would.
    """

    @property
    def present(self) -> bool: ...

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(
        self, texts: Sequence[str], background: bool = False, on_batch: OnBatch | None = None
    ) -> Vectors: ...

    def close(self) -> None: ...


class Embedder:
    """Safe to use from any thread. Raises ModelMissing, ModelRefused, EngineDied.

    ``way`` is "reference" for sentence-transformers whatever the model; "fast" is for those models
    that can go it, in the ``precision`` given or else the best for this processor.
    """

    def __init__(
        self,
        folder: Path,
        log: Path | None = None,
        way: folders.Way = "fast",
        precision: folders.Precision | None = None,
    ) -> None:
        self.folder = folder
        self.precision = precision or folders.precision()
        self._wanted_way = way
        self._log = log
        self._turns = _Turns()
        self._child: Child | None = None
        self._number = 0

    @property
    def name(self) -> str:
        """The model, and the precision where it is not that of the reference."""
        exact = self.way == "reference" or self.precision == "f32"
        return self.folder.name if exact else f"{self.folder.name} {self.precision}"

    @property
    def way(self) -> folders.Way:
        """As wanted until the model is there, and then as its folder allows."""
        fast = self._wanted_way == "fast" and self.present
        return folders.way(self.folder) if fast else self._wanted_way

    @property
    def dimension(self) -> int:
        """Read from the model's own description, without loading it."""
        return folders.dimension(self.folder)

    @property
    def present(self) -> bool:
        return folders.is_embedder(self.folder)

    def warm(self) -> None:
        """Load the model now rather than at the first search."""
        self.embed(["ready"])

    def embed(
        self, texts: Sequence[str], background: bool = False, on_batch: OnBatch | None = None
    ) -> Vectors:
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for at in range(0, len(order), BATCH_TEXTS):
            batch = order[at : at + BATCH_TEXTS]
            with self._turns.take(background):
                vectors[batch] = self._ask(tuple(texts[index] for index in batch), not background)
            if on_batch is not None:
                on_batch(at + len(batch))
        return vectors

    def close(self) -> None:
        with self._turns.take(background=False):
            self._drop_child()

    def _ask(self, texts: tuple[str, ...], exact: bool) -> Vectors:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._exchange(texts, exact)
            except (ChildDied, ChildSilent) as error:
                self._drop_child()
                if attempt == ATTEMPTS:
                    raise EngineDied(f"The embedder stopped: {error}") from error
        raise AssertionError("unreachable")

    def _exchange(self, texts: tuple[str, ...], exact: bool) -> Vectors:
        child = self._running_child()
        self._number += 1
        child.send(msgspec.msgpack.encode(Texts(self._number, texts, exact)))
        reply = self._reply(child)
        if reply.failure:
            self._drop_child()
            raise ModelRefused(f"The embedder could not be used: {reply.failure}")
        rows = np.frombuffer(reply.rows, dtype=np.float32)
        if rows.size != len(texts) * self.dimension or not np.isfinite(rows).all():
            raise ModelRefused("The embedder gave vectors that cannot be used.")
        return rows.reshape(len(texts), self.dimension)

    def _reply(self, child: Child) -> Rows:
        """To the last question: one that was interrupted leaves a reply that nobody waits for."""
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            try:
                reply = msgspec.msgpack.decode(child.receive(PATIENCE_S), type=Rows)
            except msgspec.MsgspecError as error:
                raise ChildDied("it sent what is no message") from error
            if reply.number == self._number or reply.failure:
                return reply
        raise ChildSilent

    def _running_child(self) -> Child:
        if self._child is not None and self._child.alive:
            return self._child
        self._drop_child()
        if not self.present:
            model = self.folder.name
            raise ModelMissing(
                f"The embedder {model} is not there: words can be found, meanings cannot.",
                f"Open Models, or run: muniment models fetch {model}",
            )
        args = [str(self.folder), self.way, self.precision]
        self._child = Child(CHILD, args, self._log, reads=folders.files(self.folder))
        return self._child

    def _drop_child(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None


class _Turns:
    """One user at a time; who waits in the foreground goes before the background."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._busy = False
        self._urgent = 0

    @contextlib.contextmanager
    def take(self, background: bool) -> Iterator[None]:
        with self._changed:
            if background:
                self._changed.wait_for(lambda: not self._busy and not self._urgent)
            else:
                self._urgent += 1
                self._changed.wait_for(lambda: not self._busy)
                self._urgent -= 1
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
