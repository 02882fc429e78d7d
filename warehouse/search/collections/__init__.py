"""Keeping order in many documents: collections, tags, saved searches, and the search box.

    naming_and_filing.py  collections, tags, saved searches
    query.py              what is typed; query_search.py: what it finds
    word_search.py        passages by their words; word_matches.py: where the words stand
    fields.py             documents by what is known about them; more_like_this.py: by likeness

May touch the catalog and ``warehouse.search``; knows no ingest, no research and no language model.
"""
