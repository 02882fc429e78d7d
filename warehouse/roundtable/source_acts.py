"""What is pinned or banned at a table as acts of its study, where whoever writes from it looks."""

from __future__ import annotations

from warehouse.results.roundtable import Table
from warehouse.steering import Act, Kind
from warehouse.store.catalog import Catalog
from warehouse.studies.steering.acts import ActLog


def follow(table: Table, log: ActLog, catalog: Catalog) -> None:
    """Take back the acts that count no more, and record those that are new. Raises StorageError."""
    wanted: set[tuple[Kind, str]] = {("pin", document) for document in table.insisted}
    wanted |= {("ban", document) for document in table.banned}
    for act in log.acts():
        if act.kind in ("pin", "ban") and act.state in ("waiting", "taken"):
            if (act.kind, act.document) in wanted:
                wanted.remove((act.kind, act.document))
            else:
                log.record(Act("back", other=act.number))
    for kind, document in sorted(wanted):
        if catalog.knows(document):
            log.record(Act(kind, target=catalog.document(document).title, document=document))
