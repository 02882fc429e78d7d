"""A study that is killed at each of its model calls, one after another, asks none of them twice."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve
from steered_studies import SETTINGS, engine

from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies

PASTED = "Thick clay floors keep ovens for bread hot. Bakers rake out ashes and then put loaves in."
OTHERS = [(f"Oven {number}", f"{OVENS[1]} Oven {number} is cold.") for number in range(6)]


class Killed(BaseException):
    """As a kill: nobody catches it, and nothing of the call in hand is kept."""


class Mortal(ScriptedEngine):
    """Answers one call, and dies when the next begins. ``asked`` outlives it."""

    def __init__(self, lines: Sequence[Line], asked: list[bytes]) -> None:
        super().__init__(lines)
        self._asked = asked
        self._answered = 0
        self._alone = threading.Lock()

    def _reply(self, request: AnyRequest) -> Any:
        with self._alone:
            if self._answered:
                raise Killed
            self._answered += 1
            self._asked.append(msgspec.json.encode((type(request).__name__, request)))
        return super()._reply(request)


def lived(
    studies: Studies, question: str, method: str, settings: Settings, *lines: Line
) -> tuple[Answer, list[bytes]]:
    """The answer of a study with as many lives as calls, and the calls."""
    asked: list[bytes] = []
    row = studies.start("ask", question, method)
    while True:
        try:
            result = studies.run(row, Mortal([*lines, *engine()._lines], asked), settings, Run())
        except Killed:
            [row] = studies.unfinished()
            continue
        assert isinstance(result, Answer)
        assert max(Counter(asked).values()) == 1
        return result, asked


@pytest.mark.parametrize(
    ("question", "method"), [(QUESTION, "aware"), (QUESTION, "rag"), (PASTED, "check")]
)
def test_a_study_killed_at_every_call_asks_none_twice(
    shelve: Shelve, question: str, method: str
) -> None:
    studies = Studies(shelve(BRIDGE, WORKS, OVENS, *OTHERS))
    settings = msgspec.structs.replace(SETTINGS, thoughts=False)
    result, asked = lived(studies, question, method, settings)
    row = studies.start("ask", question, method)
    model = engine()
    whole = studies.run(row, model, settings, Run())
    assert isinstance(whole, Answer)
    assert (result.text, result.claims) == (whole.text, whole.claims)
    assert len(asked) == len(model.seen) >= 2


def test_what_is_remembered_of_an_answer_is_made_once(shelve: Shelve) -> None:
    thinking = (
        Line("thought_sure", "", (0.95, 0.05), repeat=True),
        Line("thought", "", {"thought": "Skerton Works cast the arches in 1881."}, repeat=True),
    )
    studies = Studies(shelve(BRIDGE, WORKS, OVENS))
    settings = msgspec.structs.replace(SETTINGS, thoughts=True)
    _, asked = lived(studies, QUESTION, "aware", settings, *thinking)
    assert any(b"thought_sure" in one for one in asked)
