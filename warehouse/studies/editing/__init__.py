"""An article under the user's hands: edited, checked again, added to, and led back.

editor.py    everything that is done to an article after it was written
proving.py   words of the library that prove a sentence of it
"""
