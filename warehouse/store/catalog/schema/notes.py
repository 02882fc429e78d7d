"""The table of highlights and notes: what a reader marked in a document, gone with it."""

from __future__ import annotations

ANNOTATIONS = (
    """CREATE TABLE annotations (
        id TEXT PRIMARY KEY,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        first INTEGER NOT NULL,
        body BLOB NOT NULL
    )""",
    "CREATE INDEX annotations_document ON annotations (document, first)",
)
