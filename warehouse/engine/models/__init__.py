"""Models on this machine: the catalogue, what is installed, and how a missing one is fetched.

``fetch`` tries the sources of an entry in order. Each source puts its files into a draft folder
inside the home; then every file is checked against its SHA-256 and only then renamed into place,
so a file under its own name is always whole. What was downloaded stays until it has been used, so
that an interrupted fetch goes on where it stopped. No socket is opened by this process: the
downloads run in children (pip, and fetcher.py).
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.disk.durable import write_whole
from warehouse.engine import receipt
from warehouse.engine.model_file import hashes
from warehouse.engine.models.entries import (
    CATALOGUE,
    CatalogueEntry,
    HubSource,
    IndexSource,
    SourceFailed,
    load,
    models_folder,
)
from warehouse.engine.models.hub import HUB
from warehouse.engine.models.hub import download as hub_download
from warehouse.engine.models.index import download as index_download
from warehouse.errors import BadInput, DownloadError, ModelMissing
from warehouse.run import Run
from warehouse.settings import Settings, expanded

CHUNK_BYTES = 4 * 1024 * 1024
SPARE_BYTES = 200 * 1024 * 1024


class Installed(Struct, frozen=True):
    """A model on disk. ``id`` is the catalogue's, or the file name of a model brought along.

    ``sha256`` is empty where it was never computed.
    """

    id: str
    title: str
    kind: str
    path: Path
    bytes: int
    sha256: str


def catalogue(path: Path = CATALOGUE) -> list[CatalogueEntry]:
    return load(path)


def entry(id: str, path: Path = CATALOGUE) -> CatalogueEntry:
    """Raises BadInput, naming the ids there are."""
    entries = catalogue(path)
    for candidate in entries:
        if candidate.id == id:
            return candidate
    known = ", ".join(candidate.id for candidate in entries)
    raise BadInput(f"The catalogue has no model “{id}”.", f"It has: {known}.")


def locate(id_or_path: str) -> Path | None:
    """Where a model lies: by catalogue id, by name in the models folder, or by path."""
    for candidate in catalogue():
        if candidate.id == id_or_path:
            return candidate.path if candidate.whole() else None
    if not id_or_path:
        return None
    place = expanded(id_or_path)
    if place.name == id_or_path and (models_folder() / place).exists():
        return models_folder() / place
    return place if place.exists() else None


def both_slots(settings: Settings) -> tuple[Path, Path | None]:
    """The files of the reasoning and the processing model; None where that falls back.

    Raises ModelMissing.
    """
    reasoning = locate(settings.model)
    if reasoning is None:
        raise ModelMissing(f"The model {settings.model} is not installed.")
    if not settings.processing_model:
        return reasoning, None
    processing = locate(settings.processing_model)
    if processing is None:
        raise ModelMissing(f"The processing model {settings.processing_model} is not installed.")
    return reasoning, processing


def installed() -> list[Installed]:
    """Catalogue models that are whole, in catalogue order, then other GGUF files by name."""
    known = [candidate for candidate in catalogue() if candidate.whole()]
    kept = _hashes()
    listed = [
        Installed(
            candidate.id,
            candidate.title,
            candidate.kind,
            candidate.path,
            _size_bytes(candidate.path),
            candidate.sha256 or kept.get(candidate.file, ""),
        )
        for candidate in known
    ]
    names = {candidate.file for candidate in catalogue()}
    others = sorted(path for path in models_folder().glob("*.gguf") if path.name not in names)
    listed += [
        Installed(path.name, path.stem, "chat", path, _size_bytes(path), kept.get(path.name, ""))
        for path in others
    ]
    return listed


def was_deleted(id: str) -> bool:
    """Was it fetched into this home, and is not there any more?"""
    wanted = entry(id)
    return wanted.file in _hashes() and not wanted.path.exists()


def fetch(
    id: str,
    run: Run,
    *,
    catalogue_path: Path = CATALOGUE,
    pip_options: Sequence[str] = (),
    hub: str = HUB,
) -> Path:
    """Bring a catalogue model here, unless it is; its path. Progress is in bytes.

    Raises DownloadError (no network, wrong hash, no space), BadInput (unknown id, or another
    fetch of it is going on), Cancelled.
    """
    wanted = entry(id, catalogue_path)
    if wanted.whole():
        return wanted.path
    work = models_folder() / ".fetch" / wanted.id
    try:
        work.mkdir(parents=True, exist_ok=True)
        with _alone(work / "lock", wanted):
            _fetch_from_sources(wanted, work, run, pip_options, hub)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _no_space(wanted, models_folder(), wanted.size_bytes) from error
        raise DownloadError(f"{wanted.title} could not be written: {error}.") from error
    shutil.rmtree(work, ignore_errors=True)
    return wanted.path


def sha256_of(path: Path, run: Run, note: str = "") -> str:
    digest, done, total = hashlib.sha256(), 0, path.stat().st_size
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            done += len(chunk)
            run.step("Checking", done, total, note)
    return digest.hexdigest()


def _fetch_from_sources(
    wanted: CatalogueEntry, work: Path, run: Run, pip_options: Sequence[str], hub: str
) -> None:
    reasons = []
    for source in wanted.sources:
        _check_space(wanted, source, work)
        try:
            if isinstance(source, IndexSource):
                draft = work / "index"
                receipt.note(source.parts)
                index_download(wanted, source, draft, run, pip_options)
            else:
                draft = work / "hub"
                receipt.note(len(wanted.expected))
                hub_download(wanted, source, draft, run, hub)
            _install(wanted, draft / "files", run)
            return
        except SourceFailed as failure:
            reasons.append(str(failure))
    raise DownloadError(f"{wanted.title} could not be fetched: {'; '.join(reasons)}.")


def _install(wanted: CatalogueEntry, draft: Path, run: Run) -> None:
    """Check every file, then rename into place. Raises SourceFailed; a wrong file is removed."""
    arrived = {}
    for name, sha256 in wanted.expected.items():
        arrived[name] = sha256_of(draft / name, run, wanted.title)
        if sha256 and arrived[name] != sha256:
            shutil.rmtree(draft.parent, ignore_errors=True)
            raise SourceFailed(
                f"what arrived is not the official file {name} "
                f"(SHA-256 {arrived[name][:12]}…, expected {sha256[:12]}…) and was removed"
            )
    if wanted.files:
        shutil.rmtree(wanted.path, ignore_errors=True)
        draft.replace(wanted.path)
    else:
        (draft / wanted.file).replace(wanted.path)
        with contextlib.suppress(OSError):  # else it is read whole once more
            hashes.remember(wanted.path, arrived[wanted.file])
    _keep_hash(wanted, arrived[next(iter(wanted.expected))])


def _keep_hash(wanted: CatalogueEntry, sha256: str) -> None:
    raw = msgspec.json.encode({**_hashes(), wanted.file: sha256})
    write_whole(models_folder() / "hashes.json", raw)


def _hashes() -> dict[str, str]:
    """File name -> SHA-256 of what was fetched; an unreadable file counts as none kept."""
    with contextlib.suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
        return msgspec.json.decode(
            (models_folder() / "hashes.json").read_bytes(), type=dict[str, str]
        )
    return {}


def _check_space(wanted: CatalogueEntry, source: IndexSource | HubSource, work: Path) -> None:
    copies = 2 if isinstance(source, IndexSource) else 1
    have = sum(path.stat().st_size for path in work.rglob("*") if path.is_file())
    need = copies * wanted.size_bytes + SPARE_BYTES - have
    if shutil.disk_usage(work).free < need:
        raise _no_space(wanted, work, need)


def _no_space(wanted: CatalogueEntry, folder: Path, need: int) -> DownloadError:
    free = shutil.disk_usage(folder).free / 1e9
    return DownloadError(
        f"The disk is too full for {wanted.title}: {need / 1e9:.1f} GB are needed, {free:.1f} GB "
        "free.",
        "Free some space and run the same command again; finished parts are kept.",
    )


def _size_bytes(path: Path) -> int:
    if path.is_dir():
        return sum(part.stat().st_size for part in path.rglob("*") if part.is_file())
    return path.stat().st_size


@contextlib.contextmanager
def _alone(lock: Path, wanted: CatalogueEntry) -> Iterator[None]:
    """Two fetches of one model would write into the same parts."""
    with lock.open("a") as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BadInput(
                f"{wanted.title} is being fetched already.", "Wait for the other fetch to end."
            ) from error
        yield
