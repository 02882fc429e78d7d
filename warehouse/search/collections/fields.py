"""Documents by what is known about them: the fields of a query, looked up in the catalog."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable

from warehouse.search import analyzer, languages
from warehouse.search.collections.naming_and_filing import key
from warehouse.search.collections.query import All, Any, Field, Node, Not, NotUnderstood
from warehouse.store.catalog import Catalog

KINDS = {
    "pdf": "pdf",
    "web": "web",
    "page": "web",
    "text": "text",
    "document": "document",
    "word": "document",
    "docx": "document",
    "book": "book",
    "ebook": "book",
    "e-book": "book",
    "epub": "book",
    "sheet": "sheet",
    "spreadsheet": "sheet",
    "slides": "slides",
    "presentation": "slides",
    "mail": "mail",
    "email": "mail",
    "e-mail": "mail",
    "image": "image",
    "picture": "image",
}
_DATE = r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d\d)?)?"
_YEARS = re.compile(rf"(?P<first>{_DATE})?(?P<to>-|–|\.\.)?(?P<last>{_DATE})?")
# "1990-95", "1914/18"; with the number of a month it is that month.
SHORT_SPAN = re.compile(
    r"(?<!\d)(?P<century>\d\d)(?P<first>\d\d)[-–/](?!0[1-9]|1[0-2])(?P<last>\d\d)(?![-–/]?\d)"
)
_ID = re.compile(r"[0-9a-f]{4,64}")
_folded = functools.lru_cache(maxsize=100_000)(analyzer.fold)

Inside = frozenset[int]
"""The saved searches that a search stands in, so that none is searched in itself."""


class Fields:
    """``saved(query, inside, notes)`` gives the documents that a saved search finds."""

    def __init__(
        self, catalog: Catalog, saved: Callable[[str, Inside, list[str]], frozenset[str]]
    ) -> None:
        self._catalog, self._saved = catalog, saved

    def meeting(self, node: Node, inside: Inside, notes: list[str]) -> frozenset[str]:
        """Documents that meet the fields; adds to ``notes``. Raises NotUnderstood."""
        match node:
            case Field(name, value):
                return self._of_field(name, value, inside, notes)
            case Not(part):
                return self._catalog.all_ids() - self.meeting(part, inside, notes)
            case All(parts):
                return frozenset.intersection(
                    *(self.meeting(part, inside, notes) for part in parts)
                )
            case Any(parts):
                return frozenset.union(*(self.meeting(part, inside, notes) for part in parts))
        raise AssertionError("words say which passages, not which documents")

    def _of_field(self, name: str, value: str, inside: Inside, notes: list[str]) -> frozenset[str]:
        if name == "tag":
            documents = self._catalog.ids_tagged(key(value))
            notes += [] if documents else [f"No document has the tag “{value}”."]
            return documents
        if name == "in":
            return self._in(value, inside, notes)
        if name == "kind":
            if value.lower() not in KINDS:
                known = ", ".join(dict.fromkeys(KINDS.values()))
                raise NotUnderstood(f"There is no kind “{value}”, only {known}")
            return self._catalog.ids_of_kind(KINDS[value.lower()])
        if name == "lang":
            return self._speaking(value, notes)
        if name == "author":
            documents = self._with_words(value, self._catalog.authors(), ",.;")
            notes += [] if documents else [f"No document names “{value}” as its author."]
            return documents
        if name == "title":
            return self._with_words(value, self._catalog.titles(), "")
        if name == "id":
            return self._beginning(value, notes)
        return self._dated(value)

    def _in(self, name: str, inside: Inside, notes: list[str]) -> frozenset[str]:
        collection = self._catalog.collection(key(name))
        if collection is None:
            notes.append(f"There is no collection or saved search named “{name}”.")
            return frozenset()
        if not collection.query:
            return self._catalog.ids_collected(collection.id)
        if collection.id in inside:
            notes.append(f"“{collection.name}” is a search in itself.")
            return frozenset()
        said: list[str] = []
        documents = self._saved(collection.query, inside | {collection.id}, said)
        notes += [f"In “{collection.name}”: {note}" for note in said]
        return documents

    def _speaking(self, value: str, notes: list[str]) -> frozenset[str]:
        documents = self._catalog.ids_in_language(languages.code_of(value) or value.strip().lower())
        notes += [] if documents else [f"No document is in the language “{value}”."]
        return documents

    def _beginning(self, value: str, notes: list[str]) -> frozenset[str]:
        """Documents whose ids begin so; several are parted by commas."""
        wanted = frozenset(value.lower().split(","))
        if not all(map(_ID.fullmatch, wanted)):
            raise NotUnderstood(f"“id:{value}” is no beginning of an id")
        lengths = set(map(len, wanted))
        documents = frozenset(
            id for id in self._catalog.all_ids() if any(id[:chars] in wanted for chars in lengths)
        )
        notes += [] if documents else ["No document has this id."]
        return documents

    def _with_words(
        self, value: str, said: Iterable[tuple[str, str]], dropped: str
    ) -> frozenset[str]:
        """Documents of which one of the names or titles ``said`` has all words of a value, or words
        that begin so; without the marks in ``dropped``.
        """
        clean = "".join(" " if mark in dropped else mark for mark in value)
        wanted = _folded(clean).split()
        return frozenset(
            id
            for id, text in said
            if wanted and all(begins_in(word, _folded(text)) for word in wanted)
        )

    def _dated(self, value: str) -> frozenset[str]:
        years = _YEARS.fullmatch(value)
        if years is None and (short := SHORT_SPAN.fullmatch(value)):
            years = _YEARS.fullmatch(f"{value[:4]}-{short_span(short):04}")
        if years is None or not (years["first"] or years["last"]):
            raise NotUnderstood(f"“year:{value}” is no year and no span of years")
        first, last = years["first"] or "", years["last"] or ""
        if not years["to"]:
            last = first
        if first and last and last[:4] < first[:4]:
            first, last = last, first
        return self._catalog.ids_dated(first, last)


def short_span(found: re.Match[str]) -> int:
    """The last year of a SHORT_SPAN, which may be in the next century."""
    later = int(found["century"]) + (found["last"] < found["first"])
    return 100 * later + int(found["last"])


def begins_in(word: str, text: str) -> bool:
    """Does a word of ``text`` begin so?"""
    starts = (match.start() for match in re.finditer(re.escape(word), text)) if word in text else ()
    return any(analyzer.is_whole(text, at, at) for at in starts)
