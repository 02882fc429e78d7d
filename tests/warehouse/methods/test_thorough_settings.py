"""What the settings change of the thorough way, and how auto chooses it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve, judging

from warehouse.context import Context
from warehouse.engine import probe
from warehouse.engine.protocol import EngineInfo, Request
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.aware import effort, step, thorough
from warehouse.methods.aware.step import Step
from warehouse.methods.evidence.brief import BESIDE, room
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.sentences import Line as Sentence
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route
from warehouse.results.records import Decision, Research
from warehouse.run import Run
from warehouse.settings import Settings

SETTINGS = Settings(absence=False, effort="thorough")
UNSURE = (0.1, 0.9)


def model(*steps: str, held: tuple[float, float] = (0.9, 0.1)) -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("steps", "", {"steps": list(steps or (QUESTION,))}, repeat=True),
            Line("few_words", "", {"answer": "Halton"}, repeat=True),
            Line("short_answer", "", "Halton.", repeat=True),
            Line("holds", "", held, repeat=True),
            Line("widen", "", {"queries": ["foundry"]}, repeat=True),
            Line("next", "", {"missing": "", "queries": []}, repeat=True),
            *judging(),
        ]
    )


def changed(**values: object) -> Settings:
    return msgspec.structs.replace(SETTINGS, **values)


def opened(library: Library, engine: ScriptedEngine, **values: object) -> Context:
    return Context.of(library, engine, changed(**values), Run())


def asked(engine: ScriptedEngine) -> Counter[str]:
    return Counter(request.prompt for request in engine.seen)


def test_by_the_usual_settings_the_calls_are_those_that_were_measured(shelve: Shelve) -> None:
    engine = model("Who cast Lune Bridge?", "In which town of Lune Bridge was #1?")
    thorough.explore(QUESTION, Context.of(shelve(BRIDGE, WORKS, OVENS), engine, SETTINGS, Run()))
    assert asked(engine) == {"polar": 6, "steps": 6, "few_words": 16, "short_answer": 1, "holds": 5}
    plan = next(request for request in engine.seen if request.prompt == "steps")
    assert isinstance(plan, Request) and plan.schema is not None
    assert (plan.max_tokens, plan.schema["properties"]["steps"]["maxItems"]) == (160, 4)


def test_a_plan_may_have_as_many_steps_as_the_user_wants(shelve: Shelve) -> None:
    steps = [f"What is number {number} of Lune Bridge?" for number in range(6)]
    engine = model(*steps)
    wanted = changed(steps=6)
    chain = thorough.explore(QUESTION, Context.of(shelve(BRIDGE), engine, wanted, Run()))
    assert [node.title for node in chain.nodes] == [QUESTION, *steps]
    plan = next(request for request in engine.seen if request.prompt == "steps")
    assert isinstance(plan, Request) and plan.schema is not None
    assert (plan.max_tokens, plan.schema["properties"]["steps"]["maxItems"]) == (240, 6)


@pytest.mark.parametrize(("most", "rounds"), [(1, 1), (2, 2), (3, 3), (5, 4)])
def test_a_step_goes_on_until_nothing_new_comes(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch, most: int, rounds: int
) -> None:
    brought = iter([True, True, True, False])
    begun: list[int] = []

    def brings(_: Step, queries: object, depth: int, scored: int) -> bool:
        begun.append(depth)
        return next(brought)

    monkeypatch.setattr(Step, "_round", brings)
    engine = model(held=UNSURE)
    thorough.explore(QUESTION, opened(shelve(BRIDGE), engine, step_rounds=most))
    assert begun == [*range(1, rounds + 1)]


def test_no_step_looks_more_often_than_any_part_may(shelve: Shelve) -> None:
    engine, wanted = model(held=UNSURE), changed(step_rounds=5, depth=1)
    thorough.explore(QUESTION, Context.of(shelve(BRIDGE, WORKS), engine, wanted, Run()))
    assert not asked(engine)["widen"]


def test_with_more_room_a_step_opens_shows_and_keeps_more(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As far as the model can hold it."""
    library = shelve(BRIDGE)
    picked: list[int] = []
    reduced: list[int] = []

    def every(
        _q: object, lines: list[Sentence], _t: object, _c: object, most: int, **_: int
    ) -> object:
        picked.append(most)
        vector = np.ones(4, np.float32) / 2
        return [Picked(lines[0], 0.9, vector)] * most

    def some(picks: list[Picked], *_: object) -> object:
        reduced.append(len(picks))
        return [], []

    monkeypatch.setattr(step, "extract", every)
    monkeypatch.setattr(step, "reduce", some)
    for budget, context in ((1800, 16384), (5400, 16384), (5400, 2048), (900, 16384)):
        engine = model()
        engine._context = context
        thorough.explore(QUESTION, opened(library, engine, context_budget=budget))
    assert picked == [10, 30, 10, 10]
    assert reduced == [3, 9, 3, 3]


