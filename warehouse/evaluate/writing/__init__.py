"""What articles and outlines are worth (METHODS, section 7), and how methods compare.

    outlines.py     headings against the headings that people gave
    sentences.py    sentences of an article: joined, copied, repeated
    sources.py      what an article rests on: diversity, documents, density
    citing.py       does each citation carry its sentence?
    rubrics.py      1 to 5 by the model in use as judge
    measured.py     all that one article tells by itself, as one value
    budget.py       what methods find with as many searches
    topics.py       articles of people as a library
    untold_topics.py  ``bench topics``: topics that a library does not tell of
    benched.py, outline.py, articles.py, killed.py   ``bench outline`` and ``bench articles``

The first four are pure: texts, claims and unit vectors in, numbers out.
"""
