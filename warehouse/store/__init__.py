"""Where everything is kept: the catalog (the truth), what is derived from it, and the originals.

    catalog/      SQLite: documents, pages, sentences, passages, studies, thoughts
    lance/        LanceDB: passages and headers as vectors and words; can be rebuilt
    objects.py    originals, named by their SHA-256
    folder.py     one program at a time in a warehouse; handover.py: what a second one leaves

May touch settings, records and errors. Knows no search, no model, no method.
"""
