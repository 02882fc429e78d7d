"""Headers of the documents nearest to a task, as a study read them first."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from warehouse.context import Context
from warehouse.ingest.headers_plain import header_text
from warehouse.library import Library
from warehouse.methods.evidence.reduction import flat

Read = list[tuple[str, str]]
"""Documents, and their headers on one line."""


class _Kept(Struct, frozen=True):
    """``withheld`` are the ranges of the document that stayed out of prompts by then."""

    document: str
    text: str
    withheld: tuple[tuple[int, int], ...]


def first(task: str, most: int, context: Context) -> Read:
    """The nearest first. The same in every pass over the same documents: a header that a model
    writes meanwhile is for the next study. One of a document of which other words are withheld by
    now is read anew.
    """
    library, read = context.library, context.steering.read
    key = ["headers and withheld", task, most, sorted(library.banned)]
    name = msgspec.json.encode(key).decode()
    before = list[_Kept]()
    if known := read.known(name):
        before = msgspec.json.decode(known, type=list[_Kept])
    if known and all(
        library.catalog.knows(one.document) and library.may_read(one.document) for one in before
    ):
        withheld = _withheld(library, [one.document for one in before])
        stale = [one.document for one in before if one.withheld != withheld[one.document]]
        anew = {one.document: one for one in _now(library, stale)}
        now = [anew.get(one.document, one) for one in before]
    else:
        now = _now(library, [hit.document for hit in library.retrieval.headers(task, most)])
    if not known or now != before:
        read.keep(name, msgspec.json.encode(now).decode())
    return [(one.document, one.text) for one in now]


def _now(library: Library, documents: list[str]) -> list[_Kept]:
    """Of those that have a header."""
    withheld = _withheld(library, documents)
    headers = [(one, library.catalog.header(one)) for one in documents]
    return [
        _Kept(one, flat(header_text(header)), withheld[one])
        for one, header in headers
        if header is not None
    ]


def _withheld(library: Library, documents: list[str]) -> dict[str, tuple[tuple[int, int], ...]]:
    found = library.catalog.withheld(documents)
    return {
        one: tuple((suspect.start, suspect.end) for suspect in found.get(one, ()))
        for one in documents
    }
