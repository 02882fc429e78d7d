"""Sentences of an article, each made of what a source says, and proven by it.

    worth_telling.py, leaning.py, reported.py   what of a source can be told, and as whose word
    wording.py, retelling.py   said anew: one wording of a page, several of a sentence
    quoting.py       or quoted, whole or in part
    joining.py, conjoined.py, chronology.py   several as one, and in which order
    notes_told.py, best_sample.py   short texts of several sentences: what they tell, which is best
    plain.py, said.py   what no sentence may be: cut off, about the article, said before
    repair.py, fell_back.py, unused_sentences.py, from_thoughts.py   what stands for one that fails
    polish.py, named_sources.py   how one leads to the next, and whose matter it is

Knows nothing of sections and outlines.
"""
