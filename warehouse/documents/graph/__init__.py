"""The library's graph: triples that the model reads in sentences, made once for each sentence.

    extraction.py       sentences -> triples, each held to the words of its sentence; kept (catalog)
    network.py          triples of some places -> names that are one, edges with every provenance
    same_names.py       which names mean the same thing
    by_hand.py          what the user says of it, which stands above the rest
    nearest.py          the names nearest to a question
    walk.py             the passages that the names of a question lead to
    whole_documents.py  all that documents say, and how many were read
    part.py             so much of it as a picture can show

What a study needs is read when it needs it; what was read is there for every later one, until its
document goes or is read anew (APOLLO, section 3; METHODS, section 5).
"""
