"""The catalog: the truth about a warehouse. Everything in LanceDB can be made again from it.

Its parts: database.py (connections, transactions, migrations), schema/ (tables), and the rows:
documents.py, metadata.py, similar_documents.py, imports.py, arrivals.py, trash.py, content.py,
reading_rows.py, suspects.py, recognised.py, former_readings.py, fetches.py, versions.py,
inherited.py, watches.py, in_place.py, collections.py, studies.py, thoughts.py, passage_names.py,
annotations.py, index_files.py, mending.py, triples.py, graph_by_hand.py.
"""

from __future__ import annotations

from pathlib import Path

from warehouse.store.catalog.annotations import AnnotationRows
from warehouse.store.catalog.arrivals import ArrivalRows
from warehouse.store.catalog.content import ContentRows
from warehouse.store.catalog.former_readings import FormerRows
from warehouse.store.catalog.graph_by_hand import GraphByHandRows
from warehouse.store.catalog.imports import ImportRows
from warehouse.store.catalog.in_place import InPlaceRows
from warehouse.store.catalog.index_files import IndexFileRows
from warehouse.store.catalog.inherited import InheritedRows
from warehouse.store.catalog.mending import MendingRows
from warehouse.store.catalog.passage_names import PassageNameRows
from warehouse.store.catalog.recognised import RecognisedRows
from warehouse.store.catalog.schema import MIGRATIONS
from warehouse.store.catalog.studies import StudyRows
from warehouse.store.catalog.thoughts import ThoughtRows
from warehouse.store.catalog.trash import TrashRows
from warehouse.store.catalog.triples import TripleRows
from warehouse.store.catalog.watches import WatchRows


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
    PassageNameRows,
    AnnotationRows,
    IndexFileRows,
    MendingRows,
    TripleRows,
    GraphByHandRows,
):
    """Safe to use from any thread. Raises StorageError when the file cannot be used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, MIGRATIONS)
