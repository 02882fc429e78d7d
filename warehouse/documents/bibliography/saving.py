"""A bibliography as a file: of chosen documents, or of what a study cites."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from warehouse.documents.bibliography.bibtex import bibtex
from warehouse.documents.bibliography.csl import csl
from warehouse.documents.bibliography.entry import entries
from warehouse.documents.bibliography.reference import reference
from warehouse.durable import write_whole
from warehouse.errors import StorageError
from warehouse.store.catalog import Catalog

Form = Literal["bibtex", "csl"]
Said = Literal["bibtex", "csl", "words"]
SUFFIXES: dict[Form, str] = {"bibtex": ".bib", "csl": ".json"}


def written(catalog: Catalog, documents: Iterable[str], form: Said) -> str:
    """The entries in the order given; documents no longer in the library are left out. As "words"
    each is a line of a list of literature.
    """
    found = entries(catalog, documents)
    if form == "words":
        return "\n".join(map(reference, found))
    return bibtex(found) if form == "bibtex" else csl(found)


def save(catalog: Catalog, documents: Iterable[str], form: Form, path: Path) -> Path:
    """Whole or not at all. Raises StorageError when it cannot be written."""
    try:
        write_whole(path, written(catalog, documents, form).encode())
    except OSError as error:
        raise StorageError(f"{path.name} could not be written: {error.strerror}.") from error
    return path
