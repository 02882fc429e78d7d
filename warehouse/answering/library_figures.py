"""Questions about the library itself: figures from the catalog, without the model.

What is counted, and of which documents, stands in the reading of the question. A figure is followed
by the number of the list it was counted from; no sentence is a claim about what a document says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec import Struct

from warehouse.answering.answer import Written, finished
from warehouse.answering.coverage_rolls import UNREADABLE, filled, unread
from warehouse.context import Context
from warehouse.extent import extent, printed_pages
from warehouse.library import Library
from warehouse.question.reading import Reading
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll, Way
from warehouse.results.records import Answer, Research
from warehouse.search.languages import name_of
from warehouse.text import plural, quoted

SHOWN = 30
SAME_NUMBER = {"doi": "the same DOI as", "arxiv": "the same arXiv number as"}


class Figures(Struct, frozen=True):
    """Sentences about the library, and the rolls they number, the first as (list 1)."""

    text: str
    rolls: tuple[Roll, ...] = ()


class View(Struct, frozen=True):
    """``documents`` are those that count, of ``total``; ``limits`` says which: "dated 2019"."""

    documents: Sequence[Document]
    total: int
    limits: str
    library: Library

    @property
    def place(self) -> str:
        """``dated 2019 in your library``, or in the collection it is limited to."""
        scope = self.library.scope
        where = f"in “{scope.name}”" if scope else "in your library"
        return f"{self.limits} {where}".strip()

    @property
    def named(self) -> str:
        return f"Documents {self.limits}" if self.limits else "All documents"

    @property
    def many(self) -> str:
        return plural(len(self.documents), "document")


Teller = Callable[[View], Figures]
Count = Callable[[Document, Library], int]
Said = Callable[[int, str], str]


def answer(reading: Reading, context: Context) -> Answer:
    """From the catalog alone."""
    context.run.step("counting", 0, 1)
    counted = figures(reading, context.library)
    read = plural(len(context.library.documents()), "document")
    how = f"Counted in the catalog of {read}; no passage was read."
    way = Way(reading.route, how, counted.rolls)
    return finished(
        Written(counted.text),
        Research(reading.text, decisions=reading.decisions),
        context,
        reading.kind,
        way,
    )


def figures(reading: Reading, library: Library) -> Figures:
    documents, limits = library.documents(), reading.limits
    if not documents and reading.counted != "unreadable":  # files may have been refused
        return Figures(f"There are no documents {View((), 0, '', library).place}.")
    view = View(limits.let(documents), len(documents), limits.words, library)
    counted = TELLERS[reading.counted](view)
    said = [counted.text]
    if not view.documents and len(limits.all) > 1:
        alone = (f"{limit.words} {sum(map(limit.lets, documents)):,}" for limit in limits.all)
        said.append(f"Each by itself: {', '.join(alone)}.")
    if limits.unknown:
        words = ", ".join(f"“{word}”" for word in limits.unknown)
        said.append(f"Not counted by, since the catalog knows nothing of it: {words}.")
    return Figures("\n\n".join(said), counted.rolls)


def _documents(view: View) -> Figures:
    """How many, and which."""
    if not view.documents:
        return Figures(f"There is no document {view.place}, of {view.total:,} in all.")
    of = f", of {view.total:,} in all" if view.limits else ""
    head = f"{_there(len(view.documents), 'document')} {view.place} (list 1){of}."
    return _listed(head, view.named, tuple(map(_item, view.documents)))


def _unreadable(view: View) -> Figures:
    """What could not be read: documents, parts of documents, and files that were not taken in."""
    catalog = view.library.catalog
    left_out = [
        Item(document.id, document.title, f"{loss.what}: {loss.reason}")
        for document in view.documents
        if document.state not in ("failed", "locked")
        for loss in catalog.losses(document.id)
    ]
    outside = [] if view.limits else catalog.losses()
    files = [Item("", loss.what, loss.reason) for loss in outside]
    more = {"Parts that were left out": left_out, "Files that were not taken in": files}
    rolls = (*unread(view.documents), *filled(more))
    bad = next((roll.items for roll in rolls if roll.name == UNREADABLE), ())
    some = f"{len(bad):,} of {view.many} {view.place} could not be read"
    head = some if view.total else f"There are no documents {view.place}"
    text = _listed(f"{head} (list 1).", UNREADABLE, bad).text if bad else f"{head}."
    others = [
        f"{roll.name}: {len(roll.items):,} (list {number})."
        for number, roll in enumerate(rolls, start=1)
        if roll.name != UNREADABLE
    ]
    return Figures("\n\n".join([text, *others]), rolls)


def _duplicates(view: View) -> Figures:
    """Pairs of documents that are nearly the same, or one work by their number."""
    held = {document.id: document.title for document in view.documents}
    items = tuple(
        Item(id, held[id], f"{alike} “{held[twin.document]}”")
        for id, twin in view.library.catalog.all_twins()
        if id in held and twin.document in held and not twin.apart
        for alike in [SAME_NUMBER.get(twin.why, f"{twin.share:.0%} the same as")]
    )
    if not items:
        return Figures(f"No two of {view.many} {view.place} are nearly the same.")
    pairs = f"{_there(len(items), 'pair')} of documents {view.place}"
    head = f"{pairs} that are nearly the same (list 1)."
    return _listed(head, "Pairs that are nearly the same", items)


def _collections(view: View) -> Figures:
    """Collections and saved searches, with how many of the documents each holds."""
    held = {document.id for document in view.documents}
    items = []
    for shelf in view.library.shelves.all():
        count = len(view.library.finder.scope(shelf.name).documents & held)
        what = "saved search" if shelf.query else "collection"
        items.append(Item("", shelf.name, f"{what}, {plural(count, 'document')}"))
    if not items:
        return Figures("There are no collections and no saved searches yet.")
    head = f"{_there(len(items), 'of them', 'of them')} (list 1)."
    return _listed(head, "Collections and saved searches", tuple(items))


def _extreme(
    key: Callable[[Document], float | str], what: str, view: View, last: bool = False
) -> Figures:
    """The first few by ``key``, and which is the very first; ``last`` turns the order round."""
    able = sorted((document for document in view.documents if key(document)), key=key, reverse=last)
    if not able:
        return Figures(f"None of the documents {view.place} can be compared by that.")
    items = tuple(map(_item, able))
    first = [
        item for document, item in zip(able, items, strict=True) if key(document) == key(able[0])
    ]
    named = ", ".join(f"{quoted(item.name)} ({item.note})" for item in first[:SHOWN])
    verb = "is" if len(first) == 1 else f"are {len(first):,} alike:"
    head = f"The {what} of {plural(len(able), 'document')} (list 1) {verb} {named}."
    return Figures(head, (Roll(f"{view.named}, the {what} first", items),))


def _total(noun: str, of: Count, view: View, said: Said = plural) -> Figures:
    """The sum over the documents, each with its own share of it."""
    counts = {document: of(document, view.library) for document in view.documents}
    items = tuple(
        Item(document.id, document.title, said(count, noun)) for document, count in counts.items()
    )
    head = f"{said(sum(counts.values()), noun)} in {view.many} {view.place} (list 1)."
    return Figures(head, (Roll(f"{view.named}: {noun}s", items),))


def _values(noun: str, of: Callable[[Document, Library], Iterable[str]], view: View) -> Figures:
    """How many different values there are, each with its documents; the most frequent first."""
    titles = defaultdict[str, list[str]](list)
    for document in view.documents:
        for value in of(document, view.library):
            titles[value].append(document.title)
    if not titles:
        return Figures(f"No {noun} is known of the documents {view.place}.")
    order = sorted(titles, key=lambda value: (-len(titles[value]), value))
    items = tuple(
        Item("", value, f"{len(titles[value]):,}: {_first(titles[value], '; ', ' …')}")
        for value in order
    )
    counted = [f"{value} ({len(titles[value]):,})" for value in order]
    named = _first(counted, ", ", f" and {len(order) - SHOWN:,} more")
    head = f"{plural(len(order), noun)} in {view.many} {view.place} (list 1)"
    return Figures(f"{head}: {named}.", (Roll(f"{view.named}: {noun}s", items),))


def _words(one: Document, library: Library) -> int:
    """As the header has counted them."""
    header = library.catalog.header(one.id)
    return header.words if header else 0


def _overview(view: View) -> Figures:
    """Everything that the catalog can say in a few lines."""
    parts: list[str] = []
    rolls: list[Roll] = []
    for label in ("files", "formats", "languages", "years", "unreadable"):
        counted = TELLERS[label](view)
        head = counted.text.partition("\n\n")[0]
        parts.append(head.replace("(list 1)", f"(list {len(rolls) + 1})"))
        rolls += counted.rolls
    return Figures("\n\n".join(parts), tuple(rolls))


def _there(count: int, noun: str, several: str = "") -> str:
    return f"There {'is' if count == 1 else 'are'} {plural(count, noun, several)}"


def _first(told: Sequence[str], between: str, more: str) -> str:
    return between.join(told[:SHOWN]) + (more if len(told) > SHOWN else "")


def _item(one: Document) -> Item:
    note = [one.date, ", ".join(one.authors), one.kind, extent(one)]
    return Item(one.id, one.title, ", ".join(filter(None, note)))


def _listed(head: str, name: str, items: tuple[Item, ...]) -> Figures:
    """``head`` and the first lines of the roll."""
    lines = [f"- {quoted(item.name)}{f' ({item.note})' if item.note else ''}" for item in items]
    flat = [" ".join(line.split()) for line in lines]
    shown = _first(flat, "\n", f"\n- and {len(items) - SHOWN:,} more")
    return Figures(f"{head}\n\n{shown}", (Roll(name, items),))


def _bytes(count: int, _: str) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count:,} bytes"


TELLERS: dict[str, Teller] = {
    "files": _documents,
    "unreadable": _unreadable,
    "duplicates": _duplicates,
    "oldest": partial(_extreme, lambda one: one.date, "oldest"),
    "newest": partial(_extreme, lambda one: one.date, "newest", last=True),
    "added": partial(_extreme, lambda one: one.added, "last added", last=True),
    "longest": partial(_extreme, printed_pages, "longest", last=True),
    "shortest": partial(_extreme, printed_pages, "shortest"),
    "largest": partial(_extreme, lambda one: one.size_bytes, "largest", last=True),
    "smallest": partial(_extreme, lambda one: one.size_bytes, "smallest"),
    "size": partial(_total, "size", lambda one, _: one.size_bytes, said=_bytes),
    "languages": partial(_values, "language", lambda one, _: [name_of(one.language) or "unknown"]),
    "formats": partial(_values, "format", lambda one, _: [one.kind]),
    "authors": partial(_values, "author", lambda one, _: one.authors),
    "years": partial(_values, "year", lambda one, _: [one.date[:4] or "without a date"]),
    "collections": _collections,
    "tags": partial(_values, "tag", lambda one, library: library.catalog.tags_of(one.id)),
    "pages": partial(_total, "page", lambda one, _: printed_pages(one)),
    "passages": partial(_total, "passage", lambda one, _: one.passages),
    "words": partial(_total, "word", _words),
    "everything": _overview,
}
"""By what question/kinds.py says is counted."""
