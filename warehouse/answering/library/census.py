"""What is counted for a question about the library: each function tells one thing with its rolls.

The documents given are those in reach that the question's filters let through. A figure in the
text is followed by the number of the roll it was counted from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from warehouse.answering import counted
from warehouse.library import Library
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll, plural
from warehouse.search.languages import name_of
from warehouse.store.catalog.similar_documents import Twin

SHOWN = 30


class Told(Struct, frozen=True):
    """Sentences about the library, and the rolls they number, the first as (list 1)."""

    text: str
    rolls: tuple[Roll, ...] = ()


class View(Struct, frozen=True):
    """``documents`` are those that count, of ``total`` in reach; ``limits`` says which, in words,
    as in "dated 2019", and ``where`` names the library or the collection.
    """

    documents: Sequence[Document]
    total: int
    limits: str
    where: str

    def named(self) -> str:
        return f"Documents {self.limits}" if self.limits else "All documents"

    def of(self) -> str:
        return f"documents {self.limits}" if self.limits else "all documents"


Teller = Callable[[View, Library], Told]


def documents(view: View, library: Library) -> Told:
    """How many, and which."""
    roll = Roll(view.named(), tuple(map(_item, view.documents)))
    count = len(view.documents)
    if not count:
        return Told(f"There is no document {view.limits} {view.where}, of {view.total:,} in all.")
    of = f", of {view.total:,} in all" if view.limits else ""
    size = plural(count, "document")
    said = f"There {'is' if count == 1 else 'are'} {size} {view.limits}".rstrip()
    return Told(f"{said} {view.where} (list 1){of}.\n\n{_listed(roll)}", (roll,))


def unreadable(view: View, library: Library) -> Told:
    """What could not be read: documents, parts of documents, and files that were not taken in."""
    found = counted.unread(view.documents)
    parts = tuple(
        Item(one.id, one.title, f"{loss.what}: {loss.reason}")
        for one in view.documents
        if one.state not in ("failed", "locked")
        for loss in library.catalog.losses(one.id)
    )
    outside = tuple(
        Item("", loss.what, loss.reason) for loss in library.catalog.losses() if not view.limits
    )
    made = [*found]
    made += [Roll("Parts that were left out", parts)] if parts else []
    made += [Roll("Files that were not taken in", outside)] if outside else []
    bad = next((one for one in found if one.name == counted.UNREADABLE), None)
    count = len(bad.items) if bad else 0
    many = plural(view.total if not view.limits else len(view.documents), "document")
    limits = f" {view.limits}" if view.limits else ""
    head = f"{count:,} of {many}{limits} {view.where} could not be read"
    head = f"{head} (list 1)." if bad else f"{head}."
    lines = [head, *([_listed(bad)] if bad else [])]
    lines += [
        f"{roll.name}: {len(roll.items):,} (list {number})."
        for number, roll in enumerate(made, start=1)
        if roll is not bad
    ]
    return Told("\n\n".join(lines), tuple(made))


def pages(view: View, library: Library) -> Told:
    return _summed(view, "page", lambda one: one.pages)


def passages(view: View, library: Library) -> Told:
    return _summed(view, "passage", lambda one: one.passages)


def words(view: View, library: Library) -> Told:
    """As the headers have counted them."""
    headers = {one.id: library.catalog.header(one.id) for one in view.documents}

    def count(one: Document) -> int:
        header = headers[one.id]
        return header.words if header else 0

    return _summed(view, "word", count)


def duplicates(view: View, library: Library) -> Told:
    """Pairs of documents that are nearly the same, or one work by their number."""
    held = {one.id: one for one in view.documents}
    items = tuple(
        Item(id, held[id].title, f"{_alike(twin)} “{held[twin.document].title}”")
        for id, twin in library.catalog.all_twins()
        if id in held and twin.document in held and not twin.apart
    )
    if not items:
        count = plural(len(held), "document")
        return Told(f"No two of {count} {view.where} are nearly the same.")
    roll = Roll("Pairs that are nearly the same", items)
    pairs = plural(len(items), "pair")
    are = "is" if len(items) == 1 else "are"
    head = f"There {are} {pairs} of documents {view.where} that are nearly the same (list 1)."
    return Told(f"{head}\n\n{_listed(roll)}", (roll,))


def _alike(twin: Twin) -> str:
    if twin.why == "text":
        return f"{twin.share:.0%} the same as"
    return f"the same {'DOI' if twin.why == 'doi' else 'arXiv number'} as"


def size(view: View, library: Library) -> Told:
    """Documents, pages and bytes, by document."""
    total = sum(one.size_bytes for one in view.documents)
    items = [Item(one.id, one.title, _bytes(one.size_bytes)) for one in view.documents]
    roll = Roll(f"{view.named()} by size", tuple(items))
    number = plural(sum(one.pages for one in view.documents), "page")
    count = plural(len(view.documents), "document")
    return Told(f"{count} {view.where} with {number}, {_bytes(total)} (list 1).", (roll,))


def languages(view: View, library: Library) -> Told:
    def name(one: Document) -> tuple[str, ...]:
        return (name_of(one.language) if one.language else "not known",)

    return _by_value(view, "language", name)


def kinds(view: View, library: Library) -> Told:
    return _by_value(view, "kind of document", lambda one: (one.kind,), "kinds of document")


def authors(view: View, library: Library) -> Told:
    return _by_value(view, "author", lambda one: one.authors)


def years(view: View, library: Library) -> Told:
    return _by_value(view, "year", lambda one: (one.date[:4] or "without a date",))


def collections(view: View, library: Library) -> Told:
    """Collections and saved searches, with how many of the documents each holds."""
    held = {one.id for one in view.documents}
    items = []
    for one in library.shelves.all():
        count = len(library.finder.scope(one.name).documents & held)
        what = "saved search" if one.query else "collection"
        items.append(Item("", one.name, f"{what}, {plural(count, 'document')}"))
    roll = Roll("Collections and saved searches", tuple(items))
    if not items:
        return Told("There are no collections and no saved searches yet.")
    are = "is" if len(items) == 1 else "are"
    return Told(f"There {are} {len(items):,} of them (list 1).\n\n{_listed(roll)}", (roll,))


def tags(view: View, library: Library) -> Told:
    return _by_value(view, "tag", lambda one: tuple(library.catalog.tags_of(one.id)))


def extremes(key: Callable[[Document], float | str], what: str, last: bool) -> Teller:
    """The first few by ``key``, and which is the very first; ``last`` turns the order round."""

    def tell(view: View, library: Library) -> Told:
        able = sorted((one for one in view.documents if key(one)), key=key, reverse=last)
        if not able:
            return Told(f"None of the documents {view.where} can be compared by that.")
        roll = Roll(f"{view.named()}, the {what} first", tuple(map(_item, able)))
        count = plural(len(able), "document")
        first = [one for one in able if key(one) == key(able[0])]
        named = ", ".join(f"“{one.title}” ({_item(one).note})" for one in first[:SHOWN])
        verb = "is" if len(first) == 1 else f"are {len(first):,} alike:"
        return Told(f"The {what} of {count} (list 1) {verb} {named}.", (roll,))

    return tell


def overview(view: View, library: Library) -> Told:
    """Everything that the catalog can say in a few lines."""
    parts: list[str] = []
    made: list[Roll] = []
    for tell in (documents, kinds, languages, years, unreadable):
        told = tell(view, library)
        parts.append(_renumbered(told.text.split("\n\n")[0], len(made)))
        made += told.rolls
    return Told("\n\n".join(parts), tuple(made))


def _renumbered(text: str, by: int) -> str:
    return re.sub(r"\(list (\d+)\)", lambda found: f"(list {int(found[1]) + by})", text)


def _summed(view: View, noun: str, of: Callable[[Document], int]) -> Told:
    items = tuple(Item(one.id, one.title, plural(of(one), noun)) for one in view.documents)
    roll = Roll(f"{noun.capitalize()}s of: {view.of()}", items)
    total = plural(sum(map(of, view.documents)), noun)
    count = plural(len(items), "document")
    limits = f" {view.limits}" if view.limits else ""
    return Told(f"{total} in {count}{limits} {view.where} (list 1).", (roll,))


def _by_value(
    view: View, noun: str, of: Callable[[Document], Iterable[str]], many: str = ""
) -> Told:
    """How many different values there are, each with its documents; the most frequent first."""
    holders: dict[str, list[Document]] = {}
    for one in view.documents:
        for value in of(one):
            holders.setdefault(value, []).append(one)
    order = sorted(holders, key=lambda value: (-len(holders[value]), value))
    items = tuple(
        Item("", value, f"{len(holders[value]):,}: {_titles(holders[value])}") for value in order
    )
    many = many or f"{noun}s"
    if not items:
        return Told(f"No {noun} is known of the documents {view.where}.")
    roll = Roll(f"{many.capitalize()} of: {view.of()}", items)
    counted = [f"{value} ({len(holders[value]):,})" for value in order[:SHOWN]]
    more = f" and {len(order) - SHOWN:,} more" if len(order) > SHOWN else ""
    count = f"1 {noun}" if len(order) == 1 else f"{len(order):,} {many}"
    limits = f" {view.limits}" if view.limits else ""
    of_how_many = plural(len(view.documents), "document")
    head = f"{count} in {of_how_many}{limits} {view.where} (list 1)"
    return Told(f"{head}: {', '.join(counted)}{more}.", (roll,))


def _titles(documents: Sequence[Document]) -> str:
    shown = "; ".join(one.title for one in documents[:SHOWN])
    return f"{shown} …" if len(documents) > SHOWN else shown


def _item(one: Document) -> Item:
    note = [one.date, ", ".join(one.authors), one.kind, plural(one.pages, "page")]
    return Item(one.id, one.title, ", ".join(filter(None, note)))


def _listed(roll: Roll) -> str:
    lines = [f"- {one.name}{f' ({one.note})' if one.note else ''}" for one in roll.items[:SHOWN]]
    if len(roll.items) > SHOWN:
        lines.append(f"- and {len(roll.items) - SHOWN:,} more")
    return "\n".join(" ".join(line.split()) for line in lines)


def _bytes(count: int) -> str:
    for unit, size_ in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size_:
            return f"{count / size_:.1f} {unit}"
    return f"{count:,} bytes"
