"""One canonical text and what stands in it: sentences, sections, places. Pure.

charsets.py, invisible.py, raised.py   from bytes to letters that can be seen
sentences.py, sections.py, cells.py   its parts, as ranges
places.py, placenames.py   where a range stands on the page, and what that place is called
metadata.py, identifiers.py, language.py, literature.py   what can be known of it
"""
