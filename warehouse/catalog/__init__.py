"""The catalog: the truth about a warehouse. Everything in LanceDB can be made again from it.

Its parts: database.py (connections, transactions, migrations), schema/ (tables), and the rows:
documents.py, metadata.py, likeness.py, imports.py, arrivals.py, trash.py, content.py, storing.py,
suspects.py, recognised.py, former.py, fetches.py, versions.py, inheriting.py, watches.py,
in_place.py, order.py, studies.py, thoughts.py.
"""

from __future__ import annotations

from pathlib import Path

from warehouse.catalog.arrivals import ArrivalRows
from warehouse.catalog.content import ContentRows
from warehouse.catalog.former import FormerRows
from warehouse.catalog.imports import ImportRows
from warehouse.catalog.in_place import InPlaceRows
from warehouse.catalog.inheriting import InheritedRows
from warehouse.catalog.recognised import RecognisedRows
from warehouse.catalog.schema import MIGRATIONS
from warehouse.catalog.studies import StudyRows
from warehouse.catalog.thoughts import ThoughtRows
from warehouse.catalog.trash import TrashRows
from warehouse.catalog.watches import WatchRows


class Catalog(
    ContentRows,
    RecognisedRows,
    FormerRows,
    TrashRows,
    ArrivalRows,
    ImportRows,
    WatchRows,
    InPlaceRows,
    InheritedRows,
    StudyRows,
    ThoughtRows,
):
    """Safe to use from any thread. Raises StorageError when the file cannot be used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, MIGRATIONS)
