"""A Zotero data folder: ``zotero.sqlite`` and the files in ``storage/``.

The database is copied with its journal and only the copy is opened, so that Zotero's own is never
touched, not even by a lock; a copy that is not whole (Zotero was writing) is refused. Names of
stored files may not lead out of their folder; linked ones are counted from the base folder of
Zotero's settings (zotero_base.py). News of feeds that Zotero follows is no part of the library.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from warehouse.documents.importing import fields
from warehouse.documents.importing.files import anywhere, inside
from warehouse.documents.importing.records import Attached, Bundle, Found, Unread
from warehouse.documents.importing.zotero_base import PREFS, base_folder
from warehouse.errors import BadInput
from warehouse.ingest.foreign_libraries import ZOTERO
from warehouse.store.catalog import people

AGAIN = "Close Zotero and try again."
_KEY = re.compile(r"[A-Z0-9]{8}")
_TYPES = {
    "journalArticle": "article-journal",
    "magazineArticle": "article-newspaper",
    "newspaperArticle": "article-newspaper",
    "conferencePaper": "paper-conference",
    "book": "book",
    "bookSection": "chapter",
    "encyclopediaArticle": "chapter",
    "thesis": "thesis",
    "report": "report",
    "preprint": "article",
    "webpage": "webpage",
    "blogPost": "webpage",
    "statute": "legislation",
    "manuscript": "manuscript",
    "letter": "personal_communication",
    "email": "personal_communication",
    "presentation": "speech",
    "dataset": "dataset",
    "document": "document",
}
_TEXTS = {
    "title": ("title", "nameOfAct", "subject"),
    "container": (
        *("publicationTitle", "bookTitle", "proceedingsTitle", "encyclopediaTitle"),
        *("websiteTitle", "blogTitle"),
    ),
    "publisher": ("publisher", "university", "institution", "repository"),
    "volume": ("volume", "codeNumber"),
    "issue": ("issue", "reportNumber"),
    "pages": ("pages",),
    "doi": ("DOI",),
    "isbn": ("ISBN",),
    "url": ("url",),
    "language": ("language",),
}
_AUTHORS = (
    *("author", "artist", "cartographer", "director", "interviewee", "inventor"),
    *("performer", "podcaster", "presenter", "programmer", "sponsor"),
)
"""Whom Zotero names first, for one kind of work or another."""
_ELSE_AUTHORS = ("contributor", "composer")
"""Whom a hearing and a recording may name alone."""
_BEFORE = re.compile(r"^\d{4}-\d\d-\d\d (?=\S)")  # what the user wrote stands behind it
_STORED, _LINKED, _ADDRESS = (0, 1), 2, 3
_FROM_BASE = "attachments:"
_NO_BASE = (
    f"Its folder is known to Zotero's settings alone: put Zotero's {PREFS} beside {ZOTERO} and"
    " import again."
)


def read(folder: Path) -> Bundle:
    """Raises BadInput where there is no Zotero library, or not a whole one."""
    database = folder / ZOTERO
    if not database.is_file():
        raise BadInput(f"There is no {ZOTERO} in {folder}.", "Choose Zotero's data folder.")
    try:
        with _copy(database) as connection:
            return _Library(connection, folder).bundle()
    except sqlite3.Error as error:
        raise BadInput(f"{ZOTERO} could not be read ({error}).", AGAIN) from error
    except OSError as error:
        raise BadInput(f"{ZOTERO} could not be copied: {error.strerror}.", AGAIN) from error


@contextlib.contextmanager
def _copy(database: Path) -> Iterator[sqlite3.Connection]:
    with tempfile.TemporaryDirectory(prefix="muniment-zotero-") as scratch:
        for ending in ("", "-wal", "-journal"):
            source = database.with_name(database.name + ending)
            if source.is_file():
                shutil.copyfile(source, Path(scratch) / source.name)
        with contextlib.closing(sqlite3.connect(Path(scratch) / database.name)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise BadInput(f"{ZOTERO} is not whole.", AGAIN)
            connection.execute("PRAGMA query_only = ON")
            yield connection


class _Library:
    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection = connection
        self._storage = folder / "storage"
        self._folder = folder
        self._base = base_folder(folder)
        self._tables = {name for (name,) in self._rows("SELECT name FROM sqlite_master")}
        self._types = dict(self._rows("SELECT itemTypeID, typeName FROM itemTypes"))
        self._gone = {id for (id,) in self._optional("deletedItems", "SELECT itemID FROM {}")}
        self._fields = self._values()
        self._people = self._creators()
        self._collections = self._collection_paths()
        self._tags = self._many("itemTags", "SELECT itemID, name FROM {} JOIN tags USING (tagID)")
        self._notes = self._many(
            "itemNotes", "SELECT parentItemID, note FROM {} WHERE parentItemID IS NOT NULL"
        )

    def bundle(self) -> Bundle:
        feeds = self._feeds()
        rows = self._rows("SELECT itemID, key, itemTypeID, libraryID FROM items")
        items = {
            id: (key, self._types.get(type, ""))
            for id, key, type, library in rows
            if id not in self._gone and library not in feeds
        }
        files, alone = self._attachments(items)
        entries = [
            self._entry(id, key, type, files.get(id, []))
            for id, (key, type) in items.items()
            if type not in ("attachment", "note", "annotation")
        ]
        entries += [self._entry(id, items[id][0], "", [file]) for id, file in alone]
        unread = [*self._unread(items)]
        if news := sum(library in feeds for *_, library in rows):
            what = f"{news:,} {'entry' if news == 1 else 'entries'} of feeds"
            unread.append(Unread(what, "News that Zotero follows is not taken over."))
        return Bundle("zotero", "", tuple(entries), tuple(unread))

    def _entry(self, id: int, key: str, type: str, files: list[Attached]) -> Found:
        said = self._fields.get(id, {})
        more = fields.extra(said.get("extra", ""))
        texts = {
            name: (next((said[field] for field in names if said.get(field)), ""),)
            for name, names in _TEXTS.items()
        }
        values: dict[str, tuple[str, ...]] = dict(texts)
        values["doi"] = texts["doi"] if texts["doi"][0] else (more.get("doi", ""),)
        values["type"] = (_TYPES.get(type, ""),)
        date = said.get("date", "") or said.get("dateEnacted", "")
        values["date"] = (_date(date),)
        sources = (said.get("archiveID", ""), said.get("extra", ""), said.get("url", ""))
        values["arxiv"] = (fields.arxiv(*sources),)
        people_of = self._people.get(id, [])
        values["authors"] = tuple(name for role, name in people_of if role in _AUTHORS)
        values["editors"] = tuple(name for role, name in people_of if role == "editor")
        if not values["authors"] and not values["editors"]:
            values["authors"] = tuple(name for role, name in people_of if role in _ELSE_AUTHORS)
        kept, left_out = fields.taken(values, _BEFORE.sub("", date)) if type else ({}, ())
        return Found(
            key=key,
            title=texts["title"][0] or (files[0].name if files else key),
            fields=kept,
            files=tuple(files),
            citation_key=said.get("citationKey", "") or more.get("citation key", ""),
            collections=tuple(self._collections.get(id, [])),
            tags=tuple(dict.fromkeys(self._tags.get(id, []))),
            whole={
                "type": type,
                "fields": said,
                "creators": people_of,
                "notes": self._notes.get(id, []),
            },
            left_out=left_out,
        )

    def _attachments(
        self, items: dict[int, tuple[str, str]]
    ) -> tuple[dict[int, list[Attached]], list[tuple[int, Attached]]]:
        """By the item they hang on; and those that hang on none."""
        of: dict[int, list[Attached]] = defaultdict(list)
        alone: list[tuple[int, Attached]] = []
        for id, parent, mode, path in self._rows(
            "SELECT itemID, parentItemID, linkMode, path FROM itemAttachments ORDER BY itemID"
        ):
            if id not in items or mode not in (*_STORED, _LINKED, _ADDRESS):
                continue
            file = self._attached(id, items[id][0], mode, path or "")
            if parent in items:
                of[parent].append(file)
            elif parent is None:
                alone.append((id, file))
        return of, alone

    def _attached(self, id: int, key: str, mode: int, path: str) -> Attached:
        if mode == _ADDRESS:
            address = self._fields.get(id, {}).get("url", "")
            return Attached(address or key, None, "It is a link to a web page, not a file.")
        if mode == _LINKED:
            return self._linked(path)
        if not _KEY.fullmatch(key) or not path.startswith("storage:"):
            return Attached(path or key, None, "Zotero does not say where it is stored.")
        return inside(self._storage / key, path.removeprefix("storage:"))

    def _linked(self, path: str) -> Attached:
        name = path.removeprefix(_FROM_BASE)
        if name == path or self._base is not None:
            return anywhere(name, self._base or self._folder)
        beside = anywhere(name, self._folder)
        return beside if beside.path is not None else Attached(name, None, _NO_BASE)

    def _unread(self, items: dict[int, tuple[str, str]]) -> Iterator[Unread]:
        kinds = [type for _, type in items.values()]
        if count := kinds.count("annotation"):
            yield Unread(f"{count:,} annotations", "Marks in the margin are not taken over.")
        notes = self._optional("itemNotes", "SELECT itemID FROM {} WHERE parentItemID IS NULL")
        if count := sum(id in items for (id,) in notes):
            yield Unread(f"{count:,} notes of their own", "Notes without an entry are not taken.")

    def _feeds(self) -> set[int]:
        return {
            id
            for id, type in self._optional("libraries", "SELECT libraryID, type FROM {}")
            if type == "feed"
        }

    def _values(self) -> dict[int, dict[str, str]]:
        table = "fieldsCombined" if "fieldsCombined" in self._tables else "fields"
        values: dict[int, dict[str, str]] = defaultdict(dict)
        for id, name, value in self._rows(
            f"SELECT itemID, fieldName, value FROM itemData JOIN {table} USING (fieldID)"
            " JOIN itemDataValues USING (valueID)"
        ):
            values[id][name] = str(value)
        return values

    def _creators(self) -> dict[int, list[tuple[str, str]]]:
        creators: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for id, role, first, last, mode in self._rows(
            "SELECT itemID, creatorType, firstName, lastName, fieldMode FROM itemCreators"
            " JOIN creators USING (creatorID) JOIN creatorTypes USING (creatorTypeID)"
            " ORDER BY itemID, orderIndex"
        ):
            given = "" if mode == 1 or not last else first or ""
            if family := str(last or first or "").strip():
                creators[id].append((role, people.kept(family, str(given))))
        return creators

    def _collection_paths(self) -> dict[int, list[tuple[str, ...]]]:
        rows = self._optional(
            "collections", "SELECT collectionID, collectionName, parentCollectionID FROM {}"
        )
        named = {id: (str(name), parent) for id, name, parent in rows}
        paths: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        for collection, item in self._optional(
            "collectionItems", "SELECT collectionID, itemID FROM {} ORDER BY orderIndex"
        ):
            if collection in named:
                paths[item].append(_path(named, collection))
        return paths

    def _many(self, table: str, sql: str) -> dict[int, list[str]]:
        values: dict[int, list[str]] = defaultdict(list)
        for id, value in self._optional(table, sql):
            values[id].append(str(value))
        return values

    def _optional(self, table: str, sql: str) -> list[tuple[Any, ...]]:
        return self._rows(sql.format(table)) if table in self._tables else []

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql).fetchall()


def _path(named: dict[Any, tuple[str, Any]], collection: Any) -> tuple[str, ...]:
    names: list[str] = []
    seen: set[Any] = set()
    while collection in named and collection not in seen:
        seen.add(collection)
        name, collection = named[collection]
        names.insert(0, name)
    return tuple(names)


def _date(text: str) -> str:
    """Zotero writes ``2019-03-02 March 2, 2019``, with 00 for what is not known."""
    return re.sub(r"-00.*$", "", text.partition(" ")[0] or text) if text[:4].isdigit() else text
