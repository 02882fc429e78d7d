"""Tables of documents and of what was read of them.

``FIRST`` are those that every catalog began with, some of other matters among them.
"""

from __future__ import annotations

FIRST = (
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

# How sure OCR is of a page, 0 for text of the file's own.
OCR = ("ALTER TABLE pages ADD COLUMN ocr REAL NOT NULL DEFAULT 0",)

# SimHash of a passage's terms; NULL until it is indexed.
SKETCHES = ("ALTER TABLE passages ADD COLUMN sketch INTEGER",)

# What the x-ray found in a text, and the documents whose hidden words prompts may have.
XRAY = (
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
READ_AGAIN = (
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

# Style sheets that lay beside a saved page: what they hide is hidden in every reading of it.
PAGE_STYLES = (
    """CREATE TABLE page_styles (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, number)
    )""",
)

# Which reader made the text of a document, 0 from before they had numbers.
READERS = ("ALTER TABLE documents ADD COLUMN reader INTEGER NOT NULL DEFAULT 0",)

# The files of the search index, each with its hash.
INDEX_FILES = (
    "CREATE TABLE index_files (path TEXT PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID",
)

# Which ranges of a text are code; empty for what was read before they were told.
CODE = ("ALTER TABLE structures ADD COLUMN code BLOB NOT NULL DEFAULT x''",)

# Names that occur in passages, as 64-bit hashes. No index by document: ``named`` says which names
# it has, and takes their rows along when it goes.
PASSAGE_NAMES = (
    """CREATE TABLE named (
        number INTEGER PRIMARY KEY,
        document TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
        names TEXT NOT NULL
    )""",
    """CREATE TABLE passage_names (
        name INTEGER NOT NULL,
        number INTEGER NOT NULL,
        passage INTEGER NOT NULL,
        PRIMARY KEY (name, number, passage)
    ) WITHOUT ROWID""",
    """CREATE TRIGGER forget_names AFTER DELETE ON named BEGIN
        DELETE FROM passage_names WHERE number = old.number
            AND name IN (SELECT value FROM json_each(old.names));
    END""",
)

# Indexed again, with the name that a document's title is (search/name_index.py).
TITLE_NAMES = ("DELETE FROM named",)

# How much of a text the x-ray keeps out of prompts, in per cent.
KEPT_OUT = (
    "ALTER TABLE documents ADD COLUMN kept_out INTEGER NOT NULL DEFAULT 0",
    """UPDATE documents SET kept_out = coalesce(
        100 * (SELECT sum(last - first) FROM suspects
            WHERE document = documents.id AND kind != 'characters')
        / (SELECT length FROM structures WHERE document = documents.id), 0)
        WHERE id NOT IN (SELECT document FROM allowances)""",
)
