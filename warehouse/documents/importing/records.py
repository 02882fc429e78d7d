"""What a library of another program holds, before any of it is taken in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

From = Literal["zotero", "bibtex", "csl"]


class Attached(Struct, frozen=True):
    """A file of an entry; ``path`` is None where there is a ``problem``, a sentence."""

    name: str
    path: Path | None
    problem: str = ""


class Found(Struct, frozen=True):
    """One entry. ``fields`` are in the form the catalog keeps; ``whole`` is all it said, as data.

    ``collections`` are paths of names, outermost first. ``key`` is its name in its source for ever.
    ``left_out`` are sentences about values that could not be taken.
    """

    key: str
    title: str
    fields: Mapping[str, tuple[str, ...]]
    files: tuple[Attached, ...] = ()
    citation_key: str = ""
    collections: tuple[tuple[str, ...], ...] = ()
    tags: tuple[str, ...] = ()
    whole: Mapping[str, Any] = {}
    left_out: tuple[str, ...] = ()


class Unread(Struct, frozen=True):
    """A part of the source that is no entry we can read, and why."""

    what: str
    reason: str


class Bundle(Struct, frozen=True):
    """``source`` is the file; "" for Zotero, whose keys are unique in themselves."""

    origin: From
    source: str
    entries: tuple[Found, ...]
    unread: tuple[Unread, ...] = ()
