"""GGUF models that are on this machine already: what they are, and which are the same.

One entry for each model: files that are one inode, or have one SHA-256, are one entry with several
places. Hashes that a keeper's layout tells (Ollama, the hub's cache) cost nothing; others are
computed only when two files have the same size, and remembered. Read-only; a model chosen here is
used where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct, structs

from warehouse.engine.model_file import gguf, hashes
from warehouse.engine.models.places import Place, all_places
from warehouse.errors import MunimentError
from warehouse.run import Run

OTHERS = ("mmproj", "imatrix")


class FoundModel(Struct, frozen=True):
    """``path`` is the (first) file; ``also`` the other places of the same bytes.

    ``facts`` is None for a file that was refused, and ``refusal`` says why. ``sha256`` is empty
    where nobody has computed it yet.
    """

    path: Path
    keeper: str
    name: str
    size_bytes: int
    sha256: str
    licence: str
    facts: gguf.GgufFacts | None
    refusal: str = ""
    also: tuple[Path, ...] = ()

    @property
    def kind(self) -> str:
        """chat, embedder, companion, or "refused"."""
        return self.facts.kind if self.facts is not None else "refused"


def find(folder: Path | None, run: Run, known: Iterable[Path] = ()) -> list[FoundModel]:
    """Models of other programs and of ``folder``, without those at ``known`` paths; by name.

    Raises Cancelled.
    """
    ours = {_identity(path) for path in known if path.exists()}
    entries: dict[tuple[int, int], FoundModel] = {}
    for place in all_places(folder):
        run.step("Looking for models", len(entries), 0, str(place.path))
        if gguf.part_number(place.path) > 1:
            continue
        try:
            identity = _identity(place.path)
        except OSError:
            continue
        if identity in ours:
            continue
        if identity in entries:
            entries[identity] = _with_place(entries[identity], place.path)
        else:
            entries[identity] = _described(place)
    return sorted(_joined(list(entries.values()), run), key=lambda one: one.name.casefold())


def _described(place: Place) -> FoundModel:
    facts, refusal, size = None, "", place.path.stat().st_size
    try:
        facts = gguf.look(place.path)
        size = facts.size_bytes
        if place.companion or any(word in place.path.name.lower() for word in OTHERS):
            facts = structs.replace(facts, kind="companion")
    except MunimentError as error:
        refusal = str(error)
    sha256 = place.sha256
    if gguf.part_number(place.path):
        sha256 = ""  # the keeper knows the hash of the first part alone
    return FoundModel(
        path=place.path,
        keeper=place.keeper,
        name=place.name,
        size_bytes=size,
        sha256=sha256 or _known(place.path),
        licence=(facts.licence if facts is not None else "") or place.licence,
        facts=facts,
        refusal=refusal,
    )


def _joined(entries: Sequence[FoundModel], run: Run) -> list[FoundModel]:
    """Files with the same bytes become one; only those of one size are worth hashing."""
    by_size: dict[int, list[FoundModel]] = {}
    for entry in entries:
        by_size.setdefault(entry.size_bytes, []).append(entry)
    joined: list[FoundModel] = []
    for same_size in by_size.values():
        if len(same_size) == 1:
            joined += same_size
            continue
        by_hash: dict[str, FoundModel] = {}
        for entry in same_size:
            sha256 = entry.sha256 or _hashed(entry.path, run)
            first = by_hash.get(sha256) if sha256 else None
            if first is None:
                by_hash[sha256 or str(entry.path)] = structs.replace(entry, sha256=sha256)
            else:
                by_hash[sha256] = _with_place(first, entry.path, *entry.also)
        joined += by_hash.values()
    return joined


def _with_place(entry: FoundModel, *paths: Path) -> FoundModel:
    return structs.replace(entry, also=(*entry.also, *paths))


def _hashed(path: Path, run: Run) -> str:
    try:
        return hashes.fingerprint(path, run)
    except (OSError, MunimentError):
        run.check()
        return ""


def _known(path: Path) -> str:
    return "" if gguf.part_number(path) else hashes.known(path)


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino
