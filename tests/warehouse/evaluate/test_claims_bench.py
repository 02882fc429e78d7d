"""The bench of claims: halves that share no article; weights of one, verdicts on the other."""

from __future__ import annotations

from pathlib import Path

from counting import CountingEngine

from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import ChooseRequest, ScoreRequest
from warehouse.evaluate.proof import claims, material
from warehouse.evaluate.proof.material import Case
from warehouse.evaluate.records import Job
from warehouse.proof.claims import Open
from warehouse.run import Run
from warehouse.settings import Settings

TOLD = "The keeper of lamp {} climbed the stairs each night to trim the wick and oil the clockwork."


def made() -> list[Case]:
    """True and wrong claims that only meaning tells apart: the model is asked about all."""
    cases = []
    for number in range(24):
        true = number % 2 == 0
        claim = "Every night the keeper went up." if true else "The keeper slept through the night."
        kind: material.Kind = "true" if true else "unsupported"
        cases.append(Case(kind, claim, TOLD.format(number), f"Article {number // 4}", "A"))
    return cases


def knowing(folder: Path) -> CountingEngine:
    def pick(request: ChooseRequest) -> tuple[float, float]:
        says = "went up" in request.messages[-1].content.partition("Claim: ")[2]
        return (0.9, 0.1) if says else (0.2, 0.8)

    def likely(request: ScoreRequest) -> float:
        return -0.5 if "went up" in request.continuation else -2.0

    return CountingEngine(folder / "log", pick=pick, likely=likely)


def test_what_is_fitted_on_one_half_judges_the_other(tmp_path: Path) -> None:
    first, second = claims.halves(made())
    assert {one.title for one in first}.isdisjoint(one.title for one in second)
    with Journal() as journal:
        engine = Journaled(knowing(tmp_path), journal)
        looked = [claims.seen(half, engine, Job(Settings(), Run())) for half in (first, second)]
        assert all(isinstance(one, Open) for half in looked for one in half.sentences)
    weights = claims.fitted(looked[0])
    assert claims.proven(looked[1], weights) == [case.true for case in second]
    whole = claims.together(looked)
    assert len(whole.cases) == len(whole.signals) == 24
    assert claims.proven(whole, weights) == [case.true for case in whole.cases]


def test_paraphrases_are_labelled_by_hand_and_balanced() -> None:
    found = material.paraphrases()
    assert len(found) >= 100
    assert sum(case.true for case in found) == len(found) / 2
    assert all(case.by_hand and case.evidence for case in found)
    assert len({case.claim for case in found}) == len(found)
