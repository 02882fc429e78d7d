"""Which sentences tell a part of an answer: what the model finds, beside what the search did."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.context import Context
from warehouse.engine.scripted import Line as Reply
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.methods.evidence import part_of_answer
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.sentences import Line
from warehouse.run import Run

QUESTION = "Why does a bread oven hold its heat?"
HINT = "Ovens are built in the yard."
REASON = "The thick floor of clay gives the heat back slowly."


def picked(text: str, probability: float) -> Picked:
    line = Line("d", "Ovens", "", 0, len(text), text, lead=False)
    return Picked(line, probability, np.zeros(1, np.float32))


def weighed(found: list[Picked], engine: ScriptedEngine, folder: Path) -> list[Picked]:
    with Library(folder, SETTINGS, HashingEmbedder(64)) as library:
        context = Context.of(library, engine, SETTINGS, Run())
        return part_of_answer.weighed(QUESTION, found, context)


def test_what_tells_a_part_comes_before_what_is_only_near(tmp_path: Path) -> None:
    engine = ScriptedEngine(
        [
            Reply("part_of_answer", REASON, (0.9, 0.1)),
            Reply("part_of_answer", HINT, (0.1, 0.9)),
        ]
    )
    found = weighed([picked(HINT, 0.06), picked(REASON, 0.05)], engine, tmp_path)
    assert [one.line.text for one in found] == [REASON, HINT]
    assert found[0].probability > found[1].probability


def test_of_many_sentences_the_likeliest_are_weighed(tmp_path: Path) -> None:
    places = range(part_of_answer.WEIGHED + 4)
    many = [picked(f"Oven {at} is of clay.", 0.01 + at / 100) for at in places]
    engine = ScriptedEngine([Reply("part_of_answer", "", (0.5, 0.5), repeat=True)])
    found = weighed(many, engine, tmp_path)
    assert {one.line.text for one in found} == {one.line.text for one in many[4:]}


def test_nothing_found_asks_nothing(tmp_path: Path) -> None:
    assert weighed([], ScriptedEngine(), tmp_path) == []


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_a_chance_that_is_certain_has_finite_odds(chance: float) -> None:
    assert all(np.isfinite(part_of_answer.signals(chance, chance)))
