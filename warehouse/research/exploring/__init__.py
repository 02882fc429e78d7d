"""One intent after another, until nothing is missing or nothing new passes.

    planning.py       what to look for next, and when the facts are enough
    exploration.py    one intent: searched, screened, opened, reduced
    growing_chain.py  the knowledge chain meanwhile; every change is shown as a snapshot

May touch candidates and evidence; aware.py alone says in which order.
"""
