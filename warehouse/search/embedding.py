"""The embedder: sentences to unit vectors, in a child process. The only importer of torch.

The parent half (``Embedder``) sorts texts by length, sends them in small batches and puts the
vectors back in order; between batches a search goes before background work, and a cancel is
heard. The child half (``main``, run as ``python -m warehouse.search.embedding FOLDER``) loads the
model from its folder: safetensors only, no code from the folder, no network. Loading torch takes
seconds, so the child starts at the first use.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexers.child import Child, ChildDied, ChildSilent, Incoming, pipes_of_child, write_frame
from warehouse.errors import EngineDied, ModelMissing, ModelRefused

BATCH_TEXTS = 32
PATIENCE_S = 300.0
ATTEMPTS = 2
DIMENSION_WHEN_ABSENT = 384
Vectors = NDArray[np.float32]
OnBatch = Callable[[int], None]


class Embeds(Protocol):
    """``embed`` gives unit rows, shape (n, dimension), in the order of the texts.

    ``on_batch`` is told how many are done, and may raise to stop. ``name`` changes whenever the
    vectors would.
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


class Texts(Struct, frozen=True, array_like=True):
    number: int
    texts: tuple[str, ...]


class Rows(Struct, frozen=True, array_like=True):
    """float32, row by row; ``failure`` is empty or says why there are none."""

    number: int
    rows: bytes
    failure: str = ""


class Embedder:
    """Safe to use from any thread. Raises ModelMissing, ModelRefused, EngineDied."""

    def __init__(self, folder: Path, log: Path | None = None) -> None:
        self.folder = folder
        self._log = log
        self._turns = _Turns()
        self._child: Child | None = None
        self._number = 0

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def dimension(self) -> int:
        """Read from the model's own description, without loading it."""
        for file, key in (
            ("1_Pooling/config.json", "word_embedding_dimension"),
            ("config.json", "hidden_size"),
        ):
            with contextlib.suppress(OSError, ValueError):
                found = json.loads((self.folder / file).read_text()).get(key)
                if isinstance(found, int) and found > 0:
                    return found
        return DIMENSION_WHEN_ABSENT

    @property
    def present(self) -> bool:
        return (self.folder / "model.safetensors").is_file()

    def warm(self) -> None:
        """Load the model now rather than at the first search."""
        self.embed(["ready"], background=True)

    def embed(
        self, texts: Sequence[str], background: bool = False, on_batch: OnBatch | None = None
    ) -> Vectors:
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for at in range(0, len(order), BATCH_TEXTS):
            batch = order[at : at + BATCH_TEXTS]
            with self._turns.take(background):
                vectors[batch] = self._ask(tuple(texts[index] for index in batch))
            if on_batch is not None:
                on_batch(at + len(batch))
        return vectors

    def close(self) -> None:
        with self._turns.take(background=False):
            self._drop_child()

    def _ask(self, texts: tuple[str, ...]) -> Vectors:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._exchange(texts)
            except (ChildDied, ChildSilent) as error:
                self._drop_child()
                if attempt == ATTEMPTS:
                    raise EngineDied(f"The embedder stopped: {error}") from error
        raise AssertionError("unreachable")

    def _exchange(self, texts: tuple[str, ...]) -> Vectors:
        child = self._running_child()
        self._number += 1
        child.send(msgspec.msgpack.encode(Texts(self._number, texts)))
        reply = Rows(0, b"")
        # An exchange that was interrupted leaves a reply that nobody waits for.
        while reply.number != self._number:
            reply = msgspec.msgpack.decode(child.receive(PATIENCE_S), type=Rows)
            if reply.failure:
                self._drop_child()
                raise ModelRefused(f"The embedder could not be used: {reply.failure}")
        rows = np.frombuffer(reply.rows, dtype=np.float32)
        if rows.size != len(texts) * self.dimension or not np.isfinite(rows).all():
            raise ModelRefused("The embedder gave vectors that cannot be used.")
        return rows.reshape(len(texts), self.dimension)

    def _running_child(self) -> Child:
        if self._child is not None and self._child.alive:
            return self._child
        self._drop_child()
        if not self.present:
            raise ModelMissing(
                f"The embedder {self.name} is not there: words can be found, meanings cannot.",
                f"Open Models, or run: muniment models fetch {self.name}",
            )
        self._child = Child("warehouse.search.embedding", [str(self.folder)], self._log)
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


def main() -> None:
    """The child: read texts, write rows, until its parent is gone."""
    pipe, outgoing = pipes_of_child()
    incoming = Incoming(pipe)
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")
    if hasattr(os, "nice"):
        os.nice(5)
    encode = None
    while True:
        question = msgspec.msgpack.decode(incoming.get(), type=Texts)
        try:
            encode = encode or _load(Path(sys.argv[1]))
            reply = Rows(question.number, encode(question.texts))
        except (OSError, ValueError, RuntimeError, KeyError, ImportError) as error:
            reply = Rows(question.number, b"", str(error) or type(error).__name__)
        write_frame(outgoing, msgspec.msgpack.encode(reply))


def _load(folder: Path) -> Callable[[Sequence[str]], bytes]:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(
        str(folder),
        trust_remote_code=False,
        local_files_only=True,
        model_kwargs={"use_safetensors": True},
    )

    def encode(texts: Sequence[str]) -> bytes:
        rows = model.encode(
            list(texts),
            batch_size=BATCH_TEXTS,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return np.asarray(rows, dtype=np.float32).tobytes()

    return encode


if __name__ == "__main__":
    main()
