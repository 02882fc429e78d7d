"""The proof of every sentence, and what sources say against each other.

    claims.py             every sentence of a text is a claim: quoted, supported, partly, not found
    citations.py          sentences and their marks in a text; cited.py: those of a model's reply
    checks.py             what is told exactly and without a model: copies, and facts that the
                          source lacks (numbers.py with units.py, same_number.py, dates.py)
    rates.py              how much of an article is proven: of its sentences, of its sections
    entailment.py         what is left for the model, and the fit; conjuncts.py: joined subjects,
                          each told alone
    excerpt.py            which sentences bear on a claim: shown to the model, lit for the reader
    disagreement.py       evidence that contradicts other evidence, and the text of it;
                          contradictions.py: two sentences that give different values

May touch the engine and the records of ``results``, no library: what is needed of it is handed in.
Knows nothing of how evidence was found or what it is written for.
"""
