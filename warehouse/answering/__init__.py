"""From a question to an answer whose every sentence carries its proof.

    answer.py    explored by AWARE (research/aware.py), written, checked, repaired
    rag.py       the honest baseline: one search, the same prompt and check
    kinds/       lists, counts, beginnings, summaries, the library asked about itself, small talk
    pasted.py    a text from elsewhere, checked against the library
    learning.py  from an answer to a thought

May touch research, proof and writing, which know nothing of answers. How an answer is kept, steered
and shown is for studies/.
"""
