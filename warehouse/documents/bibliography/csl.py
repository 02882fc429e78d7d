"""Entries as CSL-JSON (schema 1.0.2), which Zotero, Pandoc and word processors read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from warehouse.documents.bibliography.entry import Entry
from warehouse.store.catalog.people import Name

CSL_NAMES = {
    "container": "container-title",
    "publisher": "publisher",
    "volume": "volume",
    "issue": "issue",
    "pages": "page",
    "doi": "DOI",
    "isbn": "ISBN",
    "url": "URL",
    "language": "language",
}
"""What a field of ours is called there, where it is one text."""


def csl(entries: Iterable[Entry]) -> str:
    """A list of items; ``custom`` holds the SHA-256 of the file each stands for."""
    return json.dumps(list(map(item, entries)), ensure_ascii=False, indent=2) + "\n"


def item(entry: Entry) -> dict[str, Any]:
    fields: dict[str, Any] = {"id": entry.key, "type": entry.kind, "title": entry.title}
    for role, names in (("author", entry.authors), ("editor", entry.editors)):
        if names:
            fields[role] = list(map(_name, names))
    if parts := _parts(entry.date):
        fields["issued"] = {"date-parts": [parts]}
    if parts := _parts(entry.seen):
        fields["accessed"] = {"date-parts": [parts]}
    fields |= {name: value for field, name in CSL_NAMES.items() if (value := getattr(entry, field))}
    if entry.arxiv:
        fields |= {"archive": "arXiv", "number": f"arXiv:{entry.arxiv}"}
    return fields | {"custom": {"sha256": entry.document}}


def _name(name: Name) -> dict[str, str]:
    if not name.given:
        return {"literal": name.family}
    return {"family": name.family, "given": name.given}


def _parts(date: str) -> list[int]:
    return [int(part) for part in date.split("-") if part.isdecimal()]
