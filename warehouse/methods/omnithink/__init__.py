"""OmniThink: an information tree that grows where more is worth knowing, and what it taught.

    topic -> evidence -> pool of insights
    each leaf: is more worth looking up? -> categories below it -> evidence -> reflect -> pool
    until no leaf wants more, nothing new was learnt, or the tree is deep enough

Xi et al. 2025, "OmniThink: Expanding Knowledge Boundaries in Machine Writing through Thinking",
section 3 (METHODS, section 3).
"""
