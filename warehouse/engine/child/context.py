"""The one file that speaks to llama.cpp: a model, its vocabulary, and one context of KV cells.

Everything above works with token numbers, sequence numbers and numpy rows. All sequences share
one unified pool of cells, so that a prefix copied to another sequence costs no memory. One
``decode`` is one micro-batch: an aborted one leaves nothing half done. Imported in the engine's
child process only.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# Threads that spin at OpenMP's barriers make a step ten times slower as soon as another program
# wants a core; it must be said before the library is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import llama_cpp as llama

from warehouse.engine.protocol import Cache

BATCH_TOKENS = 512
OUTPUT_ROWS = 128
WARN_LEVEL = 3
ABORTED = 2
NO_SLOT = 1
GPU_DEVICE = 1
TOKEN_BUFFER_BYTES = 1024
CACHE_TYPES: dict[Cache, int] = {"f16": 1, "q8_0": 8}  # ggml's numbers

Rows = NDArray[np.float32]
Tokens = NDArray[np.int32]


class LoadFailed(Exception):
    """llama.cpp would not load the file or make the context; ``str()`` says which."""


class NoSlot(Exception):
    """No free cells for a batch."""


class DecodeFailed(Exception):
    """llama.cpp reported a fatal error; the context can no longer be trusted."""


@llama.llama_log_callback  # type: ignore[untyped-decorator]
def _log(level: int, text: bytes, _data: object) -> None:
    if level >= WARN_LEVEL:
        sys.stderr.write(text.decode("utf-8", "replace"))
        sys.stderr.flush()


class Model:
    """Weights and vocabulary. ``gpu_layers`` counts from the output side; 0 is the CPU alone."""

    def __init__(self, path: Path, gpu_layers: int = 0) -> None:
        llama.llama_log_set(_log, ctypes.c_void_p(0))
        llama.llama_backend_init()
        parameters = llama.llama_model_default_params()
        parameters.n_gpu_layers = gpu_layers
        if not gpu_layers:  # else large batches, and buffers for them, would go to the card still
            nothing = (ctypes.c_void_p * 1)()
            parameters.devices = ctypes.cast(nothing, ctypes.c_void_p)
        self.handle = llama.llama_model_load_from_file(str(path).encode(), parameters)
        if not self.handle:
            raise LoadFailed(f"the model could not be loaded with {gpu_layers} GPU layers")
        self.vocabulary = llama.llama_model_get_vocab(self.handle)
        self.vocabulary_size = int(llama.llama_vocab_n_tokens(self.vocabulary))
        self.layers = int(llama.llama_model_n_layer(self.handle))
        self.trained_context = int(llama.llama_model_n_ctx_train(self.handle))
        self.adds_bos = bool(llama.llama_vocab_get_add_bos(self.vocabulary))
        self.bos = int(llama.llama_vocab_bos(self.vocabulary))
        self.eos = int(llama.llama_vocab_eos(self.vocabulary))
        self.can_share = not (
            llama.llama_model_is_recurrent(self.handle) or llama.llama_model_is_hybrid(self.handle)
        )
        self._pieces: dict[int, bytes] = {}
        self.tokenize = lru_cache(maxsize=512)(self._tokenize)

    def is_end(self, token: int) -> bool:
        return bool(llama.llama_vocab_is_eog(self.vocabulary, token))

    def _tokenize(self, text: str) -> tuple[int, ...]:
        """Tokens of plain text; control tokens spelt out in it stay text."""
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        tokens = (ctypes.c_int32 * room)()
        count = llama.llama_tokenize(self.vocabulary, data, len(data), tokens, room, False, False)
        return tuple(tokens[: max(0, count)])

    def piece(self, token: int) -> bytes:
        """The bytes a token writes; nothing for a control token."""
        known = self._pieces.get(token)
        if known is None:
            known = self._pieces[token] = self._spell(token, special=False)
        return known

    def spelling(self, token: int) -> str:
        """How a token looks in a chat template, control tokens included."""
        return self._spell(token, special=True).decode("utf-8", "replace") if token >= 0 else ""

    def _spell(self, token: int, special: bool) -> bytes:
        buffer = ctypes.create_string_buffer(TOKEN_BUFFER_BYTES)
        size = llama.llama_token_to_piece(
            self.vocabulary, token, buffer, TOKEN_BUFFER_BYTES, 0, special
        )
        return buffer.raw[: max(0, size)]

    def special_tokens(self) -> tuple[dict[str, int], dict[str, int]]:
        """Spellings of (control tokens, markers that are parsed even in plain text)."""
        control: dict[str, int] = {}
        markers: dict[str, int] = {}
        for token in range(self.vocabulary_size):
            kind = llama.llama_vocab_get_attr(self.vocabulary, token)
            if kind & llama.LLAMA_TOKEN_ATTR_CONTROL:
                control[self.spelling(token)] = token
            elif kind & llama.LLAMA_TOKEN_ATTR_USER_DEFINED:
                text = self.spelling(token)
                if len(text) > 2 and text[0] in "<[" and text[-1] in ">]":
                    markers[text] = token
        control.pop("", None)
        return control, markers

    def template(self) -> str:
        text = llama.llama_model_chat_template(self.handle, None)
        return text.decode("utf-8", "replace") if text else ""

    def close(self) -> None:
        llama.llama_model_free(self.handle)


class Batch:
    """Up to BATCH_TOKENS tokens of many sequences, at most OUTPUT_ROWS of them with logits."""

    def __init__(self) -> None:
        size = BATCH_TOKENS
        self._tokens = np.zeros(size, np.int32)
        self._positions = np.zeros(size, np.int32)
        self._sequences = np.zeros(size, np.int32)
        self._outputs = np.zeros(size, np.int8)
        self._counts = np.ones(size, np.int32)
        pointer = ctypes.POINTER(ctypes.c_int32)
        base = self._sequences.ctypes.data
        self._links = (pointer * size)(
            *(ctypes.cast(base + 4 * index, pointer) for index in range(size))
        )
        self.raw = llama.llama_batch(
            n_tokens=0,
            token=self._tokens.ctypes.data_as(pointer),
            embd=None,
            pos=self._positions.ctypes.data_as(pointer),
            n_seq_id=self._counts.ctypes.data_as(pointer),
            seq_id=self._links,
            logits=self._outputs.ctypes.data_as(ctypes.POINTER(ctypes.c_int8)),
        )
        self.size = 0
        self.rows = 0

    def clear(self) -> None:
        self.size = self.rows = 0

    def add(self, sequence: int, start: int, tokens: Tokens, first_output: int) -> None:
        """Append ``tokens`` at positions from ``start``; logits from position ``first_output``."""
        here = slice(self.size, self.size + len(tokens))
        positions = np.arange(start, start + len(tokens), dtype=np.int32)
        self._tokens[here] = tokens
        self._positions[here] = positions
        self._sequences[here] = sequence
        wanted = positions >= first_output
        self._outputs[here] = wanted
        self.size += len(tokens)
        self.rows += int(wanted.sum())


class Context:
    """The cells, and the decoding of batches. One thread; only ``abort`` may come from others."""

    def __init__(
        self, model: Model, cells: int, sequences: int, threads: int, cache: Cache = "f16"
    ) -> None:
        self._model = model
        self._flag = ctypes.create_string_buffer(2)
        # strlen of the two-byte flag is 0 or 1: an abort callback that needs no Python, because
        # llama.cpp asks once for every node of the graph.
        strlen = ctypes.cast(ctypes.CDLL(_c_library()).strlen, ctypes.c_void_p)
        parameters = llama.llama_context_default_params()
        parameters.n_ctx = cells
        parameters.n_batch = parameters.n_ubatch = BATCH_TOKENS
        parameters.n_outputs_max = OUTPUT_ROWS
        parameters.n_outputs_max_per_seq = OUTPUT_ROWS
        parameters.n_seq_max = sequences
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.kv_unified = True
        # 8-bit values need flash attention, which llama.cpp then switches on by itself.
        parameters.type_k = parameters.type_v = CACHE_TYPES[cache]
        parameters.swa_full = True
        parameters.abort_callback = ctypes.cast(strlen, llama.ggml_abort_callback)
        parameters.abort_callback_data = ctypes.cast(self._flag, ctypes.c_void_p)
        self._handle = llama.llama_init_from_model(model.handle, parameters)
        if not self._handle:
            raise LoadFailed(f"no room for a context of {cells} tokens")
        self._memory = llama.llama_get_memory(self._handle)
        self.cells = int(llama.llama_n_ctx(self._handle))

    def decode(self, batch: Batch) -> Rows | None:
        """Logits of the batch's output rows, in its order, valid until the next call.

        None when ``abort`` was called meanwhile: no token of the batch counts then.
        """
        batch.raw.n_tokens = batch.size
        status = llama.llama_decode(self._handle, batch.raw)
        if status == ABORTED:
            return None
        if status == NO_SLOT:
            raise NoSlot
        if status != 0:
            raise DecodeFailed(f"llama_decode returned {status}")
        if not batch.rows:
            return np.empty((0, self._model.vocabulary_size), np.float32)
        logits = llama.llama_get_logits(self._handle)
        return np.ctypeslib.as_array(logits, (batch.rows, self._model.vocabulary_size))

    def abort(self) -> None:
        """Make a running ``decode`` return soon; holds until ``clear_abort``."""
        self._flag[0] = b"\x01"

    def clear_abort(self) -> None:
        self._flag[0] = b"\x00"

    def copy(self, source: int, target: int, end: int) -> None:
        """Let ``target`` share the first ``end`` cells of ``source``."""
        llama.llama_memory_seq_cp(self._memory, source, target, 0, end)

    def trim(self, sequence: int, start: int) -> None:
        """Forget a sequence's cells from position ``start`` on."""
        llama.llama_memory_seq_rm(self._memory, sequence, start, -1)

    def state_bytes(self, sequence: int) -> int:
        """How large ``state`` is; nothing is copied for it."""
        return int(llama.llama_state_seq_get_size(self._handle, sequence))

    def state(self, sequence: int) -> NDArray[np.uint8]:
        """The keys and values of a sequence, for ``restore``."""
        size = self.state_bytes(sequence)
        data = np.empty(size, np.uint8)
        written = int(llama.llama_state_seq_get_data(self._handle, _bytes(data), size, sequence))
        return data[:written]

    def restore(self, sequence: int, state: NDArray[np.uint8]) -> bool:
        """Put them into free cells; False, with nothing taken, where llama.cpp finds no room."""
        read = llama.llama_state_seq_set_data(self._handle, _bytes(state), len(state), sequence)
        if not read:
            self.trim(sequence, 0)
        return bool(read)

    def length(self, sequence: int) -> int:
        return int(llama.llama_memory_seq_pos_max(self._memory, sequence)) + 1

    def close(self) -> None:
        llama.llama_free(self._handle)


