"""Whether the library answers at all: weighed before anything is written, and said with reasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bridges import BRIDGE, QUESTION, WORKS, Shelve, cited, judging, plan, reads

from warehouse.answering.answer import ask
from warehouse.context import Context
from warehouse.engine import calibration
from warehouse.engine.calibrated import shipped
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.absence import answerable
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence import planning
from warehouse.methods.registry import AWARE
from warehouse.methods.seam import research
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route
from warehouse.run import Run
from warehouse.settings import Settings


def unsure() -> ScriptedEngine:
    """A model to which nothing is enough, and that would write an answer all the same."""
    return ScriptedEngine(
        [
            plan("Lune Bridge", "Lune Bridge"),
            Line("enough", "", (0.0, 1.0), repeat=True),
            Line("next", "", {"missing": "", "queries": ["Halton"]}, repeat=True),
            cited("answer", ("Skerton Works cast the arches.", (1,))),
            *judging(),
        ]
    )


def test_what_does_not_hold_the_answer_is_not_answered_from(shelve: Shelve) -> None:
    answer = ask(QUESTION, Context.of(shelve(BRIDGE, WORKS), unsure(), Settings(), Run()), AWARE)
    assert answer.absent
    assert answer.text.startswith("Your library does not answer this.")
    assert "it probably does not answer this" in answer.text
    best = max(answer.research.evidence, key=lambda one: one.score)
    assert answer.nearest[0] == best.place
    assert sum(loss.stage == "weighing" for loss in answer.research.losses) == len(
        answer.research.evidence
    )
    assert answer.coverage.passages_used == 0


def test_the_user_can_have_it_answered_all_the_same(shelve: Shelve) -> None:
    answer = ask(
        QUESTION,
        Context.of(shelve(BRIDGE, WORKS), unsure(), Settings(absence=False), Run()),
        AWARE,
    )
    assert not answer.absent
    assert answer.claims


def doubted() -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("explained", "", (0.64, 0.36), repeat=True),
            *reads("explain"),
            Line("explain", "", "Skerton Works cast the arches of the bridge.", repeat=True),
            *judging(),
        ]
    )


def explaining(library: Library, *chances: float) -> Context:
    """Of an explanation in two parts; what the model says of the question and of each part."""
    lines = [Line("explained", "", (chance, 1 - chance)) for chance in chances]
    route = Route("fact", "user", explains=True)
    reading = Reading("Why did it fall?", route, parts=("Why did it fall?", "Who saw it?"))
    return replace(Context.of(library, ScriptedEngine(lines), Settings(), Run()), reading=reading)


def judged(library: Library, *chances: float) -> Judged:
    evidence = research(QUESTION, Context.of(library, unsure(), Settings(), Run()), AWARE).evidence
    found = answerable.judge(["It?"], "[1] x", evidence, explaining(library, *chances))
    assert found is not None
    return found


def test_of_an_explanation_one_part_is_enough(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    assert judged(library, 0.99, 0.01, 0.01).answers
    assert judged(library, 0.01, 0.01, 0.99).answers
    assert not judged(library, 0.01, 0.01, 0.01).answers


def test_an_explanation_that_may_be_none_is_given_with_doubt(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    found = judged(library, 0.64, 0.01, 0.01)
    assert found.answers and found.doubt == answerable.DOUBT
    assert judged(library, 0.99, 0.01, 0.01).doubt == ""
    answer = ask(
        "How does the drawbridge of the Lune Bridge work?",
        Context.of(library, doubted(), Settings(), Run()),
        AWARE,
    )
    assert answer.text.startswith(answerable.DOUBT)
    assert all(answer.text[one.start : one.end] == one.text for one in answer.claims)


def test_without_evidence_nothing_is_judged(shelve: Shelve) -> None:
    context = explaining(shelve(BRIDGE))
    assert answerable.judge(["Why did it fall?"], "[1] x", (), context) is None


def test_a_threshold_fitted_to_the_model_counts(home: Path) -> None:
    engine = ScriptedEngine()
    before = answerable.fit_of(engine.info())
    assert before.uncalibrated and before.threshold == answerable.UNCALIBRATED
    found = calibration.calibrated(
        "absence",
        "script",
        engine.info().sha256,
        planning.enough_hash(),
        [0.1] * 10 + [0.8] * 10,
        [False] * 10 + [True] * 10,
        0.95,
    )
    calibration.keep(found)
    after = answerable.fit_of(engine.info())
    assert after.threshold == pytest.approx(0.8)
    assert "20 questions" in after.split


def test_more_of_each_signal_is_more_likely_an_answer() -> None:
    fit = shipped("answers")
    assert fit.probability((-8.0, 0.0, 0.0)) < fit.threshold < fit.probability((4.0, 1.0, 1.0))
