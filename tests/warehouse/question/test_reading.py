"""What a question wants, as one value."""

from __future__ import annotations

from statistics import geometric_mean

import pytest
from bridges import BRIDGE, TYPICAL, WORKS, Shelve, reads

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.question import kinds
from warehouse.question.kinds import Weighed
from warehouse.question.reading import Reading, read
from warehouse.results.provenance import QuestionKind
from warehouse.run import Run
from warehouse.settings import Settings


def read_by(
    library: Library, question: str, engine: ScriptedEngine, kind: QuestionKind | None = None
) -> Reading:
    return read(question, library, engine, Settings(), Run(), kind)


def test_a_fact_costs_one_choice(shelve: Shelve) -> None:
    engine = ScriptedEngine(reads("fact"))
    found = read_by(shelve(BRIDGE), "Who cast the arches of Lune Bridge?", engine)
    assert (found.kind, found.route.by, found.explains) == ("fact", "model", False)
    assert [request.prompt for request in engine.seen] == ["kind"]


def test_an_explanation_is_a_fact_that_wants_prose(shelve: Shelve) -> None:
    found = read_by(shelve(BRIDGE), "Why was the deck widened?", ScriptedEngine(reads("explain")))
    assert found.kind == "fact" and found.explains
    assert found.whole == ""


@pytest.mark.parametrize(("chance", "explained"), [(0.4, True), (0.3, False)])
def test_what_may_well_want_an_explanation_is_explained(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch, chance: float, explained: bool
) -> None:
    weighed = Weighed((("fact", 0.9), ("list", 0.1)), "model", explains=chance)
    monkeypatch.setattr(kinds, "weigh", lambda *_: weighed)
    found = read_by(shelve(BRIDGE), "How was the deck widened?", ScriptedEngine(reads("explain")))
    assert found.explains is explained


def test_two_close_readings_are_both_told(shelve: Shelve) -> None:
    both = zip(TYPICAL["list"], *[TYPICAL["fact"]] * 2, strict=True)
    close = tuple(map(geometric_mean, both))
    lines = [Line("kind", "", close), *reads("list", "bridges")]
    found = read_by(shelve(BRIDGE), "bridges over the Lune", ScriptedEngine(lines))
    assert {found.kind, found.route.other} == {"fact", "list"}


def test_what_a_list_is_about_and_limited_to(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    library.catalog.tag([one.id for one in library.documents()], "Lune", "lune")
    lines = reads("list", "tramway", "mentions", limits=(("language", "English"), ("tag", "Lune")))
    found = read_by(library, "Which English documents on the Lune mention the tramway?",
                    ScriptedEngine(lines))  # fmt: skip
    assert (found.about.words, found.about.documents, found.about.named) == ("tramway", True, True)
    assert [one.words for one in found.limits.all] == ["in English", "tagged “Lune”"]


def test_a_limit_that_the_catalog_does_not_know_belongs_to_the_matter(shelve: Shelve) -> None:
    lines = reads("list", "bridges", limits=(("title", "Halton"), ("web page", "pages")))
    found = read_by(shelve(BRIDGE), "Which pages tell of bridges at Halton?", ScriptedEngine(lines))
    assert found.about.words == "bridges Halton"
    assert [one.words for one in found.limits.all] == ["of the kind “web”"]


def test_a_question_in_another_language_says_which(shelve: Shelve) -> None:
    question = "In welcher Stadt stand die Gießerei, die das gegossen hat?"
    found = read_by(shelve(BRIDGE), question, ScriptedEngine(reads("fact")))
    assert found.language == "de"


def test_a_kind_that_the_user_names_is_taken(shelve: Shelve) -> None:
    found = read_by(shelve(BRIDGE), "bridges", ScriptedEngine(reads("chat", "bridges")), "list")
    assert (found.kind, found.route.by) == ("list", "user")


@pytest.mark.parametrize(
    ("noun", "wanted", "writing", "documents"),
    [
        ("manuals", "things", 0.1, True),  # two documents are called so
        ("letters", "documents", 0.8, True),
        ("tools", "documents", 0.3, False),
        ("tools", "things", 0.9, False),
        ("", "documents", 0.1, True),
    ],
)
def test_whether_documents_are_wanted_or_things_in_them(
    shelve: Shelve, noun: str, wanted: str, writing: float, documents: bool
) -> None:
    library = shelve(("Mill manual", "It grinds."), ("Oven manual", "It bakes."))
    engine = ScriptedEngine(
        [
            *reads("list", f"{noun} on corn", wanted, noun),
            Line("writing", "", (writing, 1 - writing), repeat=True),
        ]
    )
    question = f"List all {noun} on corn"
    found = read(question, library, engine, Settings(), Run())
    assert found.about.documents is documents
    assert (found.about.words == "corn") is (documents or not noun)


def test_things_whose_matter_the_model_leaves_out_are_no_documents(shelve: Shelve) -> None:
    question = "Name the ways to mend a wheel in Halton"
    engine = ScriptedEngine(
        [*reads("list", "", noun="ways"), Line("writing", "", (0.1, 0.9), repeat=True)]
    )
    found = read(question, shelve(BRIDGE), engine, Settings(), Run())
    assert not found.about.documents
    assert found.about.head == "ways"
    assert {"mend", "wheel", "Halton"} <= set(found.about.words.split())


def test_a_question_for_things_is_none_to_the_catalog(shelve: Shelve) -> None:
    lines = reads("library", "presses of the mill", noun="presses")
    library, question = shelve(BRIDGE), "Which presses of the mill are there?"
    found = read_by(library, question, ScriptedEngine(lines))
    assert (found.kind, found.route.other, found.about.noun) == ("list", "library", "presses")
    assert read_by(library, question, ScriptedEngine(lines), "library").kind == "library"
