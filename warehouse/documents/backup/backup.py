"""A backup: one file that holds a warehouse, checked by reading it back before it gets its name.

    catalog.db      the truth, copied whole while work goes on
    objects/        the originals
    studies/        questions and articles with their journals
    manifest.json   every file with its size and SHA-256, written last

A plain ZIP without compression (PDFs and images are compressed already), so that it can be opened
without Muniment. The search index is left out: it is made again from the rest. Nothing in an
archive is believed: names come from a short list of shapes, sizes and hashes from the manifest,
and both are checked while the bytes arrive.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
import time
import uuid
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from warehouse.disk.durable import make_folder, put_in_place, sync, sync_tree
from warehouse.documents.backup.sources import is_member, originals, still, studies
from warehouse.errors import BadInput, StorageError
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.folder import require_space
from warehouse.store.objects import CHUNK_BYTES, sentences_for_disk

FORMAT = "muniment-backup-1"
MANIFEST = "manifest.json"
SUFFIX = ".muniment.zip"
# zipfile's RuntimeError: a member with a password, or packed in a way it does not know.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)
# Others are not unpacked a little at a time, and fail in ways of their own.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_MANIFEST_LIMIT = 512 * 2**20
_MOST_NAMED = 5
_OWN_NAME = "own name"


class Kept(Struct, frozen=True):
    """One file of a backup."""

    bytes: int
    sha256: str


class Manifest(Struct, frozen=True):
    """``made`` is local time in ISO form; ``documents`` counts rows of the catalog.

    ``damaged`` names originals that are not what they were when they came in, ``outside`` counts
    those that are referenced where they are, and so are not among the files. ``library`` is what
    ``own_name`` says, "" in backups of before there was one.
    """

    format: str
    made: str
    documents: int
    files: dict[str, Kept]
    damaged: tuple[str, ...] = ()
    outside: int = 0
    library: str = ""

    @property
    def total_bytes(self) -> int:
        return sum(file.bytes for file in self.files.values())

    @property
    def lacks(self) -> tuple[str, ...]:
        """Sentences for the user: what is not in it, or not whole."""
        sentences = []
        if self.outside:
            sentences.append(
                f"Not in it, as they are referenced in place: {self.outside} originals."
            )
        if self.damaged:
            names = ", ".join(Path(name).stem[:12] for name in self.damaged[:_MOST_NAMED])
            sentences.append(f"Damaged in the library: {len(self.damaged)} originals ({names}).")
        return tuple(sentences)


def file_name(folder: Path) -> str:
    """``papers 2026-11-22 1504.muniment.zip`` for a warehouse folder named papers."""
    return f"{folder.name} {time.strftime('%Y-%m-%d %H%M')}{SUFFIX}"


def require_plain(library: Library) -> None:
    """Raises BadInput for an encrypted one: its backup would not be."""
    if library.walls is not None:
        raise BadInput(
            "An encrypted library is not packed into a plain file.",
            "Copy it as it is, encrypted: muniment backup FOLDER, or in Settings.",
        )


def back_up(library: Library, archive: Path, run: Run) -> Manifest:
    """Write ``archive``, read it back, and give it its name; work on the library may go on.

    Raises BadInput when something stands there already, StorageError when there is no room,
    Cancelled; then nothing is left behind.
    """
    if archive.exists():
        raise BadInput(f"{archive} is there already.", "Choose another name.")
    require_plain(library)
    part = archive.with_name(archive.name + ".part")
    try:
        with sentences_for_disk(archive.parent):
            make_folder(archive.parent)
            manifest = _write(library, part, run)
            sync(part)
            verify(part, run)
            put_in_place(part, archive)
    finally:
        part.unlink(missing_ok=True)
    return manifest


def restore(archive: Path, folder: Path, run: Run) -> Manifest:
    """Unpack a backup into a ``folder`` that is not there yet, or is empty.

    Opening the library then makes the search index again. Raises BadInput for what is no whole
    backup, StorageError, Cancelled; then ``folder`` is as it was.
    """
    with _opened(archive) as packed:
        manifest = _manifest(packed, archive)
        unpack(manifest, _members(packed, manifest, "restoring", run), folder)
    return manifest


def unpack(manifest: Manifest, members: Iterable[tuple[str, IO[bytes]]], folder: Path) -> None:
    """Each member checked on its way into ``folder``, which is new or empty; or nothing of it."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is not empty.", "Choose a new folder for what is restored.")
    part = folder.with_name(folder.name + ".restoring")
    with sentences_for_disk(folder.parent):
        make_folder(folder.parent)
        require_space(folder.parent, manifest.total_bytes)
        shutil.rmtree(part, ignore_errors=True)
        try:
            for name, source in members:
                target = part / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as out:
                    carry(source, out.write, manifest.files[name], name)
                sync(target)
            sync_tree(part)
            if folder.exists():
                folder.rmdir()
            put_in_place(part, folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)


