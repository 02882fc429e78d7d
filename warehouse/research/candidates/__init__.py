"""Which documents deserve to be opened: all that the searches brought up, judged before a read.

    pool.py        all candidates of a task, with their ranks
    relevance.py   several weak signals, one probability
    screening.py   F of AWARE, eq. 7: what passes, and what is left out with its reason

May touch the library and the engine; no other room of research.
"""
