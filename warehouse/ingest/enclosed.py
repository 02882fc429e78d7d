"""What a document encloses, as documents of their own: attachments of mail, files within a PDF."""

from __future__ import annotations

import hashlib

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
    attachments = parsed.reading.enclosed
    if not attachments or catalog.document(parsed.document).source.count(INSIDE) < DEEPEST:
        return parsed
    losses = (
        Loss("reading", f"attachment {attachment.name}", TOO_DEEP) for attachment in attachments
    )
    reading = structs.replace(parsed.reading, enclosed=(), losses=(*parsed.reading.losses, *losses))
    return structs.replace(parsed, reading=reading)


def queue_enclosed(catalog: Catalog, intake: Intake, parsed: Parsed) -> list[str]:
    """Their ids. Read once more, a document brings back nothing of it that was removed, be it in
    the trash still or forgotten by now; one that was itself removed meanwhile brings nothing.
    """
    attachments = parsed.reading.enclosed
    if not attachments or not catalog.knows(parsed.document):
        return []
    container = catalog.document(parsed.document)
    ids = [hashlib.sha256(attachment.data).hexdigest() for attachment in attachments]
    removed: set[str] = set()
    if catalog.header(container.id) is not None:
        came_before = catalog.enclosed_in(container.id)
        gone = (id for id in ids if not catalog.knows(id))
        removed.update(id for id in gone if id in came_before or catalog.has(id))
    queued = [
        intake.queue_bytes(
            attachment.data,
            attachment.suffix,
            f"{container.source}{INSIDE}{attachment.name}",
            attachment.name,
        )
        for id, attachment in zip(ids, attachments, strict=True)
        if id not in removed
    ]
    catalog.note_enclosed(container.id, ids)
    return queued