def _write(library: Library, part: Path, run: Run) -> Manifest:
    files: dict[str, Kept] = {}
    with tempfile.TemporaryDirectory(dir=part.parent, prefix=".muniment-") as scratch:
        catalog = Path(scratch) / "catalog.db"
        listed = about(library)
        library.catalog.copy(catalog)
        sources = {"catalog.db": catalog} | dict(originals(library)) | dict(studies(library))
        require_space(part.parent, sum(map(_size, sources.values())))
        with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED, allowZip64=True) as packed:
            for name, source in run.each("backing up", sources.items(), lambda pair: pair[0]):
                with still(name, source, Path(scratch)) as unmoved:
                    kept = _pack(packed, name, unmoved)
                if kept is not None:
                    files[name] = kept
            damaged = tuple(name for name, kept in files.items() if is_damaged(name, kept))
            manifest = msgspec.structs.replace(listed, files=files, damaged=damaged)
            packed.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def about(library: Library) -> Manifest:
    """The list of a backup that is begun now, without its files; before its catalog is copied."""
    documents, outside = len(library.catalog.documents()), len(library.catalog.all_referenced())
    made, name = time.strftime("%Y-%m-%dT%H:%M:%S"), own_name(library)
    return Manifest(FORMAT, made, documents, {}, outside=outside, library=name)


def own_name(library: Library) -> str:
    """Random, for ever: kept in its catalog, and so in what is restored of it. "" where it has none
    yet and cannot be written to.
    """
    if not library.catalog.fact(_OWN_NAME):
        with contextlib.suppress(StorageError):
            library.catalog.set_fact(_OWN_NAME, uuid.uuid4().hex)
    return library.catalog.fact(_OWN_NAME)


def is_damaged(name: str, kept: Kept) -> bool:
    """Whether it is an original that has not the hash which is its name."""
    return name.startswith("objects/") and Path(name).stem != kept.sha256


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _pack(packed: zipfile.ZipFile, name: str, source: Path) -> Kept | None:
    """None when the file was removed from the library meanwhile."""
    digest, size = hashlib.sha256(), 0
    try:
        reading = source.open("rb")
    except FileNotFoundError:
        return None
    with reading, packed.open(name, "w", force_zip64=True) as out:
        while chunk := reading.read(CHUNK_BYTES):
            digest.update(chunk)
            size += len(chunk)
            out.write(chunk)
    return Kept(size, digest.hexdigest())


def verify(archive: Path, run: Run) -> Manifest:
    """Read all of it back. Raises BadInput for what is not whole."""
    with _opened(archive) as packed:
        manifest = _manifest(packed, archive)
        for name, source in _members(packed, manifest, "reading back", run):
            carry(source, len, manifest.files[name], name)
    return manifest


def _members(
    packed: zipfile.ZipFile, manifest: Manifest, stage: str, run: Run
) -> Iterator[tuple[str, IO[bytes]]]:
    total = manifest.total_bytes
    done = 0
    for name, kept in manifest.files.items():
        run.step(stage, done, total, name)
        if packed.getinfo(name).compress_type not in _METHODS:
            raise _damaged(name)
        try:
            source = packed.open(name)
        except _UNREADABLE as error:
            raise _damaged(name) from error
        with source:
            yield name, source
        done += kept.bytes


def carry(source: IO[bytes], write: Callable[[bytes], int], kept: Kept, name: str) -> None:
    """Pass a member on, and raise BadInput unless it is what the manifest says."""
    digest, size = hashlib.sha256(), 0
    try:
        while chunk := source.read(CHUNK_BYTES):
            size += len(chunk)
            if size > kept.bytes:
                break
            digest.update(chunk)
            write(chunk)
    except _UNREADABLE as error:
        raise _damaged(name) from error
    if size != kept.bytes or digest.hexdigest() != kept.sha256:
        raise _damaged(name)


def _damaged(name: str) -> BadInput:
    return BadInput(
        f"The backup is damaged: {name} is not what was written.", "Use another backup."
    )


def _opened(archive: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(archive)
    except FileNotFoundError as error:
        raise BadInput(f"There is no {archive}.") from error
    except (IsADirectoryError, ValueError, *_UNREADABLE) as error:
        raise BadInput(f"{archive} is no backup of Muniment, or only a part of one.") from error


def _manifest(packed: zipfile.ZipFile, archive: Path) -> Manifest:
    """Raises BadInput unless it is of our format and names just what is there."""
    try:
        listed = packed.getinfo(MANIFEST)
        if listed.file_size > _MANIFEST_LIMIT or listed.compress_type not in _METHODS:
            raise BadInput(f"{archive} is no backup of Muniment.")
        with packed.open(MANIFEST) as source:  # piece by piece: it may hold more than it says
            raw = b"".join(iter(lambda: source.read(CHUNK_BYTES), b""))
        manifest = msgspec.json.decode(raw, type=Manifest)
    except (KeyError, msgspec.MsgspecError, UnicodeDecodeError, *_UNREADABLE) as error:
        raise BadInput(f"{archive} is no backup of Muniment.") from error
    if manifest.format != FORMAT:
        raise BadInput(
            f"{archive} was written by another version ({manifest.format[:40]}).",
            "Update Muniment.",
        )
    names = set(packed.namelist()) - {MANIFEST}
    if names != set(manifest.files) or not all(map(is_member, manifest.files)):
        raise BadInput(f"{archive} holds other files than its list says; it is not used.")
    if "catalog.db" not in manifest.files:
        raise BadInput(f"{archive} holds no catalog.")
    return manifest
