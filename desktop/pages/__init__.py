"""A room for each page, its front in ``page.py``; ``studies``: what Ask and Write share.

No page knows another: what one wants of another it says by a signal, and the window hands it over.
"""
