"""One document looked at, for window and command line alike: how well its pages were read
(quality.py) and whether its text is what is printed (comparing.py), what is hidden in it or speaks
to a machine (xray.py), how it differs from another (differences.py). Its text is not changed here.
"""
