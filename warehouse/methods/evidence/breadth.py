"""E for a question about a matter as a whole: "describe X", "what is known about X".

Its words tell no sentence from another. Wanted are the sentences near to the name of X, near to
the middle of all that was read (a centroid summary, Radev et al. 2004), and far from what was taken
before (maximal marginal relevance, Carbonell and Goldstein 1998).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from warehouse.library import Library
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.sentences import CLOSED, Line
from warehouse.question.words import telling
from warehouse.search import analyzer
from warehouse.search.embedding import Vector, Vectors
from warehouse.search.rarity import word_shares

DOCUMENTS = 20  # that are opened
PASSAGES = 8  # of one that is too long to be read whole
KEPT = 10
READ = 120  # lines that are worth a vector, those of the nearest passages first
FEWEST_TERMS = 5  # of a line: a shorter one says too little of the whole
FARTHEST = 0.5  # as near as the nearest, or it is about something else
ENOUGH = 0.4  # of the words of the best line
OWN, FRAMED, MIDDLE = 2.0, 1.0, 0.5
FRESH = 0.35  # what repetition weighs beside nearness


def spread(topic: str, lines: Sequence[Line], library: Library) -> list[Picked]:
    """At most ``KEPT`` of ``lines``, best first, each with its nearness as probability, 0..1."""
    lines = sorted(_about(topic, lines), key=lambda line: -line.near)[:READ]
    if not lines:
        return []
    texts = [*(line.text for line in lines), *(line.framed for line in lines)]
    rows = library.retrieval.embed([topic, *texts])
    own, framed = rows[1 : 1 + len(lines)], rows[1 + len(lines) :]
    middle = own.mean(axis=0)
    middle /= np.linalg.norm(middle) or 1.0
    near = OWN * (own @ rows[0]) + FRAMED * (framed @ rows[0]) + MIDDLE * (own @ middle)
    near = np.clip(near / (OWN + FRAMED + MIDDLE), 0.0, 1.0)
    return [
        Picked(lines[at], float(near[at]), framed[at])
        for at in _each_something_else(near, own)
        if near[at] >= FARTHEST * near.max()
    ]


def _about(topic: str, lines: Sequence[Line]) -> list[Line]:
    """Sentences, or, where there are none, items and rows, that have, with title and section,
    ENOUGH of the topic's words. What all of them have counts nothing, or "the parade of X" would
    be told from all of X.
    """
    long = [line for line in lines if len(analyzer.terms(line.text)) >= FEWEST_TERMS]
    long = [line for line in long if CLOSED.search(line.text.strip())] or long
    shares = word_shares([telling(topic)], [line.framed for line in long])
    least = ENOUGH * max(shares, default=0.0)
    return [line for line, share in zip(long, shares, strict=True) if share >= least]


def _each_something_else(near: Vector, own: Vectors) -> list[int]:
    taken: list[int] = []
    said = np.zeros(len(near), dtype=near.dtype)
    while len(taken) < min(KEPT, len(near)):
        worth = (1 - FRESH) * near - FRESH * said
        worth[taken] = -np.inf
        taken.append(int(worth.argmax()))
        said = np.maximum(said, own @ own[taken[-1]])
    return taken
