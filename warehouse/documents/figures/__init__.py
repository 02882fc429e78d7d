"""Figures and tables of documents, found by their captions; nothing of a picture is kept.

find.py      all of it for a document of a library
intext.py    pictures of files without pages, by the paragraphs beside them
printed.py   of PDF documents, by what is drawn on their pages
captions.py  what is a caption, and how far it goes on a page
layout.py    a page as blocks: prose, headings, rows of cells, captions, and what is left
areas.py     the free area beside a caption, by words alone
ink.py       the same trimmed to what is drawn, on the rendered page
"""
