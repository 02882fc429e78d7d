"""Every document in reach gone through, and what belongs told line by line with its words.

listing.py     list all, how many, since when
candidates.py  which documents are read, by their words and headers
documents.py   lists of documents; things.py: of what they name; years.py: since when
entries.py     judged by one choice each; a line an entry, with the words it rests on
"""
