"""Keeping order in many documents: collections, tags, saved searches, and the search box.

shelves.py (collections, tags, saved searches), query.py (what is typed), finding.py (what it
finds), standing.py (where the words stand), likeness.py (more like this). May touch the catalog
and ``warehouse.search``; knows no ingest, no research and no language model.
"""
