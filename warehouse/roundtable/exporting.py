"""A round table as files: the transcript with its references, and the map in four forms."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.errors import BadInput
from warehouse.results.roundtable import Table
from warehouse.structures import written
from warehouse.studies.exporting.export import html, markdown
from warehouse.studies.study_files import write_whole

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.results.records import Article


def save(table: Table, told: Article | None, library: Library, folder: Path) -> tuple[Path, ...]:
    """Writes ``transcript.html`` and ``.md``, ``map.md``, ``.opml``, ``.mmd`` and ``.svg``.

    ``told`` is the transcript. Raises BadInput where nobody has spoken yet, StorageError.
    """
    if told is None:
        raise BadInput("Nobody has spoken yet.", "Take a turn first.")
    files: Mapping[str, str] = {
        "transcript.html": html(told, library),
        "transcript.md": markdown(told, library),
        **{f"map.{end}": form(table.map, table.topic) for end, form in written.FORMS.items()},
    }
    for name, text in files.items():
        write_whole(folder / name, text.encode())
    return tuple(folder / name for name in files)
