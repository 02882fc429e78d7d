"""Is the search index what was written? Each of its files is hashed once, soon after it was made.

LanceDB never changes a file, but for a hint at the newest version, which must name that version.
A file that is gone is one that LanceDB took away itself, or its rows are missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from warehouse.run import Check, unstopped
from warehouse.store.catalog import Catalog
from warehouse.store.lance.flushed import HINT, WHOLE, names_newest
from warehouse.store.lance.lance_errors import MARK
from warehouse.store.objects import sha256_of


def learn(catalog: Catalog, folder: Path, check: Check = unstopped) -> None:
    """Note what is new under ``folder``, that of the index, and forget what is gone."""
    known = catalog.index_files()
    files = dict(_files(folder))
    fresh = {}
    for name in files.keys() - known.keys():
        check()
        try:
            fresh[name] = sha256_of(files[name])
        except FileNotFoundError:  # tidied away in this moment
            continue
    gone = known.keys() - files.keys()
    if fresh or gone:
        catalog.note_index_files(fresh, gone)


def changed(catalog: Catalog, folder: Path, check: Check = unstopped) -> Iterator[str]:
    """Names of files that are not what was written."""
    known = catalog.index_files()
    for name, path in _files(folder):
        check()
        if name in known and is_changed(path, known[name]):
            yield name
    for hint in folder.glob(f"*/_versions/{HINT}"):
        if not names_newest(hint):
            yield hint.relative_to(folder).as_posix()


def is_changed(path: Path, digest: str) -> bool:
    """Not for one that LanceDB has taken away."""
    try:
        return sha256_of(path) != digest
    except FileNotFoundError:
        return False


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in (HINT, MARK, WHOLE):
            yield path.relative_to(folder).as_posix(), path
