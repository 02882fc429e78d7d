"""What the words of a question say, before anything is looked for.

    signs.py      its kind (about_library.py, chinese.py; vocabulary.py: the words they share)
    filters.py    which documents it is limited to (limits.py, spans.py), and what is left when
                  everything in it is explained (remainder.py)
    topics.py     what a list is about

May touch the analyzer and the catalog's names. Asks no model and reads no document.
"""
