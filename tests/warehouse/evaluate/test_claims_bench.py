"""The bench of claims: a line a case, checked as in an answer."""

from __future__ import annotations

from warehouse.evaluate.proof import claims, material
from warehouse.evaluate.proof.material import Case
from warehouse.proof import citations


def test_every_case_is_a_line_that_cites_its_evidence() -> None:
    made = [
        Case("true", "It was lit. It burned.", "The lamp was lit and burned.", "Lamps", "A"),
        Case("number", "It had 3 wicks", "It had 2 wicks.", "Lamps", "A"),
    ]
    text, evidence = claims.written(made)
    lines = text.splitlines()
    assert [citations.read(line)[0].cites for line in lines] == [(1,), (2,)]
    assert [len(citations.read(line)) for line in lines] == [1, 1]
    assert [one.text for one in evidence] == [case.evidence for case in made]


def test_paraphrases_are_labelled_by_hand_and_balanced() -> None:
    found = material.paraphrases()
    assert len(found) >= 100
    assert sum(case.true for case in found) == len(found) / 2
    assert all(case.by_hand and case.evidence for case in found)
    assert len({case.claim for case in found}) == len(found)
