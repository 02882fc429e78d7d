"""The reader: a document as a person reads it, from its first page to its last.

``page.py`` is the room in the window, ``view.py`` the sheet of glass that scrolls; what lies under
it are *sheets*: pictures of pages (``paged.py``) or text laid out to be read (``prose.py``). The
pane beside an answer (desktop/widgets/evidence.py) is the same view, narrow.
"""
