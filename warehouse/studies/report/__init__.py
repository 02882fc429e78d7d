"""A study in words and figures, the same in window, export and command line.

    ledger.py                its claims, counted by how well they are proven
    loss_ledger.py           all that was dropped, once, with why (same_work.py: versions)
    how_found.py             how an answer was found
    fell_back.py             what of an article could not be proven as it was asked for
    nearest_passages.py      what came nearest to a question that nothing answers
    disagreement_columns.py  its disagreements, side by side
    cited_places.py          where cited words stand now, and how a citation says it

May touch the records of ``results`` and the catalog. Decides nothing and writes no file.
"""
