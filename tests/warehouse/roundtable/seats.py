"""A model that plays the round table by rules, and tables over a small library."""

from __future__ import annotations

import json
import re
from typing import Any

from warehouse.engine.protocol import ChooseRequest, Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.engines import Engines
from warehouse.library import Library
from warehouse.roundtable.session import RoundTables
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies

TOPIC = "Lune Bridge"
SETTINGS = Settings(readers=1, absence=False)
EXPERTS = ("Engineer", "Founder", "Chronicler", "Merchant", "Tram driver")
_NOTE = re.compile(r"^\[(\d+)\] (.+)$", re.MULTILINE)


class Played:
    """Answers tell the first note in other words; every question is a new one; ``heard`` is what
    the user's words are taken for, ``place`` the share of each place, none last.
    """

    def __init__(self, heard: str = "question") -> None:
        self.heard = heard
        self.asked = 0

    def engine(self) -> ScriptedEngine:
        yes = (0.97, 0.03)
        return ScriptedEngine(
            [
                Line("table_experts", "", self._experts, repeat=True),
                Line("table_intent", "", (0.5, 0.2, 0.3), repeat=True),
                Line("table_question", "", self._question, repeat=True),
                Line("table_moderator", "", self._question, repeat=True),
                Line("table_answer", "", self._answer, repeat=True),
                Line("table_heard", "", self._heard, repeat=True),
                Line("table_place", "", self._place, repeat=True),
                Line("table_concepts", "", {"concepts": ["Iron", "Town"]}, repeat=True),
                Line("claim_check", "", yes, repeat=True),
                Line("claim_known", "", yes, repeat=True),
            ]
        )

    def _experts(self, request: AnyRequest) -> Any:
        assert isinstance(request, Request) and request.schema is not None
        count = request.schema["properties"]["experts"]["minItems"]
        views = ["iron arches", "the foundry of Halton", "years and dates", "tolls", "trams"]
        told = zip(EXPERTS[:count], views, strict=False)
        return {"experts": [{"name": name, "about": about} for name, about in told]}

    def _question(self, request: AnyRequest) -> Any:
        self.asked += 1
        words = ["foundry", "deck", "tramway", "river", "people", "town", "clay", "loaf", "floor"]
        word = words[self.asked % len(words)]
        return {"question": f"What about the {word} number {self.asked}?", "searches": [word]}

    def _answer(self, request: AnyRequest) -> Any:
        number, words = _NOTE.findall(request.messages[-1].content)[0]
        return f"It is told that {words.rstrip('.')} [{number}]."

    def _heard(self, request: AnyRequest) -> Any:
        labels = ("question", "remark", "nothing")
        return [0.9 if one == self.heard else 0.05 for one in labels]

    def _place(self, request: AnyRequest) -> Any:
        assert isinstance(request, ChooseRequest)
        return [0.8, *(0.1 for _ in request.labels[1:])]


def table_of(library: Library, played: Played, settings: Settings = SETTINGS) -> RoundTables:
    return RoundTables(library, Studies(library), Engines(settings, played.engine()))


def as_json(value: Any) -> str:
    return json.dumps(value)
