"""One prompt about many things goes to the engine as one batch."""

from __future__ import annotations

import pytest

from warehouse.engine import choosing
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.run import Run

GIVEN = [{"noun": "reports"}, {"noun": "ships"}]


def test_each_reply_is_as_likely_as_the_model_says() -> None:
    engine = ScriptedEngine([Line("writing", "reports", (3, 1)), Line("writing", "ships", (1, 4))])
    told = choosing.replies("writing", GIVEN, choosing.YES_NO, engine, Run())
    assert told == [(0.75, 0.25), (0.2, 0.8)]
    engine.assert_used_up()


def test_the_first_label_is_the_one_wanted() -> None:
    engine = ScriptedEngine([Line("writing", "", (1, 3), repeat=True)])
    found = choosing.chances("writing", GIVEN, engine, Run(), ("keep", "drop"))
    assert found == [0.25, 0.25]
    assert {request.labels for request in engine.seen} == {("keep", "drop")}  # type: ignore[union-attr]


def test_nothing_is_asked_about_nothing() -> None:
    engine = ScriptedEngine()
    assert choosing.chances("writing", [], engine, Run()) == []
    assert not engine.seen


def test_every_place_of_the_prompt_is_filled() -> None:
    with pytest.raises(ValueError, match="lacks noun"):
        choosing.chances("writing", [{}], ScriptedEngine(), Run())
