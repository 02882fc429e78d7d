"""Finding: the analyzer, the embedder, the tables of LanceDB, and ranking over both levels.

May touch the catalog and the records; knows no ingest, no research and no model but the embedder.
"""
