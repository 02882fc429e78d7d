"""Where a number was measured: the machine, the versions, the source it was measured with."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import psutil  # type: ignore[import-untyped]

from warehouse.engine.calibrated import FOLDER
from warehouse.engine.probe import processor
from warehouse.version import version

LIBRARIES = ("llama-cpp-python", "lancedb", "sentence-transformers", "torch", "pymupdf")
_ROOT = Path(__file__).resolve().parents[2]


def context() -> dict[str, str]:
    """Processor, cores, memory, system, versions and date."""
    return {
        "processor": processor(),
        "cores": str(os.cpu_count() or 0),
        "memory_gib": f"{psutil.virtual_memory().total / 2**30:.0f}",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": ", ".join(f"{name} {version(name)}" for name in ("muniment", *LIBRARIES)),
        "source": fingerprint()[:12],
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def fingerprint() -> str:
    """SHA-256 over sources, prompts and fits: results of other code or weights are not mixed."""
    digest = hashlib.sha256()
    for file in _sources():
        digest.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def key(*parts: object) -> str:
    """A name for what is kept of these, by this code."""
    whole = msgspec.json.encode((*parts, fingerprint()))
    return hashlib.sha256(whole).hexdigest()[:12]


def _sources() -> Iterator[Path]:
    for package in ("indexers", "warehouse"):
        for suffix in ("*.py", "*.md"):
            yield from sorted((_ROOT / package).rglob(suffix))
    yield from sorted(FOLDER.glob("*.json"))
