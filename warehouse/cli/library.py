"""``muniment add``, ``fetch`` and ``ls``: the library from the command line."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from indexers.records import Loss
from warehouse.app import chosen
from warehouse.cli import handover
from warehouse.cli.session import Session, plain, table
from warehouse.documents.inspecting.differences import Differences
from warehouse.errors import BadInput, Cancelled, InUse
from warehouse.extent import printed_pages
from warehouse.ingest.foreign_libraries import is_library, parted
from warehouse.records import Document
from warehouse.settings import expanded

if TYPE_CHECKING:
    from warehouse.library import Library

ID_LENGTH = 12
PARTLY = 3


def add(session: Session) -> int:
    """Libraries of other programs are imported. Status 1 when nothing could be taken in, PARTLY
    when something was left out; all of that is named.
    """
    paths = [expanded(path) for path in session.arguments.paths]
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise BadInput(f"There is no {missing[0]}.")
    given = session.arguments
    named = frozenset(path.absolute() for path in paths if is_library(path))
    libraries, files = parted(paths)
    documents: list[Document] = []
    try:
        with session.library() as library:
            _import(library, libraries, named, session)
            if files:
                documents = library.add(files, session.run, given.password, given.in_place)
    except InUse as error:
        return _hand_over(session, paths, error)
    left = session.progress.left
    if libraries and not files:
        return 0
    if not documents:
        _tell_left(left)
        raise BadInput("Nothing that Muniment can read was found there.")
    print(listing(documents))
    _tell_left(left)
    good = [document for document in documents if document.state not in ("failed", "locked")]
    if len(good) < len(documents):
        print(f"{len(documents) - len(good)} of {len(documents)} not taken in.", file=sys.stderr)
    if not good:
        return 1
    return PARTLY if left or len(good) < len(documents) else 0


def _tell_left(left: Sequence[Loss]) -> None:
    if left:
        print(f"Left out: {len(left):,}")
        for loss in left:
            print(f"  {plain(loss.what)}: {plain(loss.reason)}")


def _import(
    library: Library, paths: Sequence[Path], named: Collection[Path], session: Session
) -> None:
    """One that was only found in a folder does not keep its documents out when it is broken."""
    if paths:
        from warehouse.cli.importing import tell
        from warehouse.documents.importing import unfinished_imports

        for path, taken in unfinished_imports.take(
            library, paths, session.run, session.arguments.in_place
        ):
            print(plain(path.name))
            if not isinstance(taken, BadInput):
                tell(taken)
            elif path in named:
                raise taken
            else:
                print(f"Not imported: {taken}")


def _hand_over(session: Session, paths: Sequence[Path], error: InUse) -> int:
    if session.arguments.password:
        print("The password is not handed over: it is written nowhere. Unlock what needs it there.")
    if documents := handover.over(session, paths, error, session.arguments.in_place):
        print(listing(documents))
    return 0


def fetch(session: Session) -> int:
    """Asks for each site once, on a terminal; elsewhere ``--allow`` is needed. Without an address
    the sites that were agreed to.
    """
    from warehouse.documents.fetching.allowed_sites import allow
    from warehouse.documents.fetching.pages import HostUnknown
    from warehouse.documents.fetching.pages import fetch as get

    if not session.arguments.url:
        return _sites(session.arguments.forget)
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


def _sites(forgotten: str) -> int:
    from warehouse.documents.fetching import allowed_sites

    if forgotten and not allowed_sites.forget(forgotten):
        print(f"{plain(forgotten)} is no site that was agreed to.")
        return 1
    print("\n".join(map(plain, allowed_sites.hosts())) or "No site was agreed to yet.")
    return 0


def difference_lines(differences: Differences) -> list[str]:
    """A line for each sentence that is gone (-) or new (+), in the order of the text."""
    marks = {"gone": "-", "new": "+"}
    return [
        f"{marks[change.kind]} {plain(change.text)}"
        for change in differences.changes
        if change.kind in marks
    ]


def _agreed(host: str) -> bool:
    if not sys.stdin.isatty():
        return False
    try:
        reply = input(f"Connect to {plain(host)}? It will see this machine's address. [y/N] ")
    except EOFError as end:
        raise Cancelled from end
    return reply.strip().lower() in ("y", "yes")


def ls(session: Session) -> int:
    words = " ".join(session.arguments.words)
    with session.library() as library:
        documents = library.catalog.documents(words)
        outside = {file.document: file for file in library.catalog.all_referenced()}
    if documents:
        print(listing(documents))
        for document in documents:
            if (file := outside.get(document.id)) is not None and file.problem:
                print(f"{document.id[:ID_LENGTH]}  {plain(file.problem)}")
    else:
        print(f"No document about “{words}”." if words else "The library is empty.")
    return 0


def copy_in(session: Session) -> int:
    """All that are referenced in place, or one. Status 1 when one of them could not be copied."""
    failed = 0
    with session.library() as library:
        outside = library.catalog.all_referenced()
        wanted = session.arguments.id
        if wanted is not None:
            rows = list(library.catalog.some_documents(file.document for file in outside).values())
            only = chosen(rows, wanted).id
            outside = [file for file in outside if file.document == only]
        for file in session.run.each("copying", outside, lambda file: file.path):
            try:
                library.copy_in(file.document)
            except BadInput as error:
                failed += 1
                print(f"{file.document[:ID_LENGTH]}  {plain(str(error))}", file=sys.stderr)
    print(f"Copied into the warehouse: {len(outside) - failed} of {len(outside)}")
    return 1 if failed else 0


def listing(documents: list[Document]) -> str:
    rows = [("id", "state", "pages", "kind", "title")]
    rows += [
        (
            document.id[:ID_LENGTH],
            document.state,
            str(printed_pages(document) or "-"),
            document.kind,
            plain(_title(document)),
        )
        for document in documents
    ]
    return table(rows, right=frozenset({2}))


def _title(document: Document) -> str:
    return f"{document.title} ({document.problem})" if document.problem else document.title
