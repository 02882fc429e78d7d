"""Documents by what is known about them: the fields of a query, looked up in the catalog."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from warehouse.catalog import Catalog
from warehouse.order.query import All, Any, Field, Node, Not, NotUnderstood
from warehouse.order.shelves import key
from warehouse.search import analyzer

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
_DATE = r"\d{4}(?:-\d\d){0,2}"
_YEARS = re.compile(rf"(?P<first>{_DATE})?(?P<to>-|–|\.\.)?(?P<last>{_DATE})?")
_folded = functools.lru_cache(maxsize=100_000)(analyzer.fold)

Inside = frozenset[int]
"""The saved searches that a search stands in, so that none is searched in itself."""


class Fields:
    """``saved(query, inside)`` gives the documents that a saved search finds."""

    def __init__(self, catalog: Catalog, saved: Callable[[str, Inside], frozenset[str]]) -> None:
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
            found = self._catalog.ids_tagged(key(value))
            notes += [] if found else [f"No document has the tag “{value}”."]
            return found
        if name == "in":
            return self._in(value, inside, notes)
        if name == "kind":
            if value.lower() not in KINDS:
                known = ", ".join(dict.fromkeys(KINDS.values()))
                raise NotUnderstood(f"There is no kind “{value}”, only {known}")
            return self._catalog.ids_of_kind(KINDS[value.lower()])
        if name == "lang":
            return self._catalog.ids_in_language(analyzer.language_code(value))
        if name == "author":
            return self._by(value)
        return self._dated(value)

    def _in(self, name: str, inside: Inside, notes: list[str]) -> frozenset[str]:
        found = self._catalog.collection(key(name))
        if found is None:
            notes.append(f"There is no collection or saved search named “{name}”.")
            return frozenset()
        if not found.query:
            return self._catalog.ids_collected(found.id)
        if found.id in inside:
            notes.append(f"“{found.name}” is a search in itself.")
            return frozenset()
        return self._saved(found.query, inside | {found.id})

    def _by(self, author: str) -> frozenset[str]:
        wanted = _folded(author).split()
        return frozenset(
            id
            for id, names in self._catalog.authors()
            if all(word in _folded(names) for word in wanted)
        )

    def _dated(self, value: str) -> frozenset[str]:
        years = _YEARS.fullmatch(value)
        if years is None or not (years["first"] or years["last"]):
            raise NotUnderstood(f"“year:{value}” is no year and no span of years")
        first, last = years["first"] or "", years["last"] or ""
        return self._catalog.ids_dated(first, last if years["to"] else first)
