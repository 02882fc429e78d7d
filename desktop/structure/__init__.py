"""A structure as a picture: nodes and edges that can be looked at, searched and walked through.

scene.py    what there is, as arrays: where it stands, what is under the mouse, what is beside
layers.py   what is painted, with less of it the smaller it is
canvas.py   the picture in the user's hands: wheel, drag, keys
details.py  what is chosen, in words: its evidence, what it hangs on, what can be changed of it
view.py     all of it in one, and the layout in a worker
"""
