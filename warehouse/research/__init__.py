"""From a task to evidence: what to look for, where, which sentences, and whether they are enough.

    aware.py         AWARE: the chain of intents, from the task to the sifted evidence
    exploring/       one intent after another: planned, explored, joined to the chain
    candidates/      which documents deserve to be opened
    evidence/        which sentences of an opened document are evidence, in the budget
    absence/         whether what was found answers at all
    remembering.py   thoughts brought back as evidence
    phrasing.py      what the words of a question want; names.py: the names in a text
    coverage.py, meter.py, xray_losses.py   what is told of the work: documents, tokens, words
                                            kept out

May touch the library, the memory and the engine, and leaves records of ``results``. Knows nothing
of what is written from it: answering/ and writing/ stand above.
"""
