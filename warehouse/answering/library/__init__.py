"""Questions about the library itself: answered from the catalog, without the model.

    catalogued.py   what is asked for, in words
    census.py       the figures, each with the list it was counted from

May touch the catalog and what the words of a question say. Reads no document.
"""
