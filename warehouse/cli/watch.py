"""``muniment watch``: folders whose files come in by themselves."""

from __future__ import annotations

from pathlib import Path

from warehouse.cli.library import listing
from warehouse.cli.session import Session, plain
from warehouse.library import Library


def watch(session: Session) -> int:
    """``ls`` where no verb is given."""
    verb = session.arguments.verb or "ls"
    return {"ls": _ls, "add": _add, "rm": _rm, "look": _look}[verb](session)


def _ls(session: Session) -> int:
    with session.library() as library:
        watches = library.watching.watches()
    if not watches:
        print("No folder is watched.")
    for watch in watches:
        ignored = f" (not {', '.join(watch.ignored)})" if watch.ignored else ""
        print(plain(" ".join(filter(None, [f"{watch.folder}{ignored}", watch.problem]))))
    return 0


def _add(session: Session) -> int:
    with session.library() as library:
        given = session.arguments
        library.watching.begin(Path(given.folder), given.ignore, session.run.check)
        return _look_once(library, session)


def _rm(session: Session) -> int:
    with session.library() as library:
        library.watching.end(Path(session.arguments.folder))
    print("Watched no longer. Its documents stay in the library.")
    return 0


def _look(session: Session) -> int:
    with session.library() as library:
        return _look_once(library, session)


def _look_once(library: Library, session: Session) -> int:
    came = library.watching.look(session.run)
    session.progress.clear()
    print(listing(came) if came else "Nothing new.")
    return 0
