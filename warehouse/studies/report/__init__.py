"""A study in words and figures, the same in window, export and command line.

    ledger.py         its claims, counted by how well they are proven
    lost.py           all that was dropped on the way, once, with why (onesource.py: versions)
    found.py          how an answer was found; nearest.py: what came nearest where there is none
    beside.py         its disagreements, side by side
    cited_places.py   where cited words stand now, and how a citation says it

May touch the records of ``results`` and the catalog. Decides nothing and writes no file.
"""
