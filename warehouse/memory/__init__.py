"""Thought memory: what was found out once, kept with the words it rests on, and used again.

Feng et al., "Thought-Retriever: Don't Just Retrieve Raw Data, Retrieve Thoughts" (METHODS of the
design, section 2). May touch the library and the records; how a thought is made of an answer, which
takes a model, stands in ``warehouse/answering/learning.py``.
"""
