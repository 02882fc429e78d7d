"""Whether the library answers at all: weighed before anything is written, and said with reasons."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from bridges import BRIDGE, QUESTION, WORKS, Shelve, cited, judging, plan

from warehouse.answering.answer import ask
from warehouse.context import Context
from warehouse.engine import calibration
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.evaluate import calibrate
from warehouse.evaluate.research import absence
from warehouse.evaluate.research.absence import Weighed
from warehouse.methods import aware
from warehouse.methods.absence import answerable
from warehouse.methods.absence.absent_answer import ABSENT
from warehouse.methods.absence.answerable import Calibration, Signals
from warehouse.methods.evidence import planning
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
    answer = ask(
        QUESTION, Context.of(shelve(BRIDGE, WORKS), unsure(), Settings(), Run()), aware.METHOD
    )
    assert answer.absent
    assert answer.text.startswith(ABSENT)
    assert "% likely to answer" in answer.text
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
        aware.METHOD,
    )
    assert not answer.absent
    assert answer.claims


def test_explanations_are_not_judged(shelve: Shelve) -> None:
    engine = ScriptedEngine()
    assert (
        answerable.judge(
            "Why did it fall?", "[1] x", (), Context.of(None, engine, Settings(), Run())
        )
        is None
    )


def test_a_threshold_fitted_to_the_model_counts(home: Path) -> None:
    engine = ScriptedEngine()
    before = answerable.calibration(engine.info())
    assert before.fitted == ""
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
    after = answerable.calibration(engine.info())
    assert after.threshold == pytest.approx(0.8)
    assert "20 questions" in after.fitted


def test_more_of_each_signal_is_more_likely_an_answer() -> None:
    for weights in answerable.CALIBRATIONS:
        low = weights.probability(Signals(-8.0, 0.0, 0.0))
        high = weights.probability(Signals(4.0, 1.0, 1.0))
        assert low < weights.threshold < high
    flat = Calibration("", 0.0, Signals(0, 0, 0), 0.5)
    assert flat.probability(Signals(1, 1, 1)) == pytest.approx(0.5)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    corpus = [
        {"title": "Tower", "sentences": ["The tower is tall.", "Anna Kahn built the tower."]},
        {"title": "Anna Kahn", "sentences": ["Anna Kahn was born in Lille."]},
        {"title": "Mill", "sentences": ["The mill was built by a miller."]},
    ]
    asked = {
        "id": "q1",
        "question": "Where was the builder of the tower born?",
        "answer": "Lille",
        "supporting": [["Tower", 1], ["Anna Kahn", 0]],
    }
    for name, rows in (("corpus", corpus), ("questions", [asked])):
        lines = b"\n".join(map(msgspec.json.encode, rows))
        (tmp_path / f"{name}.jsonl").write_bytes(lines)
    return tmp_path


def test_material_holds_the_gold_or_only_what_is_near(questions: Path) -> None:
    (first, able), (second, unable) = calibrate.absences(questions, 0)
    assert (able, unable) == (True, False)
    assert "Lille" in first.notes and "Anna Kahn built" in first.notes
    assert "Lille" not in second.notes and "mill" in second.notes
    assert 0 <= second.words <= first.words <= 1


def weighed(question: str, able: bool, probability: float) -> Weighed:
    return Weighed(question, able, probability < 0.5, probability, 3, able)


def test_both_shares_and_the_area_are_told() -> None:
    outcomes = [
        *(weighed(f"q{i}", True, 0.9 if i else 0.2) for i in range(4)),
        *(weighed(f"q{i}", False, 0.1) for i in range(4)),
    ]
    values = {row.name: row.value for row in absence.rows(outcomes)}
    assert values == {"absence_right": 1.0, "absence_wrong": 0.25, "absence_auc": 1.0}


def test_finished_questions_survive_a_kill() -> None:
    line = msgspec.json.encode(weighed("q1", True, 0.9))
    assert [one.question for one in absence._kept(line + b'\n{"question": "q2"')] == ["q1"]
