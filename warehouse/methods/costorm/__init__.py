"""Co-STORM: experts who argue over the library, a moderator who steers them, a map of it all.

    opening -> warm start: an expert each a turn -> turns, one at a time (turns.py)
    a question is answered; after answers in a row the moderator asks what nobody has cited
    every turn: evidence -> several drafts in one batch -> the best that is proven is spoken
    (speaking.py) -> what was found is placed on the map (placing.py)

A turn is a function of the table before it; it makes a new table and changes nothing. The method
(table.py) takes a number of turns by itself; an open table (warehouse/roundtable/) takes one when
it is asked, and the user between. Jiang et al. 2024; METHODS, section 6.
"""
