"""``muniment add``, ``fetch`` and ``ls``: the library from the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from warehouse.cli.session import Session, plain, table
from warehouse.differences import Differences
from warehouse.errors import BadInput
from warehouse.records import Document

ID_LENGTH = 12


def add(session: Session) -> int:
    """Status 1 when nothing that was named could be taken in."""
    paths = [Path(path).expanduser() for path in session.arguments.paths]
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise BadInput(f"There is no {missing[0]}.")
    with session.library() as library:
        documents = library.add(paths, session.run, session.arguments.password)
    if not documents:
        raise BadInput("Nothing that Muniment can read was found there.")
    print(listing(documents))
    good = [document for document in documents if document.state not in ("failed", "locked")]
    if len(good) < len(documents):
        print(f"{len(documents) - len(good)} of {len(documents)} not taken in.", file=sys.stderr)
    return 0 if good else 1


def fetch(session: Session) -> int:
    """Asks for each site once, on a terminal; elsewhere ``--allow`` is needed."""
    from warehouse.fetching.pages import HostUnknown, allow
    from warehouse.fetching.pages import fetch as get

    with session.library() as library:
        while True:
            try:
                outcome = get(session.arguments.url, library, session.settings, session.run)
                break
            except HostUnknown as unknown:
                if not (session.arguments.allow or _agreed(unknown.host)):
                    raise
                allow(unknown.host)
    print(listing([outcome.document]))
    if outcome.unchanged:
        print("Nothing has changed there since the last time.")
    elif outcome.changes is not None:
        print("\n".join(difference_lines(outcome.changes)))
    return 1 if outcome.document.state in ("failed", "locked") else 0


def difference_lines(differences: Differences) -> list[str]:
    """A line for each sentence that is gone (-) or new (+), in the order of the text."""
    marks = {"gone": "-", "new": "+"}
    return [
        f"{marks[one.kind]} {plain(one.text)}" for one in differences.changes if one.kind in marks
    ]


def _agreed(host: str) -> bool:
    if not sys.stdin.isatty():
        return False
    reply = input(f"Connect to {plain(host)}? It will see this machine's address. [y/N] ")
    return reply.strip().lower() in ("y", "yes")


def ls(session: Session) -> int:
    words = " ".join(session.arguments.words)
    with session.library() as library:
        documents = library.catalog.documents(words)
    if documents:
        print(listing(documents))
    else:
        print(f"No document about “{words}”." if words else "The library is empty.")
    return 0


def listing(documents: list[Document]) -> str:
    rows = [("id", "state", "pages", "kind", "title")]
    rows += [
        (
            document.id[:ID_LENGTH],
            document.state,
            str(document.pages),
            document.kind,
            plain(_title(document)),
        )
        for document in documents
    ]
    return table(rows, right=frozenset({2}))


def _title(document: Document) -> str:
    return f"{document.title} ({document.problem})" if document.problem else document.title
