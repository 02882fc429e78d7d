"""Collections, saved searches and tags, as the window holds them: one list, asked for in workers.

Every change runs as a short job; ``changed`` follows when the list is new. A name is asked for in
the side bar (``name_wanted``), so that no dialog stands in the way. Nothing here removes a
document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from desktop.jobs import Jobs
from desktop.notices import Notices
from warehouse.records import Collection
from warehouse.studies.report.ledger import plural

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.search.collections.naming_and_filing import Shelves


class Naming(Struct, frozen=True):
    """What gets the name that is asked for: documents, a query, or a collection that has one."""

    documents: tuple[str, ...] = ()
    query: str = ""
    renamed: Collection | None = None


class Order(QObject):
    """``collections`` are by name, saved searches behind them."""

    changed = Signal()
    name_wanted = Signal(object)

    def __init__(self, jobs: Jobs, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._notices = jobs, notices
        self._library: Library | None = None
        self.collections: tuple[Collection, ...] = ()

    def open(self, library: Library) -> None:
        self._library = library
        self.look()

    def look(self) -> None:
        """Ask for the list again."""
        if self._library is not None:
            self._jobs.fetch(self._library.shelves.all, self._looked)

    def by_hand(self) -> list[Collection]:
        """The collections that documents can be put into."""
        return [one for one in self.collections if not one.query]

    # What the user does

    def ask_name(self, naming: Naming) -> None:
        self.name_wanted.emit(naming)

    def name(self, naming: Naming, name: str) -> None:
        """Make, save or rename; a name that will not do is said in a notice."""
        if naming.renamed is not None:
            renamed = naming.renamed
            self._do(lambda shelves: shelves.rename(renamed, name))
        elif naming.query:
            self._do(lambda shelves: shelves.save(name, naming.query))
        else:
            self._do(lambda shelves: shelves.make(name, naming.documents))

    def change(self, saved: Collection, query: str) -> None:
        self._do(
            lambda shelves: shelves.change(saved, query),
            f"“{saved.name}” holds what this search finds now.",
            lambda _: self._change_back(saved),
        )

    def put(self, collection: Collection, documents: Sequence[str]) -> None:
        words = f"{plural(len(documents), 'document')} in “{collection.name}”."
        self._do(lambda shelves: shelves.put(collection, documents), words)

    def take(self, collection: Collection, documents: Sequence[str]) -> None:
        words = f"{plural(len(documents), 'document')} taken out of “{collection.name}”."
        self._do(
            lambda shelves: shelves.take(collection, documents),
            words,
            lambda _: self.put(collection, documents),
        )

    def delete(self, collection: Collection) -> None:
        """Its documents stay; the collection can be brought back for a few seconds."""
        what = "saved search" if collection.query else "collection"
        self._do(
            lambda shelves: shelves.delete(collection),
            f"Removed the {what} “{collection.name}”. Its documents stay in the library.",
            partial(self._make_again, collection),
        )

    def tag(self, documents: Sequence[str], tag: str) -> None:
        self._do(lambda shelves: shelves.tag(documents, tag))

    def untag(self, documents: Sequence[str], tag: str) -> None:
        self._do(lambda shelves: shelves.untag(documents, tag))

    # Work

    def _do(
        self,
        change: Callable[[Shelves], object],
        said: str = "",
        undo: Callable[[object], None] | None = None,
    ) -> None:
        if self._library is not None:
            work = partial(change, self._library.shelves)
            job = self._jobs.fetch(work, partial(self._done, said, undo))
            job.failed.connect(self._notices.error)

    def _done(self, said: str, undo: Callable[[object], None] | None, result: object) -> None:
        if undo is not None:
            self._notices.offer(said, "Undo", partial(undo, result))
        elif said:
            self._notices.say(said)
        self.look()

    def _change_back(self, saved: Collection) -> None:
        self._do(lambda shelves: shelves.change(saved, saved.query))

    def _make_again(self, collection: Collection, documents: object) -> None:
        held = documents if isinstance(documents, frozenset) else frozenset()
        self.name(Naming(tuple(held), collection.query), collection.name)

    def _looked(self, found: list[Collection]) -> None:
        self.collections = tuple(found)
        self.changed.emit()