def test_more_room_than_usual_is_bounded_by_what_the_model_can_hold(shelve: Shelve) -> None:
    library = shelve(BRIDGE)

    def fits(budget: int, context: int) -> int:
        engine = ScriptedEngine([], context)
        return room(Context.of(library, engine, changed(context_budget=budget), Run()))

    assert fits(1800, 1024) == fits(4000, 1024) == 1800
    assert fits(4000, 16384) == 4000
    assert fits(65536, 16384) == 16384 - BESIDE
    assert fits(300, 16384) == 300
    info = EngineInfo("script", "0" * 64, 16384, 1, 0, 8, trained=4096)
    assert info.longest == 4096


def fast(monkeypatch: pytest.MonkeyPatch, reading: float) -> None:
    about = probe.conditions("0" * 64, 8, 99)
    known = probe.Probe(about, "script", 1, reading, {1: 100.0}, "2026-01-01")
    monkeypatch.setattr(probe, "of_model", lambda _: known)


def auto(shelve: Shelve, chance: float, **given: object) -> tuple[Decision, Research]:
    unsure = Line("enough", "", (chance, 1 - chance), repeat=True)
    engine = ScriptedEngine([unsure, *model()._lines])
    context = Context.of(shelve(BRIDGE, WORKS), engine, changed(effort="auto"), Run())
    context = replace(context, **given)  # type: ignore[arg-type]
    chain = effort.explore(QUESTION, context, ())
    [decision] = [one for one in chain.decisions if one.what == "effort"]
    return decision, chain


def test_a_model_that_was_not_measured_is_called_so_and_the_quick_way_taken(
    shelve: Shelve,
) -> None:
    decision, chain = auto(shelve, 0.01)
    assert decision.by == "model" and not chain.answer
    assert decision.how == (
        f"quick: the quick way is 1% sure, where 70% is enough; {effort.UNMEASURED}"
    )


@pytest.mark.parametrize(
    ("reading", "told"),
    [
        (100.0, "thorough: the quick way is 1% sure, where 70% is enough; more takes about 45 s"),
        (
            50.0,
            "quick: the quick way is 1% sure, where 70% is enough; more takes about 85 s, and 60 s "
            "is the most that is waited",
        ),
    ],
)
def test_what_more_takes_is_told_from_the_speed_that_was_measured(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch, reading: float, told: str
) -> None:
    fast(monkeypatch, reading)
    decision, chain = auto(shelve, 0.01)
    assert decision.how == told
    assert bool(chain.answer) == told.startswith("thorough")


def test_where_the_quick_way_is_sure_no_time_is_told(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast(monkeypatch, 100.0)
    decision, _ = auto(shelve, 0.9)
    assert decision.how == "quick: the quick way is 90% sure, where 70% is enough"


def test_that_an_explanation_is_quick_is_decided_by_a_rule(shelve: Shelve) -> None:
    reading = Reading(QUESTION, Route("fact", "user", explains=True))
    decision, _ = auto(shelve, 0.01, reading=reading)
    assert decision.by == "rule" and decision.how.startswith("quick: an explanation")
