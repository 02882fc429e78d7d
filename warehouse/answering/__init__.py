"""From a question to an answer whose every sentence carries its proof.

    routing.py          from a question to the kind of answer it wants
    limits.py           the documents that a question for one answer is limited to
    answer.py           explored by a method, written, checked, repaired
    lists/              every document gone through: lists, counts, since when
    summary/            many documents in few sentences
    library_figures.py  the library asked about itself; unsearched.py: small talk
    coverage_rolls.py   the lists behind a coverage; read_sentences.py: sentences as evidence
    check_text.py       a text from elsewhere, checked against the library
    learning.py         from an answer to a thought

How an answer is kept, steered and shown is for studies/.
"""
