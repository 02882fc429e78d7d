"""The tables of catalog.db, as the ordered list of named migrations that made them.

The statements stand by what they are about; this list is their order in time. Never edit one that
has been released: append one.
"""

from __future__ import annotations

from warehouse.store.catalog import pieces
from warehouse.store.catalog.database import Migration
from warehouse.store.catalog.schema import coming, documents, order

MIGRATIONS = (
    Migration("first-tables", documents.FIRST),
    Migration("fetched-pages", coming.FETCHES),
    Migration("pages-by-ocr", documents.OCR),
    Migration("trash", coming.TRASH),
    Migration("passage-sketches", documents.SKETCHES),
    Migration("collections-and-tags", order.ORDER),
    Migration("bibliography", order.BIBLIOGRAPHY),
    Migration("likeness", order.LIKENESS),
    Migration("imports", order.IMPORTS),
    Migration("versions", coming.VERSIONS),
    Migration("xray", documents.XRAY),
    Migration("read-again", documents.READ_AGAIN),
    Migration("thoughts", order.THOUGHTS),
    Migration("arrivals", coming.ARRIVALS),
    Migration("watches", coming.WATCHES),
    Migration("originals-in-place", coming.IN_PLACE),
    Migration("inherited-by-versions", coming.INHERITED),
    Migration("styles-beside-pages", documents.PAGE_STYLES),
    Migration("smaller-pieces", pieces.SMALLER, (pieces.part_of_text,)),
    Migration("waiting-imports", coming.WAITING_IMPORTS),
    Migration("readers-by-number", documents.READERS),
    Migration("thought-vectors", order.THOUGHT_VECTORS),
    Migration("passage-names", documents.PASSAGE_NAMES),
)
