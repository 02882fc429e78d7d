"""Figures and tables of PDF documents, found by their captions; nothing of a picture is kept.

layout.py    a page as blocks: prose, headings, rows of cells, captions, and what is left
captions.py  what is a caption, and how far it goes
areas.py     the free area beside a caption, by words alone
ink.py       the same trimmed to what is drawn, on the rendered page
find.py      all of it for a document of a library
"""
