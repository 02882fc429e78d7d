"""APOLLO: a graph of what the library says, grown by questions about what it does not say yet.

    topic -> evidence -> triples -> graph
    three times: 5 + 5 questions about the graph -> searches -> evidence -> triples -> graph

Section 3 of the paper (METHODS, section 5). The triples are the library's (documents/graph): what
one study has read, the next one has.
"""
