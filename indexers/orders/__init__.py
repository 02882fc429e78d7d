"""Orders to a machine in documents: found, told, and kept out of prompts.

addressed.py     sentences that speak to a machine, by signs and by a fit
addressed_signs.py, addressed_fit.py   the signs, and the fit over words (addressed_fit.json)
in_metadata.py   the same in titles, authors and names of files
"""
