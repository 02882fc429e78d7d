"""The Round table page: a conversation at the left, the map of what was found at the right.

work.py      one table in hand: its turns, play and pause, what the user does to it
talk.py      the conversation as it grows, and the box to speak
turn.py      one turn, with its avatar
map.py       the map, live, and the concept that is chosen
concepts.py  the map as a picture: counts, what is new, what is folded away
concept.py   what can be done with a concept, and the turns that speak of it
seats.py     who sits there
sources.py   which documents are read
proof.py     from a number to the words on the page
"""
