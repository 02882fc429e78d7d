"""Words of a question that stand nowhere in the library are said in front of the answer."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve, cited, judging, reads

from warehouse.answering.answer import ask
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.absence import unsaid
from warehouse.methods.registry import AWARE
from warehouse.run import Run
from warehouse.settings import Settings

NEAR = "How does the drawbridge of the Lune Bridge work?"


def engine() -> ScriptedEngine:
    return ScriptedEngine(
        [
            *reads("explain"),
            Line("enough", "", (0.9, 0.1), repeat=True),
            Line("explain", "", "Skerton Works cast the arches of the bridge.", repeat=True),
            cited("answer", ("Skerton Works cast the arches.", (1,))),
            *judging(),
        ]
    )


def test_an_answer_about_what_is_near_says_what_is_not_there(shelve: Shelve) -> None:
    answer = ask(NEAR, Context.of(shelve(BRIDGE, WORKS, OVENS), engine(), Settings(), Run()), AWARE)
    assert not answer.absent
    assert answer.text.startswith("Your library nowhere says “drawbridge”.\n\n")
    assert answer.claims
    for claim in answer.claims:
        assert answer.text[claim.start : claim.end] == claim.text


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Which foundry cast the arches of the Lune Bridge?", []),
        ("Who ran the foundrx of the Lune Bridge?", ["foundrx"]),
        ("Was the bridge cast by ISO9001?", ["ISO9001"]),
        ("Wie wurde die Brücke gebaut?", []),
        ("谁建造了吊桥？", []),
    ],
)
def test_only_words_that_a_document_would_have(
    shelve: Shelve, question: str, missing: list[str]
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    assert unsaid.words(question, (), library) == missing


def test_a_slip_of_the_pen_is_not_said_to_be_missing(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    common = frozenset(["useful", "drawing", "bridges"])
    monkeypatch.setattr(unsaid.spelling, "vocabulary", lambda _: common)
    library = shelve(BRIDGE, WORKS, OVENS)
    question = "Was a usefull drawbridge or a drawing of the bridge made?"
    assert unsaid.words(question, (), library) == ["drawbridge"]


def test_an_absence_answer_says_it_too(shelve: Shelve) -> None:
    foreign = "Why do kittens purr so warmly on carpets beside a bridge player tonight?"
    answer = ask(
        foreign, Context.of(shelve(BRIDGE, WORKS, OVENS), engine(), Settings(), Run()), AWARE
    )
    assert answer.absent
    assert "Your library nowhere says “kittens” or “warmly” or “carpets”." in answer.text


def test_a_narrowed_library_speaks_of_itself(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    ids = [one.id for one in library.documents() if one.title == "Lune Bridge"]
    library.shelves.make("Bridges", ids)
    narrowed = library.within(library.finder.scope("Bridges"))
    question = "How are the arches and the ashes held?"
    assert unsaid.words(question, (), library) == []
    told = unsaid.told(question, (), narrowed)
    assert told == "The documents in “Bridges” nowhere say “ashes”."
