"""Originals that are referenced where they are: still there, and still the same bytes?

``stat`` is asked first; only where it differs the file is hashed again. What has changed is not
taken for the document any more: its text, passages and proofs stay readable, its pages cannot be
drawn until the bytes are back.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from warehouse.run import Run
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.in_place import Referenced
from warehouse.store.objects import Look, look_at, sha256_of


def look_again(catalog: Catalog, there: Referenced, thorough: bool = False) -> str:
    """A sentence when the file is not what it was, else ""; kept in the catalog.

    ``thorough``: it is hashed even where ``stat`` says the same.
    """
    path = Path(there.path)
    look = look_at(path)
    is_known = look == Look(there.size_bytes, there.mtime_ns)
    if is_known and not there.problem and not thorough:
        return ""
    problem = _problem(path, there, look)
    if problem != there.problem or not is_known:
        catalog.note_look(there.document, None if problem else look, problem)
    return problem


def look_at_all(catalog: Catalog, run: Run) -> int:
    """At the start; returns how many are not what they were."""
    missing = 0
    for reference in catalog.all_referenced():
        run.check()
        missing += bool(look_again(catalog, reference))
    return missing


def _problem(path: Path, there: Referenced, look: Look | None) -> str:
    if look is None:
        return f"The original is no longer at {path}; its text is kept."
    digest = ""
    with contextlib.suppress(OSError):
        digest = sha256_of(path) if look.size_bytes == there.size_bytes else ""
    if digest == there.document:
        return ""
    return f"The original at {path} was changed since; the text of then is kept."
