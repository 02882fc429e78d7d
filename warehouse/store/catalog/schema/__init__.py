"""The tables of catalog.db, as the ordered list of named migrations that made them.

The statements stand by what they are about; this list is their order in time. Never edit one that
has been released: append one.
"""

from __future__ import annotations

from warehouse.store.catalog import compressed_text
from warehouse.store.catalog.database import Migration
from warehouse.store.catalog.schema import (
    arrivals,
    collections_and_thoughts,
    documents,
    graph,
    notes,
    studies,
)

MIGRATIONS = (
    Migration("first-tables", documents.FIRST),
    Migration("fetched-pages", arrivals.FETCHES),
    Migration("pages-by-ocr", documents.OCR),
    Migration("trash", arrivals.TRASH),
    Migration("passage-sketches", documents.SKETCHES),
    Migration("collections-and-tags", collections_and_thoughts.ORDER),
    Migration("bibliography", collections_and_thoughts.BIBLIOGRAPHY),
    Migration("likeness", collections_and_thoughts.LIKENESS),
    Migration("imports", collections_and_thoughts.IMPORTS),
    Migration("versions", arrivals.VERSIONS),
    Migration("xray", documents.XRAY),
    Migration("read-again", documents.READ_AGAIN),
    Migration("thoughts", collections_and_thoughts.THOUGHTS),
    Migration("arrivals", arrivals.ARRIVALS),
    Migration("watches", arrivals.WATCHES),
    Migration("originals-in-place", arrivals.IN_PLACE),
    Migration("inherited-by-versions", arrivals.INHERITED),
    Migration("styles-beside-pages", documents.PAGE_STYLES),
    Migration("smaller-pieces", compressed_text.SMALLER, (compressed_text.part_of_text,)),
    Migration("waiting-imports", arrivals.WAITING_IMPORTS),
    Migration("readers-by-number", documents.READERS),
    Migration("thought-vectors", collections_and_thoughts.THOUGHT_VECTORS),
    Migration("passage-names", documents.PASSAGE_NAMES),
    Migration("annotations", notes.ANNOTATIONS),
    Migration("retold-articles", studies.RETOLD),
    Migration("index-files", documents.INDEX_FILES),
    Migration("triples", graph.TRIPLES),
    Migration("code-in-texts", documents.CODE),
    Migration("title-names", documents.TITLE_NAMES),
    Migration("kept-out-of-prompts", documents.KEPT_OUT),
    Migration("enclosed-in-documents", arrivals.ENCLOSED),
    Migration("losses-by-path", arrivals.BY_PATH),
    Migration("graph-by-hand", graph.BY_HAND),
)
