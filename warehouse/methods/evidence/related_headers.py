"""Headers of the documents nearest to a task, as a study read them first."""

from __future__ import annotations

import msgspec

from warehouse.context import Context
from warehouse.ingest.headers_plain import header_text
from warehouse.methods.evidence.reduction import flat

Read = list[tuple[str, str]]
"""Documents, and their headers on one line."""


def first(task: str, most: int, context: Context) -> Read:
    """The nearest first. The same in every pass over the same documents: a header that a model
    writes meanwhile is for the next study.
    """
    library, read = context.library, context.steering.read
    name = msgspec.json.encode(["headers", task, most, sorted(library.banned)]).decode()
    if known := read.known(name):
        before = msgspec.json.decode(known, type=Read)
        if all(library.catalog.knows(one) and library.may_read(one) for one, _ in before):
            return before
    related = [hit.document for hit in library.retrieval.headers(task, most)]
    headers = [(one, library.catalog.header(one)) for one in related]
    now = [(one, flat(header_text(header))) for one, header in headers if header is not None]
    read.keep(name, msgspec.json.encode(now).decode())
    return now