def supports_gpu() -> bool:
    return bool(llama.llama_supports_gpu_offload())


def made_for_gpu() -> bool:
    """Whether this build could use a card, if its driver started."""
    base = Path(llama.__file__).parent / "lib"
    return any(any(base.glob(f"*ggml-{kind}.*")) for kind in ("cuda", "vulkan", "hip", "metal"))


def free_gpu_bytes() -> int:
    """Free memory of the GPU with the most of it; 0 without one."""
    base = Path(llama.__file__).parent / "lib"
    library = ctypes.CDLL(str(next(base.glob("*ggml.*"))))
    core = ctypes.CDLL(str(next(base.glob("*ggml-base.*"))))
    library.ggml_backend_dev_count.restype = ctypes.c_size_t
    library.ggml_backend_dev_get.restype = ctypes.c_void_p
    library.ggml_backend_dev_get.argtypes = [ctypes.c_size_t]
    core.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
    size = ctypes.c_size_t
    core.ggml_backend_dev_memory.argtypes = [ctypes.c_void_p, *2 * [ctypes.POINTER(size)]]
    best = 0
    for index in range(library.ggml_backend_dev_count()):
        device = library.ggml_backend_dev_get(index)
        free, total = size(), size()
        if core.ggml_backend_dev_type(device) == GPU_DEVICE:
            core.ggml_backend_dev_memory(device, ctypes.byref(free), ctypes.byref(total))
            best = max(best, free.value)
    return best


def _bytes(data: NDArray[np.uint8]) -> object:
    return data.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))


def _c_library() -> str | None:
    return "msvcrt" if sys.platform == "win32" else None


def as_tokens(tokens: Sequence[int]) -> Tokens:
    return np.asarray(tokens, np.int32)
