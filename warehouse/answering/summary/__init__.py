"""Many documents in few sentences, each proven.

summing.py  "summarise this collection", from the question to the answer
chosen.py   which documents, and the few that differ most
told.py     their words: a piece of each told in a sentence, and the opening
"""
