"""The tables of LanceDB, opened at the first use and made where they are not there.

``passages``, ``headers`` and ``names`` (of the graph) have the same shape: id, document, the
analysed terms (full-text indexed on spaces, so that our analyzer alone decides what a word is) and
the vector, null until it is embedded. Importing lancedb takes seconds.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Any, Literal

from warehouse.disk.durable import make_folder
from warehouse.store.lance.flushed import Flushed
from warehouse.store.lance.fulltext import keeps_positions, words_as_they_are
from warehouse.store.lance.lance_errors import sentences
from warehouse.store.lance.loading import as_a_folder, map_ahead

Table = Literal["passages", "headers", "names"]
TABLES: tuple[Table, ...] = ("passages", "headers", "names")
LARGE = (("pyarrow", "lib"), ("lancedb", "_lancedb"))
CLIENT = "lance_namespace_urllib3_client"
_LOADING = threading.Lock()


def _loaded() -> Any:
    """LanceDB. One thread at a time: of two that begin it at once, one may see it half made."""
    with _LOADING:
        os.environ.setdefault("LANCEDB_LOG", "error")
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # no heap beside the others
        for package, module in LARGE:
            map_ahead(package, module)
        as_a_folder(CLIENT)
        import lancedb

        return lancedb


class Tables:
    """Any thread. Vectors have ``dimension`` numbers. Raises StorageError for what is damaged."""

    def __init__(self, folder: Path, dimension: int) -> None:
        self._folder = folder
        self._dimension = dimension
        self._opening = threading.Lock()
        self._open: dict[Table, Any] = {}
        self._link: tempfile.TemporaryDirectory[str] | None = None
        self.flushed = Flushed(folder)

    @property
    def ready(self) -> bool:
        """Whether they are open, so that nobody has to wait for LanceDB."""
        return bool(self._open)

    def __getitem__(self, table: Table) -> Any:
        with self._opening:
            if not self._open:
                self._open_all()
            return self._open[table]

    def recreate(self) -> None:
        """Drop everything, damaged or not, and begin with empty tables."""
        with self._opening:
            self._open.clear()
            shutil.rmtree(self._folder, ignore_errors=True)
            self.flushed = Flushed(self._folder)
            self._open_all()

    def index_anew(self, table: Table) -> None:
        """All indexes but that of the vectors, which is made when it pays."""
        handle = self._open[table]
        for index in handle.list_indices():
            handle.drop_index(index.name)
        _index(handle)

    def close(self) -> None:
        with self._opening:
            self._open.clear()
            if self._link is not None:
                self._link.cleanup()
                self._link = None

    def _open_all(self) -> None:
        with sentences(self._folder):
            make_folder(self._folder)
            self.flushed.drop_others(TABLES)
            lancedb = _loaded()
            database = lancedb.connect(self._door())
            present = set(database.list_tables().tables)
            opened: dict[Table, Any] = {}
            for table in TABLES:
                if table not in present:
                    opened[table] = self._create(database, table)
                    continue
                handle = opened[table] = database.open_table(table)
                if not keeps_positions(handle, "terms"):
                    handle.create_index("terms", config=words_as_they_are(), replace=True)
            with contextlib.suppress(OSError):  # a medium that can only be read
                self.flushed.keep({table: handle.version for table, handle in opened.items()})
            self._open.update(opened)  # all, or none where one is damaged

    def _door(self) -> Path:
        """The folder, under another name where its own has signs that LanceDB does not take."""
        if str(self._folder.absolute()).isprintable():
            return self._folder
        if self._link is None:
            self._link = tempfile.TemporaryDirectory(prefix="muniment-")
            Path(self._link.name, "lance").symlink_to(self._folder.absolute())
        return Path(self._link.name, "lance")

    def _create(self, database: Any, table: Table) -> Any:
        import pyarrow as pa

        schema = pa.schema(
            [
                pa.field("id", pa.string(), nullable=False),
                pa.field("document", pa.string(), nullable=False),
                pa.field("terms", pa.string(), nullable=False),
                pa.field("vector", pa.list_(pa.float32(), self._dimension)),
            ]
        )
        created = database.create_table(table, schema=schema)
        _index(created)
        return created


def _index(table: Any) -> None:
    from lancedb.index import Bitmap, BTree

    table.create_index("id", config=BTree(), replace=True)
    table.create_index("document", config=Bitmap(), replace=True)
    table.create_index("terms", config=words_as_they_are(), replace=True)
