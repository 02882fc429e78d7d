"""What a question wants, as one value."""

from __future__ import annotations

from statistics import geometric_mean

from bridges import BRIDGE, TYPICAL, WORKS, Shelve, reads

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
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


def test_two_close_readings_are_both_told(shelve: Shelve) -> None:
    three_facts = zip(TYPICAL["list"], *[TYPICAL["fact"]] * 3, strict=True)
    close = tuple(map(geometric_mean, three_facts))
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
