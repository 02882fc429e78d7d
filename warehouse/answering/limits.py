"""The documents that a question for one answer is limited to: "What does Ann Reed say of glaze?".

Where the catalog has a sign of a limit (question/limit_signs.py), the model says what limits the
documents. A study keeps what it read so first: documents that come later change nothing of it.
"""

from __future__ import annotations

import dataclasses

import msgspec
from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.library import Library
from warehouse.question import details, filters, limit_signs
from warehouse.question.details import Details, Limit
from warehouse.question.reading import content
from warehouse.records import Scope
from warehouse.results.records import Decision

LIMITING = "what limits the documents"
INSISTED = "nothing, since you want another document read"


class _First(Struct, frozen=True):
    """What a study read first: the documents ``words``, as "dated 2019", or no words."""

    signs: tuple[Limit, ...]
    words: str = ""
    documents: frozenset[str] = frozenset()


def narrowed(library: Library, words: str, documents: frozenset[str]) -> Library:
    """Limited to ``documents``, which are those ``words``, as "dated 2019"."""
    inside = f"{library.scope.name}, " if library.scope else ""
    return library.within(Scope(f"{inside}documents {words}", "", documents))


def within_limits(context: Context) -> tuple[Context, str]:
    """With the documents in reach that the question is limited to, and which these are, in words;
    "" where nothing limits it: what is compared, what the user has named a fact, and where the user
    insists on another document. Raises Cancelled, ModelMissing.
    """
    library, reading = context.library, context.reading
    if reading.compared or reading.route.by == "user":
        return context, ""
    first, held = _read(context)
    if not first.signs:
        return context, ""
    insisted = filter(library.may_read, context.steering.course.insisted)
    outside = bool(first.words) and not first.documents.issuperset(insisted)
    decision = Decision(LIMITING, "model", first.words or "nothing")
    if outside:
        decision = Decision(LIMITING, "user", INSISTED)
    reading = structs.replace(reading, decisions=(*reading.decisions, decision))
    if outside or not first.words:
        return dataclasses.replace(context, reading=reading), ""
    reading = structs.replace(reading, limiting=tuple(limit.words for limit in held))
    reading = structs.replace(reading, whole=reading.whole and content(reading.unlimited))
    library = narrowed(library, first.words, first.documents)
    return dataclasses.replace(context, library=library, reading=reading), first.words


def _read(context: Context) -> tuple[_First, tuple[Limit, ...]]:
    """And what the model holds for limits."""
    library, reading, read = context.library, context.reading, context.steering.read
    name = msgspec.json.encode(["limits", reading.text, sorted(library.banned)]).decode()
    known = read.known(name)
    kept = msgspec.json.decode(known, type=_First) if known else None
    signs = kept.signs if kept else tuple(limit_signs.found(reading.text, library))
    told = Details()
    if signs:
        told = details.ask(reading.text, context.engine, context.settings, context.run)
    held = limit_signs.held(told.limits, signs)
    if kept is None:
        kept = _looked_up(signs, held, library)
        read.keep(name, msgspec.json.encode(kept).decode())
    return kept, held


def _looked_up(signs: tuple[Limit, ...], held: tuple[Limit, ...], library: Library) -> _First:
    """No words where they let all documents through, or none."""
    documents = library.documents()
    limits = filters.checked(Details(limits=held), library)
    ids = frozenset(document.id for document in limits.let(documents))
    return _First(signs, limits.words, ids) if 0 < len(ids) < len(documents) else _First(signs)
