"""From evidence to an article: outline, sections, claims. Shared by all methods.

composed.py      the article: outline, paragraphs proven side by side, review, lead
paragraphs.py, opening.py, closing.py, overview.py, figures.py   what it is made of
manuscript.py    what stands of it while it is written; progress.py tells how far it is
review.py        every claim of every section, in three rounds at most
disputed.py      what the sources disagree about, in the place of one side
tongue.py        the language of it, where the sources speak several
wishes.py, depth.py, ways.py   what the user may choose; these compute nothing

outline/         from what a method found to headings with evidence under them
sentences/       from a sentence of a source to one of the article that it proves
retold/          the cheapest way: one search, told piece by piece
editing/         an article under the pen
"""
