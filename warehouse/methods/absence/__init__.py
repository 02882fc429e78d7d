"""Does the library answer at all? Weighed before anything is written, and said where it does not.

    answerable.py     a fact or an explanation: the model's word and others, one probability
    offtopic.py       is what was found about the question at all?
    unsaid.py         words of the question that stand in no document
    absent_answer.py  the answer where there is none

May touch evidence and planning. Writes no answer from evidence.
"""
