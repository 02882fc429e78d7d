"""Questions about the library itself: figures from the catalog, without the model.

What is counted, and of which documents, stands in the reading of the question. A figure is followed
by the number of the list it was counted from; no sentence is a claim about what a document says.
What limits the question and the catalog does not know is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, structs

from warehouse.answering import coverage_rolls
from warehouse.answering.answer import Written, finished
from warehouse.context import Context
from warehouse.library import Library
from warehouse.question.reading import Reading
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll, Way, plural
from warehouse.results.records import Answer, Research
from warehouse.search.languages import name_of
from warehouse.store.catalog.similar_documents import Twin

METHOD = "library"
SHOWN = 30


class Figures(Struct, frozen=True):
    """Sentences about the library, and the rolls they number, the first as (list 1)."""

    text: str
    rolls: tuple[Roll, ...] = ()


class View(Struct, frozen=True):
    """``documents`` are those that count, of ``total`` in reach; ``limits`` says which, in words,
    as in "dated 2019".
    """

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


def answer(reading: Reading, context: Context) -> Answer:
    """From the catalog alone."""
    context.run.step("counting", 0, 1)
    told = figures(reading, context.library)
    read = plural(len(context.library.documents()), "document")
    how = f"Counted in the catalog of {read}; no passage was read."
    way = Way(reading.route, how, told.rolls)
    return finished(Written(told.text), Research(reading.text), context, METHOD, way)


def figures(reading: Reading, library: Library) -> Figures:
    every, limits = library.documents(), reading.limits
    view = View(limits.let(every), len(every), limits.words, library)
    if not every:
        return Figures(f"There are no documents {structs.replace(view, limits='').place}.")
    told = TELLERS[reading.counted](view)
    said = [told.text]
    if not view.documents and len(limits.all) > 1:
        alone = (f"{limit.words} {sum(map(limit.lets, every)):,}" for limit in limits.all)
        said.append(f"Each by itself: {', '.join(alone)}.")
    if limits.unknown:
        words = ", ".join(f"“{word}”" for word in limits.unknown)
        said.append(f"Not counted by, since the catalog knows nothing of it: {words}.")
    return structs.replace(told, text="\n\n".join(said))


def _documents(view: View) -> Figures:
    """How many, and which."""
    if not view.documents:
        return Figures(f"There is no document {view.place}, of {view.total:,} in all.")
    roll = Roll(view.named, tuple(map(_item, view.documents)))
    of = f", of {view.total:,} in all" if view.limits else ""
    are = "is" if len(view.documents) == 1 else "are"
    return _listed(f"There {are} {view.many} {view.place} (list 1){of}.", roll)


def _unreadable(view: View) -> Figures:
    """What could not be read: documents, parts of documents, and files that were not taken in."""
    catalog = view.library.catalog
    rolls = list(coverage_rolls.unread(view.documents))
    bad = next((one for one in rolls if one.name == coverage_rolls.UNREADABLE), None)
    parts = tuple(
        Item(one.id, one.title, f"{loss.what}: {loss.reason}")
        for one in view.documents
        if one.state not in ("failed", "locked")
        for loss in catalog.losses(one.id)
    )
    outside = [] if view.limits else catalog.losses()
    files = tuple(Item("", loss.what, loss.reason) for loss in outside)
    more = {"Parts that were left out": parts, "Files that were not taken in": files}
    rolls += [Roll(name, items) for name, items in more.items() if items]
    head = f"{len(bad.items) if bad else 0:,} of {view.many} {view.place} could not be read"
    told = _listed(f"{head} (list 1).", bad) if bad else Figures(f"{head}.")
    others = [
        f"{roll.name}: {len(roll.items):,} (list {number})."
        for number, roll in enumerate(rolls, start=1)
        if roll is not bad
    ]
    return Figures("\n\n".join([told.text, *others]), tuple(rolls))


def _duplicates(view: View) -> Figures:
    """Pairs of documents that are nearly the same, or one work by their number."""
    held = {one.id: one for one in view.documents}
    items = tuple(
        Item(id, held[id].title, f"{_alike(twin)} “{held[twin.document].title}”")
        for id, twin in view.library.catalog.all_twins()
        if id in held and twin.document in held and not twin.apart
    )
    if not items:
        return Figures(f"No two of {view.many} {view.place} are nearly the same.")
    are = "is" if len(items) == 1 else "are"
    head = f"There {are} {plural(len(items), 'pair')} of documents {view.place} that are"
    return _listed(
        f"{head} nearly the same (list 1).", Roll("Pairs that are nearly the same", items)
    )


def _alike(twin: Twin) -> str:
    if twin.why == "text":
        return f"{twin.share:.0%} the same as"
    return f"the same {'DOI' if twin.why == 'doi' else 'arXiv number'} as"


def _collections(view: View) -> Figures:
    """Collections and saved searches, with how many of the documents each holds."""
    held = {one.id for one in view.documents}
    items = []
    for one in view.library.shelves.all():
        count = len(view.library.finder.scope(one.name).documents & held)
        what = "saved search" if one.query else "collection"
        items.append(Item("", one.name, f"{what}, {plural(count, 'document')}"))
    if not items:
        return Figures("There are no collections and no saved searches yet.")
    are = "is" if len(items) == 1 else "are"
    roll = Roll("Collections and saved searches", tuple(items))
    return _listed(f"There {are} {len(items):,} of them (list 1).", roll)


def _extreme(key: Callable[[Document], float | str], what: str, last: bool = False) -> Teller:
    """The first few by ``key``, and which is the very first; ``last`` turns the order round."""

    def tell(view: View) -> Figures:
        able = sorted((one for one in view.documents if key(one)), key=key, reverse=last)
        if not able:
            return Figures(f"None of the documents {view.place} can be compared by that.")
        roll = Roll(f"{view.named}, the {what} first", tuple(map(_item, able)))
        first = [one for one in able if key(one) == key(able[0])]
        named = ", ".join(f"“{one.title}” ({_item(one).note})" for one in first[:SHOWN])
        verb = "is" if len(first) == 1 else f"are {len(first):,} alike:"
        count = plural(len(able), "document")
        return Figures(f"The {what} of {count} (list 1) {verb} {named}.", (roll,))

    return tell


def _total(
    noun: str, of: Callable[[Document], int], said: Callable[[int], str] | None = None
) -> Teller:
    """The sum over the documents, each with its own share of it."""

    def tell(view: View) -> Figures:
        told = said or (lambda count: plural(count, noun))
        items = tuple(Item(one.id, one.title, told(of(one))) for one in view.documents)
        whole = told(sum(map(of, view.documents)))
        roll = Roll(f"{view.named}: {noun}s", items)
        return Figures(f"{whole} in {view.many} {view.place} (list 1).", (roll,))

    return tell


def _words(view: View) -> Figures:
    """As the headers have counted them."""
    headers = {one.id: view.library.catalog.header(one.id) for one in view.documents}

    def count(one: Document) -> int:
        header = headers[one.id]
        return header.words if header else 0

    return _total("word", count)(view)


def _values(noun: str, of: Callable[[Document], Iterable[str]], several: str = "") -> Teller:
    """How many different values there are, each with its documents; the most frequent first."""

    def tell(view: View) -> Figures:
        holders: dict[str, list[Document]] = {}
        for one in view.documents:
            for value in of(one):
                holders.setdefault(value, []).append(one)
        if not holders:
            return Figures(f"No {noun} is known of the documents {view.place}.")
        order = sorted(holders, key=lambda value: (-len(holders[value]), value))
        items = tuple(
            Item("", value, f"{len(holders[value]):,}: {_titles(holders[value])}")
            for value in order
        )
        roll = Roll(f"{view.named}: {several or f'{noun}s'}", items)
        counted = ", ".join(f"{value} ({len(holders[value]):,})" for value in order[:SHOWN])
        more = f" and {len(order) - SHOWN:,} more" if len(order) > SHOWN else ""
        head = f"{plural(len(order), noun, several)} in {view.many} {view.place} (list 1)"
        return Figures(f"{head}: {counted}{more}.", (roll,))

    return tell


def _tags(view: View) -> Figures:
    catalog = view.library.catalog
    return _values("tag", lambda one: tuple(catalog.tags_of(one.id)))(view)


def _language(one: Document) -> tuple[str, ...]:
    return (name_of(one.language) if one.language else "not known",)


def _overview(view: View) -> Figures:
    """Everything that the catalog can say in a few lines."""
    parts: list[str] = []
    rolls: list[Roll] = []
    for label in ("files", "formats", "languages", "years", "unreadable"):
        told = TELLERS[label](view)
        parts.append(_renumbered(told.text.split("\n\n")[0], len(rolls)))
        rolls += told.rolls
    return Figures("\n\n".join(parts), tuple(rolls))


def _renumbered(text: str, by: int) -> str:
    return re.sub(r"\(list (\d+)\)", lambda found: f"(list {int(found[1]) + by})", text)


def _titles(documents: Sequence[Document]) -> str:
    shown = "; ".join(one.title for one in documents[:SHOWN])
    return f"{shown} …" if len(documents) > SHOWN else shown


def _item(one: Document) -> Item:
    note = [one.date, ", ".join(one.authors), one.kind, plural(one.pages, "page")]
    return Item(one.id, one.title, ", ".join(filter(None, note)))


def _listed(head: str, roll: Roll) -> Figures:
    """``head`` and the first lines of the roll."""
    lines = [f"- {one.name}{f' ({one.note})' if one.note else ''}" for one in roll.items[:SHOWN]]
    if len(roll.items) > SHOWN:
        lines.append(f"- and {len(roll.items) - SHOWN:,} more")
    listed = "\n".join(" ".join(line.split()) for line in lines)
    return Figures(f"{head}\n\n{listed}", (roll,))


def _bytes(count: int) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count:,} bytes"


TELLERS: dict[str, Teller] = {
    "files": _documents,
    "unreadable": _unreadable,
    "duplicates": _duplicates,
    "oldest": _extreme(lambda one: one.date, "oldest"),
    "newest": _extreme(lambda one: one.date, "newest", last=True),
    "added": _extreme(lambda one: one.added, "last added", last=True),
    "longest": _extreme(lambda one: one.pages, "longest", last=True),
    "shortest": _extreme(lambda one: one.pages, "shortest"),
    "largest": _extreme(lambda one: one.size_bytes, "largest", last=True),
    "smallest": _extreme(lambda one: one.size_bytes, "smallest"),
    "size": _total("size", lambda one: one.size_bytes, _bytes),
    "languages": _values("language", _language),
    "formats": _values("kind of document", lambda one: (one.kind,), "kinds of document"),
    "authors": _values("author", lambda one: one.authors),
    "years": _values("year", lambda one: (one.date[:4] or "without a date",)),
    "collections": _collections,
    "tags": _tags,
    "pages": _total("page", lambda one: one.pages),
    "passages": _total("passage", lambda one: one.passages),
    "words": _words,
    "everything": _overview,
}
"""By the labels of question/catalog_questions.py."""
