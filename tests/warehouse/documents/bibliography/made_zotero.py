"""A Zotero data folder with the tables of Zotero 7 that hold a library, and their real columns."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

SCHEMA = """
CREATE TABLE itemTypesCombined (itemTypeID INT, typeName TEXT, display INT, custom INT);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT,
  display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE fieldsCombined (fieldID INT NOT NULL, fieldName TEXT NOT NULL, label TEXT,
  fieldFormatID INT, custom INT NOT NULL, PRIMARY KEY (fieldID));
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL,
  dateAdded TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  dateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0,
  synced INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT,
  fieldMode INT, UNIQUE (lastName, firstName, fieldMode));
CREATE TABLE itemCreators (itemID INT NOT NULL, creatorID INT NOT NULL,
  creatorTypeID INT NOT NULL DEFAULT 1, orderIndex INT NOT NULL DEFAULT 0,
  PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex));
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT,
  contentType TEXT, charsetID INT, path TEXT, syncState INT DEFAULT 0, storageModTime INT,
  storageHash TEXT, lastProcessedModificationTime INT);
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT NOT NULL,
  parentCollectionID INT DEFAULT NULL, clientDateModified TIMESTAMP, libraryID INT NOT NULL,
  key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0);
CREATE TABLE collectionItems (collectionID INT NOT NULL, itemID INT NOT NULL,
  orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (collectionID, itemID));
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT NOT NULL, tagID INT NOT NULL, type INT NOT NULL,
  PRIMARY KEY (itemID, tagID));
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL, editable INT,
  filesEditable INT, version INT, storageVersion INT, lastSync INT, archived INT);
"""
ROLES = ("author", "editor", "translator", "seriesEditor", "presenter", "recipient")
ROLES += ("contributor", "composer")
TYPES = ("annotation", "attachment", "book", "journalArticle", "note", "preprint", "webpage")
FIELDS = ("title", "date", "publicationTitle", "volume", "pages", "DOI", "ISBN", "url", "extra")
FIELDS += ("language", "publisher")
MODES = {"stored": 0, "snapshot": 1, "linked": 2, "address": 3}


class MadeZotero:
    """``item`` and the others write a row as Zotero does; ids are given by SQLite."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        (folder / "storage").mkdir()
        self._connection = sqlite3.connect(folder / "zotero.sqlite")
        self._connection.executescript(SCHEMA)
        self._fill("itemTypes", "itemTypeID", "typeName", TYPES)
        self._fill("fields", "fieldID", "fieldName", FIELDS)
        self._fill("creatorTypes", "creatorTypeID", "creatorType", ROLES)
        self._run("INSERT INTO fieldsCombined SELECT fieldID, fieldName, '', 0, 0 FROM fields")

    def close(self) -> None:
        self._connection.commit()
        self._connection.close()

    def item(self, kind: str, key: str, **values: str) -> int:
        type = TYPES.index(kind) + 1
        sql = "INSERT INTO items (itemTypeID, libraryID, key) VALUES (?, 1, ?)"
        item = self._run(sql, type, key)
        for name, value in values.items():
            self._run("INSERT OR IGNORE INTO itemDataValues (value) VALUES (?)", value)
            self._run(
                "INSERT INTO itemData SELECT ?, ?, valueID FROM itemDataValues WHERE value = ?",
                item,
                FIELDS.index(name) + 1,
                value,
            )
        return item

    def creator(
        self, item: int, first: str, last: str, role: str = "author", mode: int = 0
    ) -> None:
        sql = "INSERT INTO creators (firstName, lastName, fieldMode) VALUES (?, ?, ?)"
        creator = self._run(sql, first, last, mode)
        kind = ROLES.index(role) + 1
        sql = "INSERT INTO itemCreators VALUES (?, ?, ?, (SELECT count(*) FROM itemCreators))"
        self._run(sql, item, creator, kind)

    def attach(self, parent: int | None, key: str, mode: str, path: str, url: str = "") -> int:
        """The row only; ``stored`` puts the file there too."""
        item = self.item("attachment", key, **({"url": url} if url else {}))
        sql = (
            "INSERT INTO itemAttachments (itemID, parentItemID, linkMode, path) VALUES (?, ?, ?, ?)"
        )
        self._run(sql, item, parent, MODES[mode], path)
        return item

    def stored(self, parent: int | None, key: str, name: str, data: bytes) -> int:
        (self.folder / "storage" / key).mkdir()
        (self.folder / "storage" / key / name).write_bytes(data)
        return self.attach(parent, key, "stored", f"storage:{name}")

    def collection(self, name: str, parent: int | None, *items: int) -> int:
        sql = (
            "INSERT INTO collections (collectionName, parentCollectionID, libraryID, key)"
            " VALUES (?, ?, 1, ?)"
        )
        made = self._run(sql, name, parent, f"COLL{name[:4].upper():X<4}")
        for item in items:
            self._run("INSERT INTO collectionItems VALUES (?, ?, 0)", made, item)
        return made

    def tag(self, item: int, name: str) -> None:
        with contextlib.suppress(sqlite3.IntegrityError):
            self._run("INSERT INTO tags (name) VALUES (?)", name)
        self._run("INSERT INTO itemTags SELECT ?, tagID, 0 FROM tags WHERE name = ?", item, name)

    def note(self, parent: int | None, key: str, text: str) -> None:
        item = self.item("note", key)
        self._run("INSERT INTO itemNotes VALUES (?, ?, ?, '')", item, parent, text)

    def delete(self, item: int) -> None:
        self._run("INSERT INTO deletedItems (itemID) VALUES (?)", item)

    def feed_item(self, key: str, title: str) -> int:
        """An entry of news that Zotero follows, which it keeps in a library of its own."""
        self._run("INSERT OR IGNORE INTO libraries (libraryID, type) VALUES (9, 'feed')")
        item = self.item("webpage", key, title=title)
        self._run("UPDATE items SET libraryID = 9 WHERE itemID = ?", item)
        return item

    def _fill(self, table: str, number: str, column: str, names: tuple[str, ...]) -> None:
        for at, name in enumerate(names, start=1):
            self._run(f"INSERT INTO {table} ({number}, {column}) VALUES (?, ?)", at, name)

    def _run(self, sql: str, *values: object) -> int:
        return int(self._connection.execute(sql, values).lastrowid or 0)
