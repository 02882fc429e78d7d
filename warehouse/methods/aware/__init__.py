"""AWARE: a chain of intents, each with the evidence that resolves it (METHODS, section 1).

effort.py       quick or thorough, by the settings
quick.py        search first, plan only where that did not answer
thorough.py     planned in steps (decomposition.py), each answered (step.py), and a vote
exploration.py  one intent: searched, screened, opened, reduced
"""

from __future__ import annotations

from typing import get_args

from warehouse.methods.aware import effort
from warehouse.methods.seam import Method
from warehouse.steering import Kind

METHOD = Method(
    name="aware",
    title="AWARE",
    sentence="Plans what to look for, reads what may help, and looks again until it knows enough.",
    good_for="Questions that need several documents or several steps.",
    cost="Some seconds more than one search; more the more steps it takes.",
    explore=effort.explore,
    steerable=frozenset(get_args(Kind)),
)
