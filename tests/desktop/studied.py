"""An answer and an article over a PDF made by the test: what research would have shown.

And methods that show it as a study does, with an engine that is never asked.
"""

from __future__ import annotations

import threading

from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.ask.page import AskPage
from indexers.records import Loss
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Draft,
    Evidence,
    Node,
    Research,
    Spend,
    Structure,
    SubQuery,
)
from warehouse.studies.keeper import Studies

WAIT_MS = 15_000

DAM = "The dam of Brielle broke in the night of the storm."
SENTENCES = ("The dam broke [1].", "It broke twice [1].", "Nobody slept.")
TEXT = " ".join(SENTENCES)
STATES: tuple[ClaimState, ...] = ("supported", "partly", "not found")


def evidence(library: Library, number: int = 1) -> Evidence:
    document = library.catalog.documents()[0]
    text = library.catalog.text(document.id)
    start = text.index("The dam")
    page = next(p for p in library.catalog.pages(document.id) if p.start <= start < p.end)
    place = Place(document.id, page.index, start, start + len(DAM))
    return Evidence(number, place, DAM, document.title, page.label, "", "dam broke", 0.9)


def chain(library: Library, state: str = "resolved") -> Research:
    searches = (SubQuery("dam broke", 0, 3), SubQuery("storm night", 0, 1))
    first = Node("1", "When the dam broke", "resolved", (1,), (), searches, 3, 1, 2)
    second = Node(
        "2", "Who slept", "open" if state == "open" else "unresolved", seen=2, screened_out=2
    )
    losses = (Loss("screening", "Mills", "its header is about wind"),)
    return Research(
        "The dam",
        Structure(
            nodes=(
                first,
                second,
            )
        ),
        (evidence(library),),
        losses,
    )


def claims() -> tuple[Claim, ...]:
    made, at = [], 0
    for sentence, state in zip(
        ("The dam broke [1].", "It broke twice [1].", "Nobody slept."), STATES, strict=True
    ):
        start = TEXT.index(sentence, at)
        at = start + len(sentence)
        cites = (1,) if "[1]" in sentence else ()
        why = "numbers and names agree" if state == "supported" else "the words do not say so"
        made.append(Claim(start, at, sentence, cites, state, why, 0.97 if cites else None))
    return tuple(made)


def answer(library: Library, absent: bool = False) -> Answer:
    found = chain(library)
    text = "Your library does not answer this." if absent else TEXT
    nearest = (found.evidence[0].place,) if absent else ()
    return Answer(
        question="What happened to the dam?",
        method="aware",
        text=text,
        absent=absent,
        claims=() if absent else claims(),
        research=found,
        coverage=Coverage(3, 2, 1, 0 if absent else 1, 0.1, 0.5),
        spend=Spend(10, 20, 3, 0, 1.0),
        nearest=nearest,
    )


def article(library: Library) -> Article:
    made = answer(library)
    return Article(
        title="The night of the dam",
        question=made.question,
        method="aware",
        lead=Block(1, "", "The dam broke [1].", claims()[:1]),
        blocks=(
            Block(2, "The night", TEXT, claims()),
            Block(3, "The dam", "The dam broke [1].", claims()[:1]),
            Block(2, "Costs", "", (), failed="the model wrote nothing"),
        ),
        research=made.research,
        coverage=made.coverage,
        spend=made.spend,
    )


def a_method(question: str, context: Context, **_: object) -> Answer:
    """A study that shows what a real one shows, in the same order."""
    context.run.show(chain(context.library, "open"))
    context.run.step("answering", 0, 1)
    for end in range(10, len(TEXT), 10):
        context.run.show(Draft("answer", TEXT[:end]))
    return answer(context.library)


def an_endless_method(question: str, context: Context, **_: object) -> Answer:
    context.run.show(chain(context.library, "open"))
    while True:
        context.run.check()
        threading.Event().wait(0.01)


def a_writing_method(question: str, context: Context, **_: object) -> Article:
    assert context.settings.article_words == 300
    context.run.show(chain(context.library))
    context.run.show(Draft("The night", TEXT[:20]))
    return article(context.library)


def focus(page: AskPage, qtbot: QtBot) -> None:
    page.window().activateWindow()
    page.answer.text.setFocus()
    qtbot.waitUntil(page.answer.text.hasFocus, timeout=WAIT_MS)


def use(house: House, library: Library, **methods: object) -> None:
    """Studies with these methods and an engine that is never asked."""
    table = {tuple(name.split("_")): method for name, method in methods.items()}
    assert house.warehouse is not None
    house.warehouse.studies = Studies(library, works=table)  # type: ignore[arg-type]
    house.warehouse.engines = Engines(house.settings, ScriptedEngine())
