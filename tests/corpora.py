"""Real documents to measure on: the manuals that Debian packages, fetched and unpacked.

    python3 tests/corpora.py FOLDER [PACKAGE ...]

needs ``apt-get`` and ``dpkg-deb`` (Debian and its kin) and installs nothing. Each package is
unpacked into a folder of its own under FOLDER; one that is there already is left. What was used is
printed and kept in ``FOLDER/used.json``: package, version, SHA-256, and how many files of a kind.
Compressed documents are unpacked beside themselves, and links left out, so that no document is
there twice. Then ``muniment bench readers --data FOLDER/r-doc-pdf``, and so on.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

PACKAGES = (
    "debian-handbook",
    "debian-policy",
    "doc-debian",
    "lilypond-doc-pdf",
    "lilypond-doc-pdf-de",
    "lilypond-doc-pdf-es",
    "lilypond-doc-pdf-fr",
    "lilypond-doc-pdf-it",
    "python3.11-doc",
    "r-doc-pdf",
    "texlive-latex-recommended-doc",
)
DOCUMENTS = {".pdf", ".html", ".xhtml", ".epub", ".txt", ".md", ".docx", ".odt"}
USED = "used.json"


class Used(TypedDict):
    package: str
    version: str
    sha256: str
    files: dict[str, int]


class NotFetched(Exception):
    """With a sentence for the person at the terminal."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Fetch real documents from Debian packages.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("packages", nargs="*", default=PACKAGES, metavar="PACKAGE")
    given = parser.parse_args(arguments)
    try:
        for one in fetch(given.folder, given.packages):
            kinds = ", ".join(f"{count} {kind}" for kind, count in one["files"].items())
            print(f"{one['package']} {one['version']}: {kinds or 'no documents'}", flush=True)
    except NotFetched as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def fetch(folder: Path, packages: Sequence[str] = PACKAGES) -> Iterator[Used]:
    """Each package as it is there. Raises NotFetched; what is there by then stays."""
    for tool in ("apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise NotFetched(f"{tool} is missing: this works on Debian and systems made from it.")
    folder.mkdir(parents=True, exist_ok=True)
    used = _kept(folder)
    for package in packages:
        if package not in used or not (folder / package).is_dir():
            with tempfile.TemporaryDirectory(dir=folder) as place:
                used[package] = unpack(_downloaded(package, Path(place)), folder / package)
            (folder / USED).write_text(json.dumps(list(used.values()), indent=1), "utf-8")
        yield used[package]


def unpack(archive: Path, folder: Path) -> Used:
    """A ``.deb``'s documents in ``folder``, which is there whole or not at all."""
    whole = archive.with_suffix(".whole")
    _run("dpkg-deb", "-x", str(archive), str(whole))
    for path in sorted(whole.rglob("*")):
        if path.is_symlink():
            path.unlink()
        elif path.suffix == ".gz" and path.with_suffix("").suffix in DOCUMENTS:
            with gzip.open(path) as packed, path.with_suffix("").open("wb") as document:
                shutil.copyfileobj(packed, document)
            path.unlink()
    files = (path for path in whole.rglob("*") if path.is_file())
    kinds = Counter(path.suffix for path in files if path.suffix in DOCUMENTS)
    shutil.rmtree(folder, ignore_errors=True)
    whole.rename(folder)
    package, version = (
        _run("dpkg-deb", "-f", str(archive), field).strip() for field in ("Package", "Version")
    )
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    return Used(package=package, version=version, sha256=digest, files=dict(sorted(kinds.items())))


def _downloaded(package: str, place: Path) -> Path:
    try:
        _run("apt-get", "download", "-q", package, place=place)
    except NotFetched as error:
        raise NotFetched(f"{error} Has 'apt-get update' been run?") from error
    return next(place.glob("*.deb"))


def _run(*command: str, place: Path | None = None) -> str:
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise NotFetched(f"{' '.join(command[:2])} failed: {said[-1] if said else 'no reason'}.")
    return done.stdout


def _kept(folder: Path) -> dict[str, Used]:
    try:
        return {one["package"]: one for one in json.loads((folder / USED).read_text("utf-8"))}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
