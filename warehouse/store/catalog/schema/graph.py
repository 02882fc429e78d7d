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

# What the user said of the graph stands above what a model made of it, and stays when that is
# forgotten and read again. A relation that was removed is known by the hash of its sentence's words
# and by what it says, folded. Of two names, folded, that are one or are not the latest word counts;
# ``number`` grows. It goes when one of them is in no document any more: ``named_by_hand`` has the
# documents of each. ``one`` < ``other``.
BY_HAND = (
    """CREATE TABLE removed_triples (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        sentence TEXT NOT NULL,
        head TEXT NOT NULL,
        relation TEXT NOT NULL,
        tail TEXT NOT NULL,
        PRIMARY KEY (document, sentence, head, relation, tail)
    ) WITHOUT ROWID""",
    """CREATE TABLE names_by_hand (
        number INTEGER PRIMARY KEY,
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        same INTEGER NOT NULL
    )""",
    """CREATE TABLE named_by_hand (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        PRIMARY KEY (document, name)
    ) WITHOUT ROWID""",
    "CREATE INDEX named_by_hand_name ON named_by_hand (name)",
    """CREATE TRIGGER forget_names_by_hand AFTER DELETE ON named_by_hand
        WHEN NOT EXISTS (SELECT 1 FROM named_by_hand WHERE name = old.name) BEGIN
        DELETE FROM names_by_hand WHERE old.name IN (one, other);
    END""",
)
