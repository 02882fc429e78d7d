"""A bibliography as a file: of chosen documents, or of what a study cites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from warehouse.disk import durable
from warehouse.documents.bibliography.bibtex import bibtex
from warehouse.documents.bibliography.csl import csl
from warehouse.documents.bibliography.entry import Entry
from warehouse.documents.bibliography.reference import reference

Form = Literal["bibtex", "csl"]
Said = Literal["bibtex", "csl", "words"]
SUFFIXES: dict[Form, str] = {"bibtex": ".bib", "csl": ".json"}


def written(entries: Sequence[Entry], form: Said) -> str:
    """The entries in the order given; as "words" each is a line of a list of literature."""
    if form == "words":
        return "\n".join(map(reference, entries))
    return bibtex(entries) if form == "bibtex" else csl(entries)


def save(entries: Sequence[Entry], form: Form, path: Path) -> Path:
    """Whole or not at all. Raises StorageError when it cannot be written."""
    return durable.save(path, written(entries, form).encode())
