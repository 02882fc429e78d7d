"""``muniment xray``: what is hidden in documents or speaks to a machine, and is it let in?"""

from __future__ import annotations

from indexers.text.placenames import place_name
from warehouse.app import chosen
from warehouse.cli.library import ID_LENGTH
from warehouse.cli.session import Session, plain, table
from warehouse.documents.inspecting import xray as looking
from warehouse.errors import BadInput
from warehouse.library import Library

_SHOWN_CHARS = 200


def xray(session: Session) -> int:
    """All documents with findings, or the findings of one. Raises BadInput."""
    arguments = session.arguments
    with session.library() as library:
        if arguments.id is None:
            if arguments.allow or arguments.withhold:
                raise BadInput("Say of which document.", "See the ids with: muniment xray")
            print(_all(library))
            return 0
        document = chosen(library.catalog.documents(), arguments.id, "muniment ls")
        if arguments.allow or arguments.withhold:
            library.allow_suspects(document.id, arguments.allow)
        print(_one(looking.of(library, document.id), plain(document.title)))
    return 0


def _all(library: Library) -> str:
    counts = library.catalog.suspect_counts()
    suspicious = [document for document in library.catalog.documents() if document.id in counts]
    old = [document for document in library.catalog.documents() if _unlooked(library, document.id)]
    lines = []
    if suspicious:
        rows = [("id", "found", "in prompts", "title")]
        for document in suspicious:
            words = looking.counted(library.catalog.suspects(document.id))
            allowed = "allowed" if library.catalog.allowed(document.id) else "no"
            rows.append((document.id[:ID_LENGTH], words, allowed, plain(document.title)))
        lines.append(table(rows))
    else:
        lines.append("Nothing hidden and nothing addressed to a machine was found.")
    if old:
        lines.append(f"Read before the present x-ray: {len(old)}. Look with: muniment reread ID")
    return "\n".join(lines)


def _unlooked(library: Library, document: str) -> bool:
    return bool(library.catalog.length(document)) and not library.catalog.looked_through(document)


def _one(found: looking.Xray, title: str) -> str:
    lines = [title]
    for spotted in found.spotted:
        where = place_name(spotted.label, "page") or "in its words"
        words = plain(" ".join(spotted.words.split()))[:_SHOWN_CHARS]
        lines.append(
            f"{where}: {spotted.suspect.kind}, {plain(spotted.suspect.reason)}\n    {words}"
        )
    if not found.spotted:
        lines.append("Nothing was found." if found.looked else "It was not looked through yet.")
    elif found.withholds:
        lines.append(
            "Answers may use it (--withhold keeps it out)."
            if found.allowed
            else "Kept out of every prompt (--allow lets it in)."
        )
    return "\n".join(lines)
