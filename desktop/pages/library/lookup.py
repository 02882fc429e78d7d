"""What the Library page has done in workers: a search, all that is known of one document, and what
is changed about documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from desktop.pages.library.details.collections import LIKE_THIS, Alike, Kept
from desktop.pages.library.details.graph import graph_facts
from desktop.pages.library.details.original import original_of
from desktop.pages.library.details.pane import PLACES, Facts
from desktop.pages.library.details.several import Several
from desktop.pages.library.details.source import source_facts
from warehouse.documents.inspecting import quality, xray
from warehouse.errors import MunimentError
from warehouse.question import spelling
from warehouse.records import UNFINISHED, Also, Document
from warehouse.run import Run, Step
from warehouse.store.catalog import people

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.search.collections.found_words import Seen
    from warehouse.search.collections.word_matches import Standing

COMPARED = 60


class Search(Struct, frozen=True):
    """``documents`` is None while there is no search; ``note`` says how it was understood.
    ``order`` are the best of them, best first; ``meant`` is a likelier query, or empty.
    """

    text: str
    documents: frozenset[str] | None = None
    note: str = ""
    order: tuple[str, ...] = ()
    meant: str = ""


def documents(library: Library) -> list[Document]:
    """All of them, newest first. Names are taken apart here: the list sorts by them at once."""
    all_documents = library.catalog.documents()
    for document in all_documents:
        people.short(document.authors)
        people.sort_key(document.authors)
    return all_documents


def search(library: Library, text: str) -> Search:
    result = library.finder.find(text, 1)
    order = library.finder.order(text, result.documents)
    meant = spelling.meant(text, result, library)
    return Search(text, result.documents, result.note, order, meant)


def seen(library: Library, text: str, documents: tuple[str, ...]) -> tuple[str, dict[str, Seen]]:
    """The text comes back, so that late answers are known as such."""
    return text, library.finder.seen(text, documents)


def facts(library: Library, document: str, text: str) -> Facts | None:
    """``text`` is what is searched for; its places in the document come along."""
    catalog = library.catalog
    try:
        row = catalog.document(document)
        return Facts(
            row,
            catalog.header(document),
            tuple(catalog.losses(document)),
            _places(library, document, text) if text else (),
            kept(library, (document,)),
            source_facts(catalog, document),
            xray.of(library, document) if catalog.length(document) else None,
            quality.of(library, document),
            original=original_of(library, document),
            is_stopped=row.state in UNFINISHED and document in library.ingest.stopped(),
            graph=graph_facts(library, (document,)),
        )
    except (MunimentError, KeyError):
        return None  # removed meanwhile


def several(library: Library, ids: tuple[str, ...]) -> Several | None:
    """What several documents have in common; None when fewer than two are left."""
    rows = tuple(library.catalog.some_documents(ids).values())
    if len(rows) < 2:
        return None
    ids = tuple(document.id for document in rows)
    stopped = library.ingest.stopped()
    count = sum(document.state in UNFINISHED and document.id in stopped for document in rows)
    return Several(rows, kept(library, ids), count, graph_facts(library, ids))


def _places(library: Library, document: str, text: str) -> tuple[Standing, ...]:
    """Where the words stand in a document, and where else nearly the same is said."""
    from warehouse.search.duplicates import also_of, every_place

    hits = library.finder.find(text, PLACES, frozenset([document])).hits
    also: dict[str, tuple[Also, ...]] = {}
    for hit in library.finder.find(text, COMPARED).hits if hits else ():
        group = [also_of(place) for place in every_place([hit])]
        for passage in group:
            also[passage.id] = tuple(other for other in group if other is not passage)
    shown = [structs.replace(hit, also=also.get(hit.id, hit.also)) for hit in hits]
    return tuple(library.finder.standing(hit, text) for hit in shown)


def kept(library: Library, documents: tuple[str, ...]) -> Kept:
    """Where these are kept, and, for one, what is like it."""
    shelves = library.shelves
    return Kept(
        tuple(shelves.tags_among(documents)),
        tuple(shelves.holding_among(documents)),
        tuple(tag.name for tag in shelves.tags()),
        _alike(library, documents[0]) if len(documents) == 1 else (),
    )


def _alike(library: Library, document: str) -> tuple[Alike, ...]:
    """Nothing while LanceDB is still being loaded: the details do not wait for it."""
    if not library.store.ready:
        return ()
    try:
        near = library.likeness.documents(document, LIKE_THIS)
    except MunimentError:
        return ()  # a damaged index is said where something is searched for
    rows = library.catalog.some_documents(neighbour.document for neighbour in near)
    return tuple(Alike(row.id, row.title) for row in rows.values())


def remove(library: Library, ids: tuple[str, ...], run: Run) -> tuple[str, ...]:
    """Not to be stopped half way, nor by closing the window: the user was told it is done."""
    for number, id in enumerate(ids, start=1):
        library.remove(id)
        run.show(Step("Removing", number, len(ids)))
    return ids


def unlock(library: Library, document: str, password: str, run: Run) -> Document:
    return library.unlock(document, password, run)


def retry(library: Library, document: str, run: Run) -> Document:
    return library.retry(document, run)


def go_on(library: Library, run: Run) -> None:
    """With all that was begun and stopped."""
    library.require_writable()
    library.ingest.resume(run)


def retry_all(library: Library, documents: tuple[str, ...], run: Run) -> list[Document]:
    return [library.retry(document, run) for document in run.each("trying again", documents)]
