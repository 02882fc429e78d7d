"""The catalog: the truth about a warehouse. Everything in LanceDB can be made again from it.

Its parts: database.py (connections, transactions, migrations), catalog_schema.py (tables),
catalog_documents.py, catalog_content.py and catalog_studies.py (rows).
"""

from __future__ import annotations

from pathlib import Path

from warehouse.catalog_content import ContentRows
from warehouse.catalog_schema import MIGRATIONS
from warehouse.catalog_studies import StudyRows


class Catalog(ContentRows, StudyRows):
    """Safe to use from any thread. Raises StorageError when the file cannot be used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, MIGRATIONS)
