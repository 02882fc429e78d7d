"""One document looked at, for window and command line alike: how well its pages were read
(quality.py), what is hidden in it or speaks to a machine (xray.py), how it differs from another
(differences.py). Nothing is changed here.
"""
