"""Tables of how documents come and go: the web, watched folders, versions, imports, the trash."""

from __future__ import annotations

FETCHES = (
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

# ``left_s`` is counted down by the time that passed, so that no clock decides by itself.
TRASH = (
    """CREATE TABLE trash (
        document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        state TEXT NOT NULL,
        removed REAL NOT NULL,
        left_s REAL NOT NULL,
        made_by TEXT NOT NULL,
        vectors BLOB NOT NULL
    )""",
)

# What stood at an address or in a watched file, in the order in which it was noticed.
VERSIONS = (
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

# Bytes that are no file: noted before they are in objects/, until their document is queued.
ARRIVALS = (
    """CREATE TABLE arrivals (
        document TEXT PRIMARY KEY,
        program TEXT NOT NULL,
        suffix TEXT NOT NULL,
        body BLOB NOT NULL,
        fetched BLOB NOT NULL
    )""",
)

# ``watched`` is what was taken in of a folder, as it looked then.
WATCHES = (
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

# Each of a hundred thousand files that could not be read asks for both.
BY_PATH = (
    "CREATE INDEX losses_what ON losses (document, what)",
    "DROP INDEX losses_document",
    "CREATE INDEX watched_path ON watched (path)",
)

# Originals that stay where they are, as they looked when they were hashed.
IN_PLACE = (
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
INHERITED = (
    """CREATE TABLE inherited (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        before TEXT NOT NULL,
        taken REAL NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, before)
    ) WITHOUT ROWID""",
)

# Libraries of other programs whose import has begun or is wished; ``program`` is who does it.
WAITING_IMPORTS = (
    """CREATE TABLE waiting_imports (
        path TEXT PRIMARY KEY,
        in_place INTEGER NOT NULL,
        added REAL NOT NULL,
        program TEXT NOT NULL
    )""",
)

# Which bytes a document encloses, of which each became a document once; those of before by where
# they came from: what stands before the last separator of their source is that of their container.
ENCLOSED = (
    """CREATE TABLE enclosed (
        container TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        document TEXT NOT NULL,
        PRIMARY KEY (container, document)
    ) WITHOUT ROWID""",
    """INSERT OR IGNORE INTO enclosed
        WITH inside AS (
            SELECT document, replace(source, ' › ', char(31)) AS path FROM sources
            WHERE instr(source, ' › ') > 1),
        parted AS (
            SELECT document, rtrim(path, replace(path, char(31), '')) AS held FROM inside)
        SELECT holder.document, parted.document FROM parted JOIN sources AS holder
        ON holder.source = replace(substr(held, 1, length(held) - 1), char(31), ' › ')""",
)
