"""Tables of what is said of documents: by the user, by other programs, by likeness, by thoughts."""

from __future__ import annotations

# Collections filled by hand, and saved searches (``query``): one namespace, ``key`` is the folded
# name. Removing one removes no document; removing a document takes it out of all of them.
ORDER = (
    """CREATE TABLE collections (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,
        query TEXT NOT NULL DEFAULT '',
        made REAL NOT NULL
    )""",
    """CREATE TABLE collected (
        collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        PRIMARY KEY (collection, document)
    ) WITHOUT ROWID""",
    "CREATE INDEX collected_document ON collected (document)",
    """CREATE TABLE tags (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        tag TEXT NOT NULL,
        PRIMARY KEY (document, key)
    ) WITHOUT ROWID""",
    "CREATE INDEX tags_key ON tags (key)",
)

# No reference to documents: what an import says of a file may come before the file.
BIBLIOGRAPHY = (
    """CREATE TABLE metadata (
        document TEXT NOT NULL,
        field TEXT NOT NULL,
        origin TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (document, field, origin)
    ) WITHOUT ROWID""",
    """CREATE INDEX metadata_number ON metadata (field, value)
        WHERE field IN ('doi', 'arxiv')""",
    "CREATE TABLE citation_keys (document TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE)",
    """CREATE TRIGGER forget_bibliography AFTER DELETE ON documents BEGIN
        DELETE FROM metadata WHERE document = old.id;
        DELETE FROM citation_keys WHERE document = old.id;
    END""",
)

# An empty sketch is that of a text too short to have one. ``one`` < ``other``.
LIKENESS = (
    """CREATE TABLE sketches (
        number INTEGER PRIMARY KEY,
        document TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
        smallest BLOB NOT NULL,
        bands TEXT NOT NULL
    )""",
    # No index by number: bands are spread over the whole table, each row is a page to write.
    """CREATE TABLE sketch_bands (
        band INTEGER NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (band, number)
    ) WITHOUT ROWID""",
    """CREATE TRIGGER forget_bands AFTER DELETE ON sketches BEGIN
        DELETE FROM sketch_bands WHERE number = old.number
            AND band IN (SELECT value FROM json_each(old.bands));
    END""",
    """CREATE TABLE twins (
        one TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        other TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        share REAL NOT NULL,
        apart INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (one, other)
    ) WITHOUT ROWID""",
    "CREATE INDEX twins_other ON twins (other)",
    """CREATE TABLE preferred (
        document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE
    )""",
)

# Entries of other programs, whole, with or without a file; their files by what is in them.
IMPORTS = (
    """CREATE TABLE imported (
        origin TEXT NOT NULL,
        source TEXT NOT NULL,
        key TEXT NOT NULL,
        title TEXT NOT NULL,
        seen REAL NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (origin, source, key)
    )""",
    """CREATE TABLE imported_files (
        origin TEXT NOT NULL,
        source TEXT NOT NULL,
        key TEXT NOT NULL,
        name TEXT NOT NULL,
        document TEXT NOT NULL,
        problem TEXT NOT NULL,
        PRIMARY KEY (origin, source, key, name)
    )""",
)

THOUGHTS = (
    """CREATE TABLE thoughts (
        id TEXT PRIMARY KEY,
        saved REAL NOT NULL,
        vector BLOB NOT NULL,
        body BLOB NOT NULL
    )""",
)

# Which embedder made a thought's vectors, and of what; '' before that was noted.
THOUGHT_VECTORS = ("ALTER TABLE thoughts ADD COLUMN made TEXT NOT NULL DEFAULT ''",)
