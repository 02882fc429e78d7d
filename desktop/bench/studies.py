"""Answers and articles made of what a search finds, without a model: for measuring the window.

The search, the evidence, the snapshots and the texts are real; only the judging is not done. What
is shown comes in the order, and about as fast, as a study on a small machine shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import cycle
from threading import Event
from typing import cast

from desktop.bench.loop import until
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.studies.page import StudyPage
from desktop.shell.window import Window
from indexers.text.sentences import split
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.records import Hit, Place
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
from warehouse.run import Run
from warehouse.studies.keeper import Studies
from warehouse.writing.ways import FIRST

STUDY_S = 120.0
PASSAGES = 24
LETTERS_AT_ONCE = 12
BETWEEN_DRAFTS_S = 0.03
SECTIONS = 6
LEAST_LETTERS = 30
STATES: tuple[ClaimState, ...] = ("quoted", "supported", "supported", "partly", "not found")
SPEND = Spend(1200, 3400, 12, 0, 9.0)


def use(house: House, until: Event | None = None) -> None:
    """Studies of this house are made here, and no model is loaded. Each waits ``until`` that is
    set when it has found its evidence.
    """
    warehouse = house.warehouse
    assert warehouse is not None
    works: dict[tuple[str, str], Callable[..., Answer | Article]] = {
        ("ask", "aware"): partial(ask, until=until),
        ("write", FIRST): partial(write, until=until),
    }
    warehouse.studies = Studies(warehouse.library, works)
    warehouse.engines = Engines(house.settings, ScriptedEngine())


def asked(window: Window, question: str) -> AskPage:
    """The page with the answer, when it is there."""
    window.visit("ask")
    page = cast(AskPage, window.page("ask"))
    page.ask(question)
    finished(page)
    return page


def finished(page: StudyPage) -> None:
    """Wait until what was begun on the page is done."""
    until(lambda: page.work.busy, STUDY_S)
    until(lambda: not page.work.busy, STUDY_S)


def ask(question: str, context: Context, until: Event | None = None, **_: object) -> Answer:
    """An answer of one sentence out of each passage, growing as a real one grows."""
    made = answer(context.library, question)
    _show_growing(made.research, context.run)
    _hold(context.run, until)
    _write_out("answer", made.text, context.run)
    context.run.step("checking", 0, len(made.claims))
    return made


def write(question: str, context: Context, until: Event | None = None, **_: object) -> Article:
    """An article of several sections, each an answer to the topic."""
    made = article(context.library, question)
    _show_growing(made.research, context.run)
    _hold(context.run, until)
    for block in made.blocks:
        _write_out(block.title, block.text, context.run)
    return made


def answer(library: Library, question: str) -> Answer:
    """``absent`` where the library has no passage at all."""
    evidence = evidence_for(library, question)
    text, claims = claimed(evidence)
    return Answer(
        question=question,
        method="aware",
        text=text,
        absent=not evidence,
        claims=claims,
        research=_research(question, evidence, done=True),
        coverage=_coverage(evidence),
        spend=SPEND,
    )


def article(library: Library, topic: str) -> Article:
    evidence = evidence_for(library, topic)
    text, claims = claimed(evidence)
    blocks = [Block(2, f"Part {at + 1} of {topic}", text, claims) for at in range(SECTIONS)]
    return Article(
        title=topic,
        question=topic,
        method="aware",
        lead=Block(1, "", *claimed(evidence[:3])),
        blocks=tuple(blocks),
        research=_research(topic, evidence, done=True),
        coverage=_coverage(evidence),
        spend=SPEND,
    )


def _show_growing(research: Research, run: Run) -> None:
    """The chain, a piece of evidence more each time."""
    for count in range(0, len(research.evidence) + 1, 3):
        run.check()
        run.show(_research(research.task, research.evidence[:count], done=False))
        run.step("reading", count, len(research.evidence))
        time.sleep(BETWEEN_DRAFTS_S)


def _hold(run: Run, until: Event | None) -> None:
    while until is not None and not until.wait(BETWEEN_DRAFTS_S):
        run.check()


def _write_out(where: str, text: str, run: Run) -> None:
    for end in range(LETTERS_AT_ONCE, len(text) + LETTERS_AT_ONCE, LETTERS_AT_ONCE):
        run.check()
        run.show(Draft(where, text[:end]))
        time.sleep(BETWEEN_DRAFTS_S)


def evidence_for(library: Library, question: str) -> tuple[Evidence, ...]:
    pieces: list[Evidence] = []
    for hit in library.retrieval.passages(question, PASSAGES):
        piece = _first_sentence(library, hit, question, len(pieces) + 1)
        if piece is not None:
            pieces.append(piece)
    return tuple(pieces)


def _first_sentence(library: Library, hit: Hit, query: str, number: int) -> Evidence | None:
    for sentence in split(hit.text):
        text = hit.text[sentence.start : sentence.end]
        if len(text) >= LEAST_LETTERS:
            start = hit.start + sentence.start
            pages = library.catalog.pages(hit.document)
            page = next(page for page in pages if page.start <= start < page.end)
            place = Place(hit.document, page.index, start, hit.start + sentence.end)
            about = (hit.title, page.label, hit.path, query, hit.score)
            return Evidence(number, place, text, *about)
    return None


def claimed(evidence: tuple[Evidence, ...]) -> tuple[str, tuple[Claim, ...]]:
    """The sentences with their numbers, in paragraphs of four, and every state a claim can have."""
    text, claims = "", []
    for item, state in zip(evidence, cycle(STATES), strict=False):
        said = " ".join(item.text.split()).replace("[", "(").replace("]", ")")
        sentence = f"{said.rstrip('.')} [{item.number}]."
        start = len(text)
        why = "numbers and names agree" if state == "supported" else "the words do not say so"
        claims.append(
            Claim(start, start + len(sentence), sentence, (item.number,), state, why, 0.9)
        )
        text += sentence + ("\n\n" if item.number % 4 == 0 else " ")
    return text.rstrip(), tuple(claims)


def _research(task: str, evidence: tuple[Evidence, ...], done: bool) -> Research:
    numbers = tuple(item.number for item in evidence)
    searches = (SubQuery(task, 0, len(evidence)), SubQuery(f"{task} in detail", 1, 4))
    seen = len(evidence)
    nodes = (
        Node("1", task, "resolved" if done else "open", numbers, (), searches, seen, 2, seen),
        Node("2", f"What else is said of {task}", "unresolved", (), (), searches[1:], 4, 4),
    )
    return Research(task, Structure(nodes=nodes), evidence)


def _coverage(evidence: tuple[Evidence, ...]) -> Coverage:
    read = len({item.place.document for item in evidence})
    return Coverage(max(read, 3), read, 0, len(evidence), 0.1, 0.5)
