"""What research and writing leave, as plain records: evidence, chains, claims, answers, articles.

    records.py     what was found and what was said of it
    claimed_text.py  texts with claims in them, one after the other
    fallbacks.py   what is told of a sentence that could not be proven as it was drafted
    provenance.py  how it was found: what kind the question was taken for, what was looked at

Everybody may read them: proof, research, writing, studies, the window. They may touch no other part
of the house but the records below them, and do nothing themselves.
"""
