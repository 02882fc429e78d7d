"""Many documents in few sentences, each proven.

summing.py  "summarise this collection": which documents, and the answer
told.py     their words: a piece of each told in a sentence, and the opening
"""
