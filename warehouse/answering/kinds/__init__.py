"""Questions that passages alone cannot answer, and how each question finds its way.

signs.py       what the words of a question say about its kind, with about_library.py, chinese.py
               and the words they share (vocabulary.py)
routing.py     from a question to the method that answers it; the model decides in doubt
mapping.py     every document in reach, by its words and its header: what a list is made from
listing.py     "list all", "how many": of documents (listing_documents.py) or of what they
               name (listing_things.py)
beginnings.py  "since when"
summing.py     "summarise this collection"
asides.py      small talk, answered without evidence and marked so
leaning.py     a question that says nothing without the one before it
catalogued.py  questions about the library itself, from the catalog (census.py counts)
filters.py     which documents one is limited to (limits.py, spans.py), and what it says besides
               (remainder.py)
rolls.py       the lists behind a coverage: what was read, what could not be
"""
