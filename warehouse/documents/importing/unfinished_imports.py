"""Imports that survive a kill: each library is noted before anything of it is taken in.

The note goes when all of it is in, or when it cannot be read, which the loss ledger then says. What
an earlier program left, and what another one handed over, is found among the notes (``finish``);
importing a second time adds nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from indexers.records import Loss
from warehouse.documents.importing import taking_in
from warehouse.documents.importing.taking_in import Taken
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.run import Run
from warehouse.text import plural

Account = tuple[Path, Taken | BadInput]
"""A library and what came of it; the error says why it was not imported."""


def take(
    library: Library,
    paths: Sequence[Path],
    run: Run,
    in_place: bool = False,
    since: float | None = None,
) -> list[Account]:
    """Import these, one after the other; see takein.take_in for ``in_place`` and ``since``.

    Raises Cancelled, StorageError; what is not done then is done at the next start.
    """
    places = [path.absolute() for path in paths]
    library.catalog.await_imports(map(str, places), in_place)
    return _accounts(library, places, run, in_place, since)


def finish(library: Library, run: Run) -> list[Account]:
    """All that is noted and in nobody's hands."""
    accounts: list[Account] = []
    for begun in library.catalog.waiting_imports():
        accounts += _accounts(library, [Path(begun.path)], run, begun.in_place, begun.added)
    return accounts


def told(account: Account) -> str:
    """In a sentence."""
    path, taken = account
    if isinstance(taken, BadInput):
        return f"{path.name} was not imported: {taken}"
    entries = plural(taken.entries, "entry", "entries")
    left = len(taken.without) + len(taken.missing) + len(taken.unread)
    lacks = [f"{left:,} of its parts could not be taken"] if left else []
    if taken.altered:
        lacks.append(f"{plural(len(taken.altered), 'value')} could not be taken as given")
    more = f"; {' and '.join(lacks)}, see the loss ledger" if lacks else ""
    came = plural(taken.documents, "document")
    return f"{path.name}: {entries}, {taken.new:,} of them new, {came} came in{more}."


def _accounts(
    library: Library, paths: Iterable[Path], run: Run, in_place: bool, since: float | None
) -> list[Account]:
    catalog = library.catalog
    accounts: list[Account] = []
    for path in paths:
        if not catalog.begin_import(str(path)):
            continue
        try:
            bundle = taking_in.read(path)
            accounts.append((path, taking_in.take_in(bundle, library, run, in_place, since)))
        except BadInput as error:
            catalog.add_losses("", [Loss("import", str(path), str(error))])
            accounts.append((path, error))
        catalog.end_import(str(path))
    return accounts
