"""A study about a bridge that is steered while it works, and an engine that plays its model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec
from bridges import QUESTION, cited, judging, plan

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Draft, Research
from warehouse.run import Run, Step
from warehouse.settings import Settings
from warehouse.steering import Act
from warehouse.studies.keeper import Studies

SETTINGS = Settings(max_intents=2, absence=False)
BARGES = (
    "Barges",
    "Barges carried the iron to the river below the town. Their masters were paid by the load.",
)


def engine() -> ScriptedEngine:
    """Plays the model by rules, however often it is asked."""
    return ScriptedEngine(
        [
            Line("enough", "", (0.1, 0.9), repeat=True),
            Line("next", "", {"missing": "The tramway", "queries": ["tramway"]}, repeat=True),
            msgspec.structs.replace(plan("Lune Bridge", "Lune Bridge"), repeat=True),
            Line("widen", "", {"queries": ["tram line"]}, repeat=True),
            msgspec.structs.replace(
                cited("answer", ("Skerton Works cast the arches in 1881.", (1,))), repeat=True
            ),
            msgspec.structs.replace(
                cited("repair", ("Skerton Works cast the arches in 1881.", (1,))), repeat=True
            ),
            *judging(),
        ]
    )


def id_of(library: Library, title: str) -> str:
    return next(one.id for one in library.documents() if one.title == title)


def titles(result: Answer) -> set[str]:
    return {one.title for one in result.research.evidence}


def asked(model: ScriptedEngine) -> Counter[bytes]:
    return Counter(msgspec.json.encode((type(one).__name__, one)) for one in model.seen)


class Steerer:
    """Acts once, when the run shows what ``when`` waits for."""

    def __init__(self, studies: Studies, when: Callable[[object], bool], *acts: Act) -> None:
        self.studies, self.when, self.acts = studies, when, list(acts)
        self.row: StudyRow | None = None
        self.chains: list[Research] = []

    def __call__(self, shown: object) -> None:
        if isinstance(shown, Research):
            self.chains.append(shown)
        if self.row is not None and self.acts and self.when(shown):
            acts, self.acts = self.acts, []
            for act in acts:
                self.studies.steer(self.row, act)


def run(
    library: Library, model: ScriptedEngine, when: Callable[[object], bool], *acts: Act
) -> tuple[Answer, Steerer, Studies]:
    studies = Studies(library)
    steerer = Steerer(studies, when, *acts)
    steerer.row = studies.start("ask", QUESTION)
    result = studies.run(steerer.row, model, SETTINGS, Run(steerer))
    assert isinstance(result, Answer)
    return result, steerer, studies


def planning(shown: object) -> bool:
    return isinstance(shown, Step) and shown.stage == "planning"


def writing(shown: object) -> bool:
    return isinstance(shown, Draft)


def never(shown: object) -> bool:
    return False
