"""The proof of every sentence, and what sources say against each other.

    claims.py        every sentence of a text is a claim: quoted, supported, partly, not found
    citations.py     sentences and their marks in a text; cited.py: the same in a model's reply
    checks.py        what is told without a model: copies, and facts that the source lacks
                     (numbers.py with units.py, dates.py, negation.py)
    stance.py        what a source says with a reserve, or of another name (attribution.py,
                     shades.py; lexicon.py: the small words, by language)
    entailment.py    what is left for the model, calibrated
    disagreement.py  evidence that contradicts other evidence (signs.py, with told.py and
                     events.py), as text (dissent.py)

May touch the engine, the library and the records of ``results``. Knows nothing of how evidence was
found or what it is written for: research, answering, writing and headers come here to be checked.
"""
