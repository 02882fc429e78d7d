"""An article under the pen: its paragraphs, what was changed in them, and what is proposed.

    records.py       what an edit, a comment and a suggestion are
    spots.py         the paragraphs of an article, and the article with one of them replaced
    differences.py   two texts sentence by sentence, and two sentences word by word
    quotes.py        words that a comment is about, found again after an edit
    rewriting.py     a paragraph from its evidence, shorter, or with more of what the library says

Nothing here is kept, and nothing changes an article by itself (studies/editing/ does both).
"""
