"""The model catalogue: what ``assets/models.toml`` says, as typed records.

A model is one GGUF file, or a folder of named files (the embedder). Every file is known by its
SHA-256 where the publisher's is known. The catalogue is ours; ids and file names in it are paths.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from warehouse.settings import ASSETS, home

CATALOGUE = ASSETS / "models.toml"


class SourceFailed(Exception):
    """A source cannot deliver; ``str()`` says why, as part of a sentence."""


class IndexSource(Struct, frozen=True, tag_field="kind", tag="index"):
    """Wheels that carry only data. ``{n}`` is the part, ``{nn}`` the same with two digits.

    ``member`` is a path inside the wheel: of the (part of the) file, or of the folder.
    """

    package: str
    version: str
    member: str
    parts: int = 1

    def package_of(self, part: int) -> str:
        return _numbered(self.package, part)

    def member_of(self, part: int) -> str:
        return _numbered(self.member, part)


class HubSource(Struct, frozen=True, tag_field="kind", tag="hub"):
    repository: str
    revision: str


class CatalogueEntry(Struct, frozen=True):
    """``bytes`` 0 and ``sha256`` empty: not known, then what arrives is shown and kept.
    ``about_gb`` is then the size for people, in 10^9 bytes.

    ``file`` is the name under ``models_folder()``; with ``files`` it is a folder of these
    (relative path to SHA-256), and ``bytes`` and ``sha256`` are those of the first of them.
    """

    id: str
    title: str
    kind: Literal["chat", "embedder"]
    licence: str
    publisher: str
    file: str
    context: int
    sources: tuple[IndexSource | HubSource, ...]
    note: str = ""
    bytes: int = 0
    about_gb: float = 0.0
    sha256: str = ""
    files: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def size_bytes(self) -> int:
        """Exact where it is known, else about; 0 where neither is."""
        return self.bytes or round(self.about_gb * 1e9)

    @property
    def path(self) -> Path:
        return models_folder() / self.file

    @property
    def expected(self) -> dict[str, str]:
        """Relative path -> SHA-256 or empty, for a folder and for a single file alike."""
        return self.files or {self.file: self.sha256}

    def whole(self) -> bool:
        """Is every file of it in place? Files come there by rename after their hash was checked."""
        if self.files:
            return all((self.path / name).is_file() for name in self.files)
        return self.path.is_file() and self.bytes in (0, self.path.stat().st_size)


class _Catalogue(Struct, frozen=True):
    model: tuple[CatalogueEntry, ...]


def models_folder() -> Path:
    return home() / "models"


def load(path: Path = CATALOGUE) -> list[CatalogueEntry]:
    with path.open("rb") as file:
        return list(msgspec.convert(tomllib.load(file), _Catalogue).model)


def _numbered(template: str, part: int) -> str:
    return template.replace("{nn}", f"{part:02d}").replace("{n}", str(part))
