"""Questions that passages alone cannot answer, and how each question finds its way.

    routing.py   from a question to the method that answers it; the model decides in doubt
    question/    what the words of a question say: its kind, its limits, its topic
    lists/       "list all", "how many", "since when": every document in reach is gone through
    summary/     "summarise this collection"
    library/     questions about the library itself, from the catalog
    leaning.py   a question that says nothing without the one before it
    asides.py    small talk, answered without evidence and marked so
    rolls.py     the lists behind a coverage: what was read, what could not be

Routing alone knows all of them; none of the rooms for an answer knows another.
"""
