"""SHA-256 of model files, remembered in the home by file identity, size and time of change.

A model of several GB takes many seconds to hash, so it is done when somebody needs it and not
twice. A file that was moved or linked keeps its identity; one that was written to does not.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from pathlib import Path

import msgspec

from warehouse.disk.durable import read_json, write_whole
from warehouse.engine.model_file.gguf import part_number, split_parts
from warehouse.run import Run
from warehouse.settings import home

CHUNK_BYTES = 4 * 2**20
_lock = threading.Lock()


def fingerprint(path: Path, run: Run | None = None) -> str:
    """SHA-256 of a model in hex; of a split model, the hash over the hashes of its parts.

    Raises Cancelled, OSError, ModelRefused when parts are missing.
    """
    parts = split_parts(path) if part_number(path) else (path,)
    hashes = [_of_file(part, run or Run()) for part in parts]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()


def known(path: Path) -> str:
    """The hash if it was computed before, else empty."""
    try:
        return _load().get(_key(path), "")
    except OSError:
        return ""


def remember(path: Path, sha256: str) -> None:
    """Keep a hash that is known from elsewhere."""
    with _lock:
        table = _load()
        table[_key(path)] = sha256
        write_whole(_memory(), msgspec.json.encode(table))


def _of_file(path: Path, run: Run) -> str:
    if kept := known(path):
        return kept
    digest, done, total = hashlib.sha256(), 0, path.stat().st_size
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            done += len(chunk)
            run.step("Checking", done, total, path.name)
    with contextlib.suppress(OSError):  # a full disk: then it is computed again
        remember(path, digest.hexdigest())
    return digest.hexdigest()


def _key(path: Path) -> str:
    status = path.stat()
    return f"{status.st_dev}:{status.st_ino}|{status.st_size}|{status.st_mtime_ns}"


def _memory() -> Path:
    return home() / "model-hashes.json"


def _load() -> dict[str, str]:
    return read_json(_memory(), dict[str, str], {})
