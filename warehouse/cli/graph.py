"""``muniment graph``: what documents say as triples: read them, look at them, count them."""

from __future__ import annotations

from warehouse.app import chosen
from warehouse.cli.library import ID_LENGTH
from warehouse.cli.research import wrapped
from warehouse.cli.session import Session, plain, table
from warehouse.documents.graph import whole_documents
from warehouse.library import Library
from warehouse.records import Document, Triple


def graph(session: Session) -> int:
    """``stats`` where no verb is given."""
    verb = session.arguments.verb or "stats"
    if verb == "build":
        return _build(session)
    with session.library() as library:
        if verb == "stats":
            print(_counted(library))
            return 0
        document = chosen(library.catalog.documents(), session.arguments.id, "muniment ls")
        if verb == "forget":
            library.catalog.forget_triples([document.id])
            print(f"Forgotten: the triples of {plain(document.title)}")
        else:
            print(_shown(document, library, session.arguments.lost))
    return 0


def _build(session: Session) -> int:
    """Of one document or of all, by the processing model; what is read stays when it is stopped."""
    with session.warehouse() as warehouse:
        library, ids = warehouse.library, []
        if session.arguments.id is not None:
            documents = library.catalog.in_states("verified")
            ids = [chosen(documents, session.arguments.id, "muniment ls").id]
        engine = warehouse.engines.engine("processing")
        read = whole_documents.read(ids, library, engine, session.run)
        session.progress.clear()
        print(f"Sentences read for the graph: {read:,}.")
        print(_counted(library))
    return 0


def _counted(library: Library) -> str:
    known = library.catalog.graphed_documents()
    if not known:
        return "No document was read for the graph yet. Begin with: muniment graph build ID"
    rows = [("id", "sentences", "triples", "lost", "title")]
    for document in library.catalog.documents():
        if (graphed := known.get(document.id)) is not None:
            counts = (f"{graphed.sentences:,}", f"{graphed.triples:,}", f"{graphed.lost:,}")
            rows.append((document.id[:ID_LENGTH], *counts, plain(document.title)))
    counted = table(rows, right=frozenset({1, 2, 3}))
    return f"{counted}\n\n{whole_documents.reached((), library).said()}."


def _shown(document: Document, library: Library, lost: bool) -> str:
    """Each sentence with what it says, or with what was lost of it and why."""
    lines = [plain(document.title)]
    at = (-1, -1)
    for triple in library.catalog.triples(document.id):
        if bool(triple.lost) != lost:
            continue
        if (triple.start, triple.end) != at:
            at = (triple.start, triple.end)
            words = library.catalog.for_prompts(document.id, triple.start, triple.end)
            lines += ["", wrapped(f"“{plain(' '.join(words.split()))}”")]
        lines.append(f"    {_told(triple)}")
    if len(lines) == 1:
        lines.append("Nothing was lost." if lost else "It was not read for the graph yet.")
    return "\n".join(lines)


def _told(one: Triple) -> str:
    said = plain(f"{one.head} — {one.relation} — {one.tail}")
    return f"{said} ({plain(one.lost)})" if one.lost else said
