"""A model that plays the round table by rules, and tables over a small library about a bridge."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from msgspec import structs

from warehouse.engine.protocol import ChooseRequest, Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.engines import Engines
from warehouse.library import Library
from warehouse.results.roundtable import Table, Turn, all_evidence
from warehouse.roundtable.session import RoundTable, RoundTables
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies

TOPIC = "Lune Bridge"
SETTINGS = Settings(readers=1, absence=False)
CONCEPTS = structs.replace(SETTINGS, concept_pieces=3)
EXPERTS = ("Engineer", "Founder", "Chronicler", "Merchant", "Driver")
VIEWS = ("iron arches", "the foundry of Halton", "years and dates", "tolls", "trams")
TRAMS = (
    "Trams of the Lune",
    "The tramway crossed Lune Bridge from 1934 until 1950. A ticket over the bridge cost two pence."
    " Forty trams a day carried workers to the mills. The last tram was hung with paper flowers.",
)
FLOODS = (
    "Floods of the Lune",
    "The flood of 1967 damaged two piers of Lune Bridge. Divers laid sacks of concrete around the"
    " piers in 1968. The town paid nine thousand pounds for the repair. A mark on the arch shows"
    " how high the river stood.",
)
SHELF = (BRIDGE, WORKS, OVENS, TRAMS, FLOODS)
WORDS = ("foundry", "deck", "tramway", "ticket", "workers", "flowers", "piers", "divers", "pounds")
_NOTE = re.compile(r"^\[(\d+)\] (.+)$", re.MULTILINE)


def played(
    heard: str = "question",
    answer: str = "",
    proven: float = 0.97,
    polish: Any = "",
    facts: bool = True,
    experts: Any = None,
) -> ScriptedEngine:
    """Every answer tells its first note in other words (or is ``answer``), and notes of further
    documents as ``facts``; the user's words are taken for ``heard``; concepts are words of the
    notes, and a note belongs where its words stand.
    """
    yes = (proven, 1 - proven)
    labels = ("question", "remark", "nothing")
    lines = {
        "table_experts": experts or _experts,
        "table_intent": (0.5, 0.2, 0.3),
        "table_question": _question,
        "table_moderator": _question,
        "table_answer": answer or _answer,
        "table_opening": answer or _answer,
        "reword": _fact if facts else "",
        "table_polish": polish,
        "table_answers": (0.9, 0.1),
        "table_heard": [0.9 if one == heard else 0.05 for one in labels],
        "table_place": _place,
        "table_concepts": _concepts,
        "claim_check": yes,
        "claim_known": yes,
    }
    return ScriptedEngine([Line(name, "", reply, repeat=True) for name, reply in lines.items()])


def _experts(request: AnyRequest) -> Any:
    assert isinstance(request, Request) and request.schema is not None
    count = request.schema["properties"]["experts"]["minItems"]
    told = zip(EXPERTS[:count], VIEWS, strict=False)
    return {
        "experts": [
            {"name": name, "about": about, "asks": f"{TOPIC}: what is known of {about}?"}
            for name, about in told
        ]
    }


def _question(request: AnyRequest) -> Any:
    """Another one for each prompt and sample, always the same for one."""
    assert isinstance(request, Request)
    code = zlib.crc32(request.messages[-1].content.encode()) + request.seed
    word, other = WORDS[code % len(WORDS)], WORDS[code // 9 % len(WORDS)]
    return {"question": f"What about the {word} and the {other}?", "searches": [f"{word} {other}"]}


def _concepts(request: AnyRequest) -> Any:
    """The last words of the first notes."""
    told = [line for line in request.messages[-1].content.splitlines() if line.startswith("- ")]
    return {"concepts": [" ".join(one.rstrip(" .…").split()[-2:]) for one in told[:3]]}


def _place(request: AnyRequest) -> Any:
    assert isinstance(request, ChooseRequest)
    places, _, note = request.messages[-1].content.partition("The note was found")
    words = set(re.findall(r"\w+", note.partition("The note:")[2].casefold()))
    names = dict(re.findall(r"^([A-Z])\. (.+)$", places, re.MULTILINE))
    last = {label: set(names[label].casefold().split(" › ")[-1].split()) for label in names}
    return [0.1 + len(words & last.get(label, set())) ** 3 for label in request.labels]


def _answer(request: AnyRequest) -> Any:
    """The first note."""
    notes = _NOTE.findall(request.messages[-1].content)[:1]
    return " ".join(f"People tell that {text.rstrip('.')} [{number}]." for number, text in notes)


def _fact(request: AnyRequest) -> Any:
    """The note in a few more words."""
    assert isinstance(request, Request)
    return f"By all accounts {request.messages[-1].content.rpartition('Source: ')[2].strip()}"


def tables_over(library: Library, engine: Any, settings: Settings = SETTINGS) -> RoundTables:
    return RoundTables(library, Studies(library), Engines(settings, engine))


@pytest.fixture
def shelf(shelve: Shelve) -> Library:
    return shelve(*SHELF)


@pytest.fixture
def tables(shelf: Library) -> RoundTables:
    """At which an answer leaves something for the moderator."""
    return tables_over(shelf, played(facts=False), CONCEPTS)


def listened(table: RoundTable, turns: int) -> Table:
    for _ in range(turns):
        table.next(Run())
    return table.now


def until(table: RoundTable, is_so: Callable[[Turn], bool]) -> Table:
    """Listened to until such a turn is spoken."""
    for _ in range(12):
        if is_so(table.next(Run())):
            return table.now
    raise AssertionError("no such turn was spoken")


def is_whole(table: Table) -> bool:
    """Is every piece at one concept, and only there, under one number?"""
    numbers = [one.number for one in table.evidence]
    places = {(one.place.document, one.place.start) for one in table.evidence}
    placed = sorted(all_evidence(table.root))
    return placed == sorted(numbers) and len(places) == len(numbers) == len(set(numbers))
