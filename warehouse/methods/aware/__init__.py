"""AWARE: a chain of intents, each with the evidence that resolves it (METHODS, section 1).

effort.py       quick or thorough, by the settings
quick.py        search first, plan only where that did not answer
thorough.py     planned in steps (decomposition.py), each answered (step.py), and a vote
side.py         a topic's sides, which no question asks for
exploration.py  one intent: searched, screened, opened, reduced
"""
