"""Many documents in few sentences, each proven.

    summing.py    "summarise this collection": which documents, and how many are read
    spread.py     the few that differ most
    telling.py    their words: a piece of each told in a sentence, and the opening

May touch what the words of a question say, and the telling and openings of writing.
"""
