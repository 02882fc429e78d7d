"""``muniment collections``, ``tag``, ``search`` and ``like``: order and finding in the terminal."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from indexers.text.placenames import place_name
from warehouse.app import chosen
from warehouse.cli.library import ID_LENGTH, listing
from warehouse.cli.session import Session, plain, table
from warehouse.question import spelling
from warehouse.records import Also, Collection, Document, HeaderHit, Hit
from warehouse.search.collections import query
from warehouse.search.collections.query_search import Result
from warehouse.search.collections.word_matches import Standing

if TYPE_CHECKING:
    from warehouse.library import Library

WIDTH = 88
OPTIONS = {"in": "within"}


def collections(session: Session) -> int:
    arguments = session.arguments
    with session.library() as library:
        shelves = library.shelves
        match arguments.verb:
            case "make":
                ids = [document.id for document in _documents(library, arguments.ids)]
                made = shelves.make(arguments.name, ids)
                print(f"Made: {plain(made.name)}, {_count(made.documents)}")
            case "save":
                saved = shelves.save(arguments.name, arguments.query)
                print(f"Saved: {plain(saved.name)}, {_finds(library, saved)}")
            case "change":
                changed = shelves.change(shelves.named(arguments.name), arguments.query)
                print(f"Changed: {plain(changed.name)}, {_finds(library, changed)}")
            case "rename":
                renamed = shelves.rename(shelves.named(arguments.name), arguments.to)
                print(f"Renamed: {plain(renamed.name)}")
            case "rm":
                gone = shelves.named(arguments.name)
                shelves.delete(gone)
                print(f"Removed: {plain(gone.name)}. Its documents stay in the library.")
            case "add" | "take":
                change = shelves.put if arguments.verb == "add" else shelves.take
                ids = [document.id for document in _documents(library, arguments.ids)]
                change(shelves.named(arguments.name), ids)
                now = shelves.named(arguments.name)
                print(f"{plain(now.name)}: {_count(now.documents)}")
            case _:
                _list(library)
    return 0


def tag(session: Session) -> int:
    """Without arguments the tags in use; without documents those that have the tag."""
    arguments = session.arguments
    with session.library() as library:
        if not arguments.tag:
            tags_in_use = library.shelves.tags()
            rows = [
                ("documents", "tag"),
                *((str(counted.documents), counted.name) for counted in tags_in_use),
            ]
            print(table(rows, right=frozenset({0})) if tags_in_use else "No document has a tag.")
        elif not arguments.ids:
            _show_documents(library, library.finder.find(f"tag:{query.quoted(arguments.tag)}", 1))
        else:
            documents = _documents(library, arguments.ids)
            ids = [document.id for document in documents]
            if arguments.off:
                library.shelves.untag(ids, arguments.tag)
            else:
                library.shelves.tag(ids, arguments.tag)
            for document in documents:
                tags = ", ".join(library.shelves.tags_of(document.id))
                print(f"{plain(document.title)}: {plain(tags) or 'no tag'}")
    return 0


def search(session: Session) -> int:
    """Status 1 when nothing is found."""
    arguments = session.arguments
    text = " ".join([*arguments.words, *filters(arguments)])
    with session.library() as library:
        look = library.finder.near if arguments.meaning else library.finder.find
        result = look(text, arguments.limit)
        if result.note:
            print(f"({plain(result.note)})\n")
        if not arguments.meaning and (likelier := spelling.meant(text, result, library)):
            print(f"Perhaps you meant: {plain(likelier)}\n")
        if arguments.meaning:
            print("\n\n".join(_hit(hit) for hit in result.hits) or "Nothing was found.")
            return 0 if result.hits else 1
        if result.query.words is None or not result.hits:
            _show_documents(library, result)
            return 0 if result.documents else 1
        shown = [library.finder.standing(hit, text) for hit in result.hits]
    print("\n\n".join(map(_standing, shown)))
    print(f"\n{_count(len(result.documents))} in all.")
    return 0


def like(session: Session) -> int:
    """Documents like a document, or passages like a passage; status 1 when nothing is."""
    prefix, k = session.arguments.id.lower(), session.arguments.limit
    with session.library() as library:
        passage = library.catalog.passage_with(prefix)
        if passage:
            hits = library.likeness.passages(passage, k)
            print("\n\n".join(_hit(hit) for hit in hits) or "No passage is like it yet.")
            return 0 if hits else 1
        document_hits = library.likeness.documents(_document(library, prefix).id, k)
        rows = library.catalog.some_documents(hit.document for hit in document_hits)
        near = [hit for hit in document_hits if hit.document in rows]
        print(_alike(near, rows) if near else "No document is like it yet.")
    return 0 if document_hits else 1


def filters(arguments: argparse.Namespace) -> list[str]:
    """The options of a search as fields of the query."""
    return [
        f"{field}:{query.quoted(value)}"
        for field in query.FIELDS
        for value in getattr(arguments, OPTIONS.get(field, field), None) or ()
    ]


def _finds(library: Library, saved: Collection) -> str:
    """How many a saved search finds, and how it was understood where that is not plain."""
    result = library.finder.find(f"in:{query.quoted(saved.name)}", 1)
    note = f"\n({plain(result.note)})" if result.note else ""
    return f"which finds {_count(len(result.documents))} now{note}"


def _list(library: Library) -> None:
    shelves = library.shelves.all()
    if not shelves:
        print("There is no collection yet. Make one with: muniment collections make NAME")
        return
    rows = [("documents", "name", "search")]
    for shelf in shelves:
        held = (
            shelf.documents if not shelf.query else len(library.finder.scope(shelf.name).documents)
        )
        rows.append((str(held), plain(shelf.name), plain(shelf.query)))
    print(table(rows, right=frozenset({0})))


def _documents(library: Library, prefixes: Sequence[str]) -> list[Document]:
    return [_document(library, prefix) for prefix in prefixes]


def _document(library: Library, prefix: str) -> Document:
    return chosen(library.catalog.documents(), prefix, "muniment ls")


def _show_documents(library: Library, result: Result) -> None:
    documents = [
        document for document in library.catalog.documents() if document.id in result.documents
    ]
    print(listing(documents) if documents else "Nothing was found.")


def _standing(found: Standing) -> str:
    where = place_name(found.page_label)
    return _place(found.hit, where, found.text)


def _hit(hit: Hit) -> str:
    return _place(hit, place_name(hit.page_label), hit.text)


def _place(hit: Hit, where: str, text: str) -> str:
    head = " · ".join(filter(None, [hit.title, where, hit.path]))
    body = textwrap.fill(
        plain(" ".join(text.split())), WIDTH, initial_indent="    ", subsequent_indent="    "
    )
    also = [
        f"    also in: {plain(_also(elsewhere))}  [{elsewhere.id[:ID_LENGTH]}]"
        for elsewhere in hit.also
    ]
    return "\n".join([f"{plain(head)}  [{hit.id[:ID_LENGTH]}]", body, *also])


def _also(one: Also) -> str:
    return " · ".join(filter(None, [one.title, place_name(one.page_label)]))


def _alike(found: Sequence[HeaderHit], rows: dict[str, Document]) -> str:
    lines = [("id", "likeness", "title")]
    for hit in found:
        title = plain(rows[hit.document].title)
        lines.append((hit.document[:ID_LENGTH], f"{hit.score:.2f}", title))
    return table(lines, right=frozenset({1}))


def _count(documents: int) -> str:
    return f"{documents:,} document{'' if documents == 1 else 's'}"
