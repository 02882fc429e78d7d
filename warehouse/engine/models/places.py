"""Where other programs keep GGUF files, as paths with the name each goes by there.

Four layouts: a plain folder; LM Studio (``publisher/model/file.gguf``); Ollama (manifests that
name blobs by their SHA-256); the Hugging Face cache (``snapshots/REVISION`` with links into
``blobs``). Nothing is written, no folder link is followed, so that a link out or in a circle ends
where it stands; a link to a single file is read through.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

DEEPEST = 8
MOST_FILES = 200_000
MANIFEST_BYTES = 2**20
LICENCE_BYTES = 400
_MODEL = "application/vnd.ollama.image.model"
_LICENCE = "application/vnd.ollama.image.license"
_COMPANIONS = ("application/vnd.ollama.image.projector", "application/vnd.ollama.image.adapter")
_SHA256 = re.compile(r"^sha256[:-]([0-9a-f]{64})$")
_HEX = re.compile(r"^[0-9a-f]{64}$")

S = TypeVar("S", bound=Struct)


class Place(Struct, frozen=True):
    """A GGUF file somebody else keeps. ``sha256`` where the keeper's layout tells it."""

    path: Path
    keeper: str
    name: str
    sha256: str = ""
    licence: str = ""
    companion: bool = False


def all_places(folder: Path | None = None) -> Iterator[Place]:
    """The chosen folder first, then the other programs' folders that are there."""
    if folder is not None:
        yield from in_folder(folder, "folder")
    for where in lm_studio_folders():
        yield from in_folder(where, "LM Studio")
    for where in ollama_folders():
        yield from in_ollama(where)
    yield from in_hub_cache(hub_folder())


def lm_studio_folders() -> list[Path]:
    """The models folder of LM Studio's home, of the older home, and the one it was told to use."""
    user = Path.home()
    homes = [user / ".lmstudio", user / ".cache" / "lm-studio"]
    pointer = _first_line(user / ".lmstudio-home-pointer")
    if pointer:
        homes.insert(0, Path(pointer))
    folders = [home / "models" for home in homes]
    for home in homes:
        settings = _decoded(home / "settings.json", _LmSettings)
        if settings is not None and settings.folder:
            folders.insert(0, Path(settings.folder))
    return _there(folders)


def ollama_folders() -> list[Path]:
    """``OLLAMA_MODELS``, the user's, and that of the service on Linux."""
    named = os.environ.get("OLLAMA_MODELS", "")
    folders = [Path.home() / ".ollama" / "models", Path("/usr/share/ollama/.ollama/models")]
    return _there([Path(named), *folders] if named else folders)


def hub_folder() -> Path:
    """As huggingface_hub finds it: two variables, then the user's cache."""
    for name, below in (
        ("HF_HUB_CACHE", ""),
        ("HUGGINGFACE_HUB_CACHE", ""),
        ("HF_HOME", "hub"),
        ("XDG_CACHE_HOME", "huggingface/hub"),
    ):
        if named := os.environ.get(name, ""):
            return Path(named).expanduser() / below
    return Path.home() / ".cache" / "huggingface" / "hub"


def in_folder(folder: Path, keeper: str) -> Iterator[Place]:
    """Every ``*.gguf`` below, at most DEEPEST folders down."""
    for path in _files(folder):
        if path.suffix.lower() == ".gguf":
            yield Place(path, keeper, path.stem)


def in_ollama(folder: Path) -> Iterator[Place]:
    """What the manifests name. The older and the newer folder of manifests are read alike."""
    for manifests in sorted(folder.glob("manifest*")):
        for path in _files(manifests):
            manifest = _decoded(path, _Manifest)
            if manifest is not None:
                yield from _of_manifest(folder, _ollama_name(path.relative_to(manifests)), manifest)


def in_hub_cache(folder: Path) -> Iterator[Place]:
    """Every snapshot's GGUF files. The name of a large file's blob is its SHA-256."""
    for repository in sorted(folder.glob("models--*")):
        name = "/".join(repository.name.split("--")[1:])
        for path in _files(repository / "snapshots"):
            if path.suffix.lower() != ".gguf":
                continue
            blob = Path(os.path.realpath(path)).name
            hub_name = f"{name}, {path.stem}"
            yield Place(path, "Hugging Face cache", hub_name, blob if _HEX.match(blob) else "")


class _Layer(Struct, frozen=True):
    kind: str = msgspec.field(name="mediaType", default="")
    digest: str = ""


class _Manifest(Struct, frozen=True):
    layers: tuple[_Layer, ...] = ()


class _LmSettings(Struct, frozen=True):
    folder: str = msgspec.field(name="downloadsFolder", default="")


def _of_manifest(folder: Path, name: str, manifest: _Manifest) -> Iterator[Place]:
    licence = ""
    for layer in manifest.layers:
        if layer.kind == _LICENCE and not licence:
            licence = _first_line(_blob(folder, layer))
    for layer in manifest.layers:
        kind = layer.kind.split(";")[0]
        path = _blob(folder, layer)
        if kind in (_MODEL, *_COMPANIONS) and path.is_file():
            sha256 = path.name.removeprefix("sha256-")
            yield Place(path, "Ollama", name, sha256, licence, kind != _MODEL)


def _blob(folder: Path, layer: _Layer) -> Path:
    """A digest that is not one leads nowhere, least of all out of the folder."""
    matched = _SHA256.match(layer.digest)
    return folder / "blobs" / (f"sha256-{matched[1]}" if matched else "none")


def _ollama_name(path: Path) -> str:
    """``registry.ollama.ai/library/llama3/8b`` -> ``llama3:8b``, as Ollama writes it."""
    *before, tag = path.parts
    if before[:2] in (["registry.ollama.ai", "library"], ["ollama.com", "library"]):
        before = before[2:]
    elif before[:1] in (["registry.ollama.ai"], ["ollama.com"]):
        before = before[1:]
    return f"{'/'.join(before)}:{tag}" if before else tag


def _files(folder: Path) -> Iterator[Path]:
    """Regular files below, and links to such; sorted, so that lists do not jump."""
    seen = 0
    for where, below, names in os.walk(folder, followlinks=False):
        here = Path(where)
        depth = len(here.relative_to(folder).parts)
        below[:] = sorted(below) if depth < DEEPEST else []
        for name in sorted(names):
            seen += 1
            if seen > MOST_FILES:
                return
            path = here / name
            if path.is_file():
                yield path


def _there(folders: list[Path]) -> list[Path]:
    return [folder for folder in dict.fromkeys(folders) if folder.is_dir()]


def _first_line(path: Path) -> str:
    try:
        with path.open("rb") as file:
            lines = file.read(LICENCE_BYTES).decode("utf-8", "replace").split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in lines if line.strip()), "")


def _decoded(path: Path, kind: type[S]) -> S | None:
    """Another program's JSON, or None for anything else."""
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(MANIFEST_BYTES), type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
