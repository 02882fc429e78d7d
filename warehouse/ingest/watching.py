"""Watched folders: what is new or has changed in them comes in by itself.

A look asks ``stat`` of every file, and compares with what was taken in. What differs is looked at
once more a moment later, so that a file that is still being written waits for the next look. Its
paths are remembered in the catalog before the folder is marked as seen: a kill between the two
repeats the look. A changed file becomes a new version of the same source; one that was deleted
takes nothing away, and one whose document was removed brings it back only when it has changed,
under whatever name.
"""

from __future__ import annotations

import fnmatch
import time
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from warehouse.errors import BadInput
from warehouse.ingest.file_names import NO_UTF8, has_utf8, shown
from warehouse.ingest.folders import survey
from warehouse.ingest.steps import Ingest
from warehouse.records import Document
from warehouse.run import Check, Run, unstopped
from warehouse.settings import expanded
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.watches import Watch
from warehouse.store.objects import Look, look_at, sha256_of

SETTLE_S = 1.0
ALWAYS_IGNORED = ("~$*", "*.part", "*.crdownload", "*.tmp")
MOST_PATTERNS = 100
GONE = "The folder is not there now; its documents are kept."


class Watching:
    def __init__(
        self, catalog: Catalog, ingest: Ingest, warehouse: Path, settle_s: float = SETTLE_S
    ) -> None:
        self._catalog = catalog
        self._ingest = ingest
        self._warehouse = warehouse.resolve()
        self.settle_s = settle_s

    def watches(self) -> Sequence[Watch]:
        return self._catalog.watches()

    def begin(self, folder: Path, ignored: Sequence[str] = (), check: Check = unstopped) -> None:
        """Watch ``folder``; or, where it is watched, change what is passed over.

        Raises BadInput for what is no folder, or is one with the warehouse in it.
        """
        folder = expanded(str(folder)).resolve()
        if not folder.is_dir():
            raise BadInput(f"{folder} is no folder.")
        if not has_utf8(folder):
            raise BadInput(f"{shown(folder)}: {NO_UTF8}")
        if folder == self._warehouse or self._warehouse in folder.parents:
            raise BadInput("A folder of the warehouse itself cannot be watched.")
        patterns = tuple(dict.fromkeys(pattern.strip() for pattern in ignored if pattern.strip()))
        if len(patterns) > MOST_PATTERNS:
            raise BadInput(f"At most {MOST_PATTERNS} patterns.")
        self._catalog.set_watch(str(folder), patterns)
        _, losses = survey(folder, check)
        self._catalog.add_losses("", losses)

    def end(self, folder: Path) -> None:
        """Its documents stay. Raises BadInput when it was not watched."""
        wanted = expanded(str(folder))
        if not any(self._catalog.end_watch(str(path)) for path in (wanted, wanted.resolve())):
            raise BadInput(f"{folder} is not watched.", "See them with: muniment watch ls")

    def look(self, run: Run) -> list[Document]:
        """One look at all folders; what came in, new and changed."""
        came: list[Document] = []
        for watch in self._catalog.watches():
            run.check()
            came += self._take_in(watch, self._fresh(watch, run.check), run)
        return came

    def _fresh(self, watch: Watch, check: Check) -> dict[str, Look]:
        """What is new or has changed; why the folder cannot be looked at is kept with its watch."""
        folder, problem = Path(watch.folder), ""
        files: dict[str, Look] = {}
        try:
            if folder.is_dir():
                files = looks(folder, watch.ignored, self._warehouse, check)
            else:
                problem = GONE
        except OSError as error:
            problem = f"The folder cannot be looked at: {error.strerror or error}."
        self._catalog.set_watch_problem(watch.folder, problem)
        before = self._catalog.watched(watch.folder)
        return {path: look for path, look in files.items() if before.get(path) != look}

    def _take_in(self, watch: Watch, fresh: Mapping[str, Look], run: Run) -> list[Document]:
        if not fresh:
            return []
        time.sleep(self.settle_s)
        settled = {path: look for path, look in fresh.items() if look_at(Path(path)) == look}
        if not settled:
            return []
        removed = self._catalog.removed_by_size()
        wanted = [
            Path(path)
            for path, look in settled.items()
            if not _is_any_of(removed.get(look.size_bytes, ()), Path(path))
        ]
        try:
            files = self._ingest.remember(wanted) if wanted else []
        except BadInput:  # all of them were taken away again in this moment
            return []
        self._catalog.set_watched(watch.folder, settled)
        return self._ingest.add_remembered(files, run)


def _is_any_of(documents: Collection[str], path: Path) -> bool:
    """All of the file is read, where there are any."""
    try:
        return bool(documents) and sha256_of(path) in documents
    except OSError:
        return False


def looks(
    folder: Path, ignored: Sequence[str], warehouse: Path, check: Check = unstopped
) -> dict[str, Look]:
    """Every file in ``folder`` that is read and not passed over."""
    by_path: dict[str, Look] = {}
    for path in survey(folder, check)[0]:
        if warehouse in path.parents or is_ignored(path.relative_to(folder), ignored):
            continue
        look = look_at(path)
        if look is not None and look.size_bytes:
            by_path[str(path)] = look
    return by_path


def is_ignored(path: Path, patterns: Sequence[str]) -> bool:
    """By the name of the file or of a folder above it, or by the path from the watched folder.

    Folders may be written as in other programs: ``drafts/``, ``./drafts``, ``**/drafts/**``.
    """
    whole = unicodedata.normalize("NFC", path.as_posix())  # some disks take accents apart
    names = whole.split("/")
    return any(
        fnmatch.fnmatch(whole, pattern) or any(fnmatch.fnmatch(name, pattern) for name in names)
        for pattern in (*ALWAYS_IGNORED, *map(_plain, patterns))
        if pattern
    )


def _plain(pattern: str) -> str:
    """Without what says no more than the name; "" where nothing is left."""
    kept = unicodedata.normalize("NFC", pattern).replace("\\", "/").removeprefix("./").strip("/")
    kept = kept.removeprefix("**/").removesuffix("/**")
    return "" if kept == "." else kept


def next_pause_s(pause_s: float, took_s: float, came: int, least_s: float, most_s: float) -> float:
    """How long to wait after a look: short after news, else twice as long each time, and at least
    twenty times as long as the look took.
    """
    wanted = least_s if came else min(2 * pause_s, most_s)
    return max(wanted, 20 * took_s)
