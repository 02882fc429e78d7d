"""Tables of the library's graph: what the sentences of documents say, as triples.

Gone with their documents, and when a document is read again with another text. ``sentence`` is
where the sentence that a triple was read from begins; ``first`` to ``last`` is that sentence, with
the one before it that names what it goes on about. ``lost`` says why a triple is none, '' for one
that stands.
"""

from __future__ import annotations

TRIPLES = (
    """CREATE TABLE triples (
        number INTEGER PRIMARY KEY,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        sentence INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        head TEXT NOT NULL,
        relation TEXT NOT NULL,
        tail TEXT NOT NULL,
        lost TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX triples_document ON triples (document, sentence)",
    # The sentences that were read for triples, and by which model and prompt.
    """CREATE TABLE graphed (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        sentence INTEGER NOT NULL,
        made_by TEXT NOT NULL,
        PRIMARY KEY (document, sentence)
    ) WITHOUT ROWID""",
    # Which of two names, folded, mean the same thing; asked where two documents brought them
    # together, and forgotten with either. ``one`` < ``other``.
    """CREATE TABLE same_names (
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        same INTEGER NOT NULL,
        of_one TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        of_other TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        PRIMARY KEY (one, other)
    ) WITHOUT ROWID""",
    "CREATE INDEX same_names_one ON same_names (of_one)",
    "CREATE INDEX same_names_other ON same_names (of_other)",
)
