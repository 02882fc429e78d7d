"""From a dropped file to a searchable document: the survey, the copy, the states, the index.

May touch the catalog, the readers and the tables of ``warehouse.search``; knows no language model.
"""
