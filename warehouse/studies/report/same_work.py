"""Versions of one work behind a text are one source: the loss ledger says which they are."""

from __future__ import annotations

from indexers.records import Loss
from warehouse.results.records import Answer, Article
from warehouse.store.catalog import Catalog
from warehouse.studies.report import ledger

STAGE = "versions"


def losses(result: Answer | Article, catalog: Catalog) -> tuple[Loss, ...]:
    """A line for each other version of a cited document, cited too or passed over for it."""
    cited = ledger.sources(result)
    titles = {id: row.title for id, row in catalog.some_documents(cited).items()}
    lines: dict[frozenset[str], Loss] = {}
    for document, title in titles.items():
        twins = {twin.document for twin in catalog.twins(document) if twin.one_source}
        twins |= {version.document for version in catalog.versions(document)} - {document}
        for other, row in catalog.some_documents(sorted(twins)).items():
            both = "cited too: together they are one source"
            reason = both if other in titles else "not used beside it"
            lines.setdefault(
                frozenset((document, other)),
                Loss(STAGE, row.title, f"Another version of “{title}”, {reason}.", other),
            )
    return tuple(lines.values())
