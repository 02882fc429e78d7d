"""An answer about the arches of Lune Bridge, and the thought that is learned from it."""

from __future__ import annotations

from bridges import QUESTION, cited, enough, judging, plan

from warehouse.answering.answer import ask
from warehouse.answering.learning import Learned, learn
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.registry import AWARE
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings

SETTINGS = Settings(thoughts=True)
SAID = "Skerton Works cast the arches in 1881."
WORDED = "In 1881 the arches of Lune Bridge were cast by a foundry named Skerton Works."


def script(*more: Line) -> ScriptedEngine:
    return ScriptedEngine(
        [
            *more,
            plan("Lune Bridge", "Lune Bridge"),
            *enough(0.99),
            cited("answer", (SAID, (1,))),
            *judging(),
        ]
    )


def answered(library: Library) -> Answer:
    return ask(QUESTION, Context.of(library, script(), SETTINGS, Run()), AWARE)


def learned(library: Library, answer: Answer, *lines: Line, study: str = "s1") -> Learned:
    engine = ScriptedEngine([*lines, *judging()])
    return learn(answer, study, Context.of(library, engine, SETTINGS, Run()))


def sure(chance: float = 0.9) -> Line:
    return Line("thought_sure", SAID[:-1], (chance, 1 - chance))
