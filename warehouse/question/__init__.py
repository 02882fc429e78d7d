"""What a question wants, before anything is looked for.

    reading.py   one value for all of it; kinds.py weighs the kind, and what is counted
    details.py   limits, topic, things compared: one schema-bound call, checked by filters.py
                 against the catalog, with dates.py for times
    spelling.py  slips, by the library's own words; language.py: the language of the question
    examples.py  questions to begin with

Looks into the catalog and the index. Reads no document.
"""
