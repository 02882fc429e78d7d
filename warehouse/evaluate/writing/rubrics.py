"""Rubrics of 1 to 5 by the model in use: the expected digit, not the one that is sampled.

``choose`` gives the probability of each digit as the reply; their mean is the grade (as in G-Eval,
Liu et al. 2023). A small model is a weak judge: beside a grade stands always which judge it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warehouse.engine import choosing
from warehouse.engine.protocol import Engine
from warehouse.run import Run
from warehouse.text import shortened

DIGITS = ("1", "2", "3", "4", "5")
CHARACTERS = 6000  # of a text that the judge is shown
ARTICLE: Mapping[str, str] = {
    "relevance": "How well does the text keep to the topic?",
    "breadth": "How many sides of the topic does the text cover?",
    "depth": "How far does the text go into detail, with facts and reasons?",
    "novelty": "How much does the text tell that a reader would not expect?",
}
OUTLINE: Mapping[str, str] = {
    "guidance": "How well does this outline tell a writer what to write?",
    "hierarchy": "How well are the headings ordered, main points above their parts?",
    "coherence": "How well does one heading lead to the next?",
}


def expected(probabilities: Sequence[float]) -> float:
    """The mean digit, 1 to 5; ``probabilities`` in the order of DIGITS."""
    total = sum(probabilities)
    if len(probabilities) != len(DIGITS) or total <= 0:
        raise ValueError("a probability for each digit is needed")
    return sum(at * probability for at, probability in enumerate(probabilities, start=1)) / total


def graded(
    topic: str, text: str, rubrics: Mapping[str, str], engine: Engine, run: Run
) -> dict[str, float]:
    """A grade for each of the rubrics, all in one batch. Raises Cancelled."""
    shown = {"topic": topic, "text": shortened(text, CHARACTERS)}
    given = [{**shown, "question": question} for question in rubrics.values()]
    grades = map(expected, choosing.replies("rubric", given, DIGITS, engine, run))
    return dict(zip(rubrics, grades, strict=True))
