"""What goes out of the house: an answer, an article or thoughts as files that stand alone.

    export.py            one page of HTML or Markdown
    figures.py           figures of the sources, rendered for it
    beside.py            pictures and other files beside what is exported
    export_thoughts.py   thoughts
    pack.py              the evidence pack: text, pages with the words lit (picture.py), journal,
                         settings, hashes

May touch all of studies, and takes every word from ``telling``. What it writes holds nothing that
reaches out: text of documents and models is data in it.
"""
