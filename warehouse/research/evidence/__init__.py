"""Which words are evidence: from opened documents to numbered pieces that fit the budget.

    sentences.py -> extraction.py -> pieces.py -> reduction.py -> sifting.py -> context.py

What can be evidence at all; E, the best of it; with the neighbours it needs; R, without repetition;
the whole chain weighed once more; what of it goes into the prompt. pinned.py does the same for what
the user wants read. Ranges are copied by the program: no model ever retypes evidence.

May touch the candidates, the library and the engine. Knows no plan and no chain that grows.
"""
