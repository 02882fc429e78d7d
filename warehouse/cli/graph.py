"""``muniment graph``: what documents say as triples: read, looked at, counted, mended by hand."""

from __future__ import annotations

from argparse import Namespace

from msgspec import structs

from warehouse.app import chosen
from warehouse.cli.library import ID_LENGTH
from warehouse.cli.research import wrapped
from warehouse.cli.session import Session, plain, table
from warehouse.documents.graph import by_hand, same_names, whole_documents
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Document, Triple
from warehouse.store.catalog.graph_by_hand import REMOVED


def graph(session: Session) -> int:
    """``stats`` where no verb is given."""
    verb = session.arguments.verb or "stats"
    if verb == "build":
        return _build(session)
    with session.library() as library:
        match verb:
            case "stats":
                print(_counted(library))
            case "join" | "part":
                print(_said(library, session.arguments, verb == "join"))
            case "names":
                print(_names(library))
            case _:
                documents = library.catalog.documents()
                document = chosen(documents, session.arguments.id, "muniment ls")
                print(_of_one(document, library, verb, session.arguments))
    return 0


def _of_one(document: Document, library: Library, verb: str, given: Namespace) -> str:
    if verb == "show":
        return _shown(document, library, given.lost)
    if verb == "remove":
        return _removed(document, library, given)
    library.require_writable()
    library.catalog.forget_triples([document.id])
    return f"Forgotten: the triples of {plain(document.title)}"


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
    """Each sentence with what it says, or with what was lost of it and why; numbered over both."""
    lines = [plain(document.title)]
    at = (-1, -1)
    for number, triple in enumerate(library.catalog.triples(document.id), start=1):
        if bool(triple.lost) != lost:
            continue
        if (triple.start, triple.end) != at:
            at = (triple.start, triple.end)
            words = library.catalog.for_prompts(document.id, triple.start, triple.end)
            lines += ["", wrapped(f"“{plain(' '.join(words.split()))}”")]
        lines.append(f"{number:>6}  {_told(triple)}")
    if len(lines) == 1:
        lines.append("Nothing was lost." if lost else "It was not read for the graph yet.")
    return "\n".join(lines)


def _told(one: Triple) -> str:
    said = plain(f"{one.head} — {one.relation} — {one.tail}")
    return f"{said} ({_why(one.lost)})" if one.lost else said


def _why(lost: str) -> str:
    return "removed by you" if lost == REMOVED else plain(lost)


def _removed(document: Document, library: Library, given: Namespace) -> str:
    """Nothing is where one of the numbers cannot be."""
    triples = library.catalog.triples(document.id)
    wanted = REMOVED if given.back else ""
    for number in given.numbers:
        if not 1 <= number <= len(triples):
            raise BadInput(f"There is no relation {number}.", "See: muniment graph show ID")
        if triples[number - 1].lost != wanted:
            known = triples[number - 1].lost
            is_so = f"lost: {_why(known)}" if known else "in the graph"
            raise BadInput(f"Relation {number} is {is_so}.")
    chosen_ones = [triples[number - 1] for number in given.numbers]
    act = by_hand.restore if given.back else by_hand.remove
    act(by_hand.meant(chosen_ones, library), library)
    did = "In the graph again" if given.back else "Removed"
    return "\n".join(f"{did}: {_told(structs.replace(one, lost=''))}" for one in chosen_ones)


def _said(library: Library, given: Namespace, same: bool) -> str:
    act = by_hand.unsay if given.back else by_hand.say
    if not act(given.name, given.other, same, library):
        return "Nothing was changed: it was so already."
    said = plain(by_hand.in_words(given.name, given.other, same))
    return f"Taken back: {said}" if given.back else said


def _names(library: Library) -> str:
    said = library.catalog.names_by_hand()
    lines = [
        plain(by_hand.in_words(one.one, one.other, one.same))
        + ("" if same_names.holds(one, said) else " (not so by what you said later)")
        for one in said
    ]
    return "\n".join(lines) or "You said of no names yet that they mean the same, or do not."
