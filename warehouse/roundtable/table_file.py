"""A table in the folder of its study: as it stands, and as a transcript."""

from __future__ import annotations

from pathlib import Path

import msgspec

from warehouse.errors import StorageError
from warehouse.results.records import Article
from warehouse.results.roundtable import Table
from warehouse.studies.study_files import FILES, keep_file, result

NAME = "table.json"


def keep(folder: Path, table: Table) -> None:
    """Whole or not at all. Raises StorageError."""
    keep_file(folder / NAME, msgspec.json.encode(table))


def keep_transcript(folder: Path, article: Article) -> None:
    keep_file(folder / FILES["table"], msgspec.json.encode(article))


def transcript(folder: Path) -> Article | None:
    """None where nobody has spoken yet. Raises StorageError where it is damaged."""
    article = result(folder / FILES["table"])
    assert article is None or isinstance(article, Article)
    return article


def load(folder: Path) -> Table:
    """Raises StorageError where it is missing or damaged."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Table)
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise StorageError(
            f"This round table cannot be read: {error}.", "Begin another on the same topic."
        ) from error
