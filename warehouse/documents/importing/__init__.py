"""Libraries of other programs into this one: a Zotero folder, BibTeX and CSL-JSON files.

Each source is read as data into ``Bundle`` (records.py), which taking_in.py brings into the
library: files become documents, entries their metadata. Nothing of the other program is changed,
and an entry or a file that cannot be taken is named with its reason.
"""
