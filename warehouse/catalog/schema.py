"""The tables of catalog.db, as the ordered list of named migrations that made them.

Never edit a migration that has been released: append one.
"""

from __future__ import annotations

from warehouse.catalog import pieces
from warehouse.catalog.database import Migration

_FIRST = (
    # What was dropped, by path, until it has a hash: a kill during hashing loses nothing.
    "CREATE TABLE drops (path TEXT PRIMARY KEY, added REAL NOT NULL)",
    """CREATE TABLE documents (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        added REAL NOT NULL,
        state TEXT NOT NULL,
        pages INTEGER NOT NULL DEFAULT 0,
        pages_done INTEGER NOT NULL DEFAULT 0,
        passages INTEGER NOT NULL DEFAULT 0,
        embedded INTEGER NOT NULL DEFAULT 0,
        language TEXT NOT NULL DEFAULT '',
        date TEXT NOT NULL DEFAULT '',
        authors TEXT NOT NULL DEFAULT '[]',
        site TEXT NOT NULL DEFAULT '',
        problem TEXT NOT NULL DEFAULT '',
        blank_pages INTEGER NOT NULL DEFAULT 0,
        header TEXT NOT NULL DEFAULT '',
        suffix TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX documents_state ON documents (state)",
    "CREATE INDEX documents_added ON documents (added)",
    """CREATE TABLE sources (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        source TEXT NOT NULL,
        added REAL NOT NULL,
        PRIMARY KEY (document, source)
    ) WITHOUT ROWID""",
    # The canonical text in pieces, so that a range is read without unpacking a whole book.
    """CREATE TABLE texts (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        piece INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, piece)
    )""",
    """CREATE TABLE pages (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        label TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        width REAL NOT NULL,
        height REAL NOT NULL,
        problem TEXT NOT NULL,
        words BLOB NOT NULL,
        PRIMARY KEY (document, page)
    )""",
    """CREATE TABLE structures (
        document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        length INTEGER NOT NULL,
        sections BLOB NOT NULL,
        sentences BLOB NOT NULL,
        tables INTEGER NOT NULL,
        figures INTEGER NOT NULL
    )""",
    """CREATE TABLE passages (
        id TEXT PRIMARY KEY,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        first_sentence INTEGER NOT NULL,
        last_sentence INTEGER NOT NULL,
        path TEXT NOT NULL,
        page INTEGER NOT NULL
    )""",
    "CREATE UNIQUE INDEX passages_document ON passages (document, number)",
    """CREATE TABLE headers (
        document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        made_by TEXT NOT NULL,
        body BLOB NOT NULL
    )""",
    # Document '' holds what concerns no single document, such as a folder's unsupported files.
    """CREATE TABLE losses (
        number INTEGER PRIMARY KEY,
        document TEXT NOT NULL,
        stage TEXT NOT NULL,
        what TEXT NOT NULL,
        reason TEXT NOT NULL
    )""",
    "CREATE INDEX losses_document ON losses (document)",
    """CREATE TABLE studies (
        id TEXT PRIMARY KEY,
        saved REAL NOT NULL,
        body BLOB NOT NULL
    )""",
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)

_FETCHES = (
    """CREATE TABLE fetches (
        number INTEGER PRIMARY KEY,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        final_url TEXT NOT NULL,
        fetched REAL NOT NULL,
        content_type TEXT NOT NULL
    )""",
    "CREATE INDEX fetches_url ON fetches (url)",
)

# How sure OCR is of a page, 0 for text of the file's own.
_OCR = ("ALTER TABLE pages ADD COLUMN ocr REAL NOT NULL DEFAULT 0",)

# ``left_s`` is counted down by the time that passed, so that no clock decides by itself.
_TRASH = (
    """CREATE TABLE trash (
        document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        state TEXT NOT NULL,
        removed REAL NOT NULL,
        left_s REAL NOT NULL,
        made_by TEXT NOT NULL,
        vectors BLOB NOT NULL
    )""",
)

# SimHash of a passage's terms; NULL until it is indexed.
_SKETCHES = ("ALTER TABLE passages ADD COLUMN sketch INTEGER",)

# Collections filled by hand, and saved searches (``query``): one namespace, ``key`` is the folded
# name. Removing one removes no document; removing a document takes it out of all of them.
_ORDER = (
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
_BIBLIOGRAPHY = (
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
_LIKENESS = (
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
_IMPORTS = (
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

# What stood at an address or in a watched file, in the order in which it was noticed.
_VERSIONS = (
    """CREATE TABLE versions (
        number INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        noticed REAL NOT NULL
    )""",
    "CREATE INDEX versions_source ON versions (source, number)",
    "CREATE INDEX versions_document ON versions (document)",
    """INSERT INTO versions (source, document, noticed)
        SELECT url, document, fetched FROM fetches AS one WHERE document IS NOT (
            SELECT document FROM fetches AS before
            WHERE before.url = one.url AND before.number < one.number
            ORDER BY before.number DESC LIMIT 1)
        ORDER BY number""",
    # Which documents a finished study cites; document '' for one that cites none.
    """CREATE TABLE cited (
        study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        document TEXT NOT NULL,
        PRIMARY KEY (study, document)
    ) WITHOUT ROWID""",
    "CREATE INDEX cited_document ON cited (document)",
)

# What the x-ray found in a text, and the documents whose hidden words prompts may have.
_XRAY = (
    """CREATE TABLE suspects (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        kind TEXT NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (document, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE allowances (
        document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE
    ) WITHOUT ROWID""",
    "ALTER TABLE structures ADD COLUMN xray INTEGER NOT NULL DEFAULT 0",
)

# Pages as OCR recognised them, readings that a newer one replaced, and how well pages were read.
_READ_AGAIN = (
    """CREATE TABLE ocr_pages (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        wished INTEGER NOT NULL,
        body BLOB,
        PRIMARY KEY (document, page)
    )""",
    """CREATE TABLE former (
        number INTEGER PRIMARY KEY,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        replaced REAL NOT NULL,
        body BLOB NOT NULL
    )""",
    "CREATE INDEX former_document ON former (document)",
    "ALTER TABLE pages ADD COLUMN quality REAL NOT NULL DEFAULT -1",
    "ALTER TABLE pages ADD COLUMN flaw TEXT NOT NULL DEFAULT ''",
)

_THOUGHTS = (
    """CREATE TABLE thoughts (
        id TEXT PRIMARY KEY,
        saved REAL NOT NULL,
        vector BLOB NOT NULL,
        body BLOB NOT NULL
    )""",
)

# Bytes that are no file: noted before they are in objects/, until their document is queued.
_ARRIVALS = (
    """CREATE TABLE arrivals (
        document TEXT PRIMARY KEY,
        program TEXT NOT NULL,
        suffix TEXT NOT NULL,
        body BLOB NOT NULL,
        fetched BLOB NOT NULL
    )""",
)

# ``watched`` is what was taken in of a folder, as it looked then.
_WATCHES = (
    """CREATE TABLE watches (
        folder TEXT PRIMARY KEY,
        ignored TEXT NOT NULL,
        added REAL NOT NULL,
        problem TEXT NOT NULL DEFAULT ''
    )""",
    """CREATE TABLE watched (
        folder TEXT NOT NULL REFERENCES watches (folder) ON DELETE CASCADE,
        path TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        PRIMARY KEY (folder, path)
    ) WITHOUT ROWID""",
)

# Originals that stay where they are, as they looked when they were hashed.
_IN_PLACE = (
    "ALTER TABLE drops ADD COLUMN in_place INTEGER NOT NULL DEFAULT 0",
    """CREATE TABLE in_place (
        document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        path TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        problem TEXT NOT NULL DEFAULT ''
    )""",
)

# What a version took over from the one before it.
_INHERITED = (
    """CREATE TABLE inherited (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        before TEXT NOT NULL,
        taken REAL NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, before)
    ) WITHOUT ROWID""",
)

# Style sheets that lay beside a saved page: what they hide is hidden in every reading of it.
_PAGE_STYLES = (
    """CREATE TABLE page_styles (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, number)
    )""",
)

MIGRATIONS = (
    Migration("first-tables", _FIRST),
    Migration("fetched-pages", _FETCHES),
    Migration("pages-by-ocr", _OCR),
    Migration("trash", _TRASH),
    Migration("passage-sketches", _SKETCHES),
    Migration("collections-and-tags", _ORDER),
    Migration("bibliography", _BIBLIOGRAPHY),
    Migration("likeness", _LIKENESS),
    Migration("imports", _IMPORTS),
    Migration("versions", _VERSIONS),
    Migration("xray", _XRAY),
    Migration("read-again", _READ_AGAIN),
    Migration("thoughts", _THOUGHTS),
    Migration("arrivals", _ARRIVALS),
    Migration("watches", _WATCHES),
    Migration("originals-in-place", _IN_PLACE),
    Migration("inherited-by-versions", _INHERITED),
    Migration("styles-beside-pages", _PAGE_STYLES),
    Migration("smaller-pieces", pieces.SMALLER, (pieces.part_of_text,)),
)
