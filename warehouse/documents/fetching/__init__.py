"""Web pages by name: the only way a document comes from the network, and only when asked.

addresses.py  which addresses may be asked at all
allowed_sites.py     which sites the user agreed to
fetcher.py    the child process that opens the socket
pages.py      what becomes of the bytes: document, provenance, what changed since the last time
"""
