"""How it is held against people's word whether a library explains something."""

from __future__ import annotations

import pytest

from warehouse.engine.calibrated import shipped
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job
from warehouse.evaluate.research import explanations
from warehouse.evaluate.research.explanations import Weighed
from warehouse.methods.absence.answerable import EVEN, EXPLANATION
from warehouse.run import Run
from warehouse.settings import Settings


def test_the_questions_of_the_fit_are_not_those_of_the_figure() -> None:
    fitted, measured = (explanations._cases(name) for name in ("handbook", "manuals"))
    assert len(fitted) > 40 and len(measured) > 70
    assert not {question for question, _ in fitted} & {question for question, _ in measured}
    for group in (fitted, measured):
        assert 0.4 < sum(told for _, told in group) / len(group) < 0.6


def test_what_no_look_found_is_not_explained_and_a_yes_is() -> None:
    fit = shipped(EXPLANATION)
    none, no, yes = (Weighed("?", True, word) for word in (None, -1.0, 2.0))
    assert explanations._chance(none, fit) == 0.0
    assert explanations._chance(no, fit) < fit.threshold < EVEN < explanations._chance(yes, fit)


def test_without_documents_it_says_what_it_needs() -> None:
    with pytest.raises(BadInput, match="needs its documents"):
        explanations.explanations(Job(Settings(), Run()))
