"""The cheapest way to an article: what one search finds, a sentence for each piece of evidence.

article.py       the whole way
parts.py, planned.py, steered.py   what the library has on a topic, as facets of an article
gathering.py, merging.py   evidence for each facet; facets on the same ground are one section
sections.py      the sections, in the page's order
"""
