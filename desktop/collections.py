"""Collections, saved searches and tags, as the window holds them: one list, asked for in workers.

Every change runs as a short job and can be taken back; ``changed`` follows when the list is new. A
name is asked for in the side bar (``name_wanted``), so that no dialog stands in the way. Nothing
here removes a document. Which one the Library is limited to is known here as well (``shown``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from desktop.jobs import Jobs
from desktop.newest import Newest
from desktop.notices import Notices
from desktop.undo import Undo
from warehouse.records import Collection
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.search.collections.naming_and_filing import Shelves


class Naming(Struct, frozen=True):
    """What gets the name that is asked for: documents, a query, or a collection that has one."""

    documents: tuple[str, ...] = ()
    query: str = ""
    renamed: Collection | None = None


class Change(Struct, frozen=True):
    """What was done, in words, and the ways back and there again; ``note`` is a sentence more."""

    words: str
    back: Callable[[Shelves], object]
    again: Callable[[Shelves], object]
    note: str = ""


class Order(QObject):
    """``collections`` are by name, saved searches behind them; ``left_out`` are the documents on
    their way into the trash.
    """

    changed = Signal()
    name_wanted = Signal(object)
    shown_changed = Signal()

    def __init__(
        self,
        jobs: Jobs,
        notices: Notices,
        undo: Undo,
        library: Callable[[], Library | None],
        parent: QObject,
    ) -> None:
        """``library`` is asked for the one that is open now."""
        super().__init__(parent)
        self._jobs, self._notices, self._undo = jobs, notices, undo
        self._looks = Newest(jobs, self)
        self._open_library = library
        self.left_out: tuple[str, ...] = ()
        self.collections: tuple[Collection, ...] = ()
        self.shown: Collection | None = None

    def leave(self) -> None:
        """Another library is open: its numbers are those of other collections."""
        self.left_out = self.collections = ()
        self.show(None)
        self.changed.emit()

    def look(self) -> None:
        """Ask for the list again."""
        if (library := self._open_library()) is not None:
            counted = partial(_counted, library.shelves, self.left_out)
            self._looks.ask(counted, self._looked)

    def leave_out(self, documents: Iterable[str]) -> None:
        """They are on their way into the trash: none of them is counted."""
        self.left_out = tuple(documents)
        self.look()

    def by_hand(self) -> list[Collection]:
        """The collections that documents can be put into."""
        return [collection for collection in self.collections if not collection.query]

    def show(self, one: Collection | None) -> None:
        """Limit the Library to it; None: the whole library."""
        before, self.shown = self.shown, one
        if one != before:
            self.shown_changed.emit()

    # What the user does

    def ask_name(self, naming: Naming) -> None:
        self.name_wanted.emit(naming)

    def name(self, naming: Naming, name: str) -> None:
        """Make, save or rename; a name that will not do is said in a notice."""
        if naming.renamed is not None:
            self._do(partial(_rename, naming.renamed.name, name))
        else:
            self._do(partial(_make, name, naming.query, naming.documents))

    def change(self, saved: Collection, query: str) -> None:
        """Another search under its name."""
        self._do(partial(_change, saved, query))

    def put(self, collection: Collection, documents: Sequence[str]) -> None:
        self._do(partial(_put, collection.name, tuple(documents)))

    def take(self, collection: Collection, documents: Sequence[str]) -> None:
        self._do(partial(_take, collection.name, tuple(documents)))

    def delete(self, collection: Collection) -> None:
        """Its documents stay; the collection can be brought back."""
        self._do(partial(_delete, collection))

    def tag(self, documents: Sequence[str], tag: str) -> None:
        self._do(partial(_tag, tuple(documents), tag))

    def untag(self, documents: Sequence[str], tag: str) -> None:
        self._do(partial(_untag, tuple(documents), tag))

    # Work

    def _do(self, change: Callable[[Shelves], Change | None]) -> None:
        self._work(change, self._done)

    def _work(self, work: Callable[[Shelves], Any], then: Callable[[Any], None]) -> None:
        if (library := self._open_library()) is not None:
            self._jobs.keep(partial(work, library.shelves), then)

    def _done(self, made: Change | None) -> None:
        if made is not None:
            back = partial(self._work, made.back, self._looked_for)
            again = partial(self._work, made.again, self._looked_for)
            self._undo.did(made.words, back, again, note=made.note)
        else:
            self._notices.say("Nothing was changed: it was so already.")
        self.look()

    def _looked_for(self, nothing: object) -> None:
        self.look()

    def _looked(self, found: list[Collection]) -> None:
        self.collections = tuple(found)
        if self.shown is not None:  # renamed, changed or removed meanwhile
            shown = self.shown.id
            self.show(next((collection for collection in found if collection.id == shown), None))
        self.changed.emit()


# In workers: each does it and tells how it is taken back; by names, since what is made anew has
# another number. None where nothing was changed.


def _counted(shelves: Shelves, left_out: tuple[str, ...]) -> list[Collection]:
    """All, without these documents in their counts."""
    less = {collection.id: collection.documents for collection in shelves.holding_among(left_out)}
    return [
        structs.replace(collection, documents=collection.documents - less.get(collection.id, 0))
        for collection in shelves.all()
    ]


def _make(name: str, query: str, documents: tuple[str, ...], shelves: Shelves) -> Change:
    def make(shelves: Shelves) -> Collection:
        return shelves.save(name, query) if query else shelves.make(name, documents)

    collection = make(shelves)
    what = "Saved the search" if query else "Made the collection"
    return Change(f"{what} “{collection.name}”", lambda held: held.delete(held.named(name)), make)


def _rename(before: str, name: str, shelves: Shelves) -> Change:
    def rename(old: str, new: str, shelves: Shelves) -> Collection:
        return shelves.rename(shelves.named(old), new)

    collection = rename(before, name, shelves)
    words = f"Renamed “{before}” to “{collection.name}”"
    return Change(
        words, partial(rename, collection.name, before), partial(rename, before, collection.name)
    )


def _change(saved: Collection, query: str, shelves: Shelves) -> Change:
    def change(query: str, shelves: Shelves) -> Collection:
        return shelves.change(shelves.named(saved.name), query)

    change(query, shelves)
    words = f"“{saved.name}” holds what this search finds now"
    return Change(words, partial(change, saved.query), partial(change, query))


def _put(name: str, documents: tuple[str, ...], shelves: Shelves) -> Change | None:
    new = shelves.put(shelves.named(name), documents)
    words = f"{plural(len(new), 'document')} put in “{name}”"
    return Change(words, partial(_out_of, name, new), partial(_into, name, new)) if new else None


def _take(name: str, documents: tuple[str, ...], shelves: Shelves) -> Change | None:
    gone = shelves.take(shelves.named(name), documents)
    words = f"{plural(len(gone), 'document')} taken out of “{name}”"
    return Change(words, partial(_into, name, gone), partial(_out_of, name, gone)) if gone else None


def _into(name: str, documents: frozenset[str], shelves: Shelves) -> None:
    shelves.put(shelves.named(name), documents)


def _out_of(name: str, documents: frozenset[str], shelves: Shelves) -> None:
    shelves.take(shelves.named(name), documents)


def _delete(collection: Collection, shelves: Shelves) -> Change:
    what = "saved search" if collection.query else "collection"
    held = shelves.delete(shelves.named(collection.name))

    def make(shelves: Shelves) -> None:
        if collection.query:
            shelves.save(collection.name, collection.query)
        else:
            shelves.make(collection.name, held)

    words = f"Removed the {what} “{collection.name}”"

    def again(shelves: Shelves) -> None:
        shelves.delete(shelves.named(collection.name))

    return Change(words, make, again, "Its documents stay in the library.")


def _tag(documents: tuple[str, ...], tag: str, shelves: Shelves) -> Change | None:
    new = shelves.lacking(documents, tag)
    kept = shelves.tag(new, tag)
    words = f"Put the tag “{kept}” on {plural(len(new), 'document')}"
    on, off = (lambda held: held.tag(new, kept)), (lambda held: held.untag(new, kept))
    return Change(words, off, on) if new else None


def _untag(documents: tuple[str, ...], tag: str, shelves: Shelves) -> Change:
    lacking = shelves.lacking(documents, tag)
    had = [document for document in documents if document not in lacking]
    shelves.untag(had, tag)
    words = f"Took the tag “{tag}” off {plural(len(had), 'document')}"
    on, off = (lambda held: held.tag(had, tag)), (lambda held: held.untag(had, tag))
    return Change(words, on, off)
