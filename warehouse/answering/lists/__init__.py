"""Every document in reach gone through, and what belongs told line by line with its words.

    listing.py      "list all", "how many": of documents (listing_documents.py) or of what they
                    name (listing_things.py, near.py; called.py reads names off the words,
                    merged.py has each once)
    beginnings.py   "since when"
    mapping.py      which documents are in reach, by their words and headers, and are read
    judging.py      does it belong? one choice a candidate
    entries.py      a list as an answer: a line an entry, with the words it rests on

May touch what the words of a question say, the proof and the evidence of research.
"""
