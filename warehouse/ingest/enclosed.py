"""What a document encloses, as documents of their own: attachments of mail, files within a PDF."""

from __future__ import annotations

from msgspec import structs

from indexers.records import Loss
from warehouse.ingest.intake import Intake
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.content import Parsed

INSIDE = " › "  # between what encloses and what is enclosed, in its source
DEEPEST = 3
TOO_DEEP = "too deep in other files; save it and add it by itself"


def within_depth(catalog: Catalog, parsed: Parsed) -> Parsed:
    """Without what is enclosed too deep, which is told: it may go on without end."""
    own = parsed.reading.enclosed
    if not own or catalog.document(parsed.document).source.count(INSIDE) < DEEPEST:
        return parsed
    losses = (Loss("reading", f"attachment {one.name}", TOO_DEEP) for one in own)
    reading = structs.replace(parsed.reading, enclosed=(), losses=(*parsed.reading.losses, *losses))
    return structs.replace(parsed, reading=reading)


def queue_enclosed(catalog: Catalog, intake: Intake, parsed: Parsed) -> list[str]:
    """Their ids. Read once more, a document brings back nothing of it that lies in the trash by
    now.
    """
    own = parsed.reading.enclosed
    source = catalog.document(parsed.document).source if own else ""
    was_read = bool(own) and catalog.header(parsed.document) is not None
    return [
        intake.queue_bytes(one.data, one.suffix, f"{source}{INSIDE}{one.name}", one.name)
        for one in own
        if not (was_read and intake.is_removed(one.data))
    ]
