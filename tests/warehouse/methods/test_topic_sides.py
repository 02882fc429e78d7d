"""A topic has sides: first that of which the library tells most, then the next."""

from __future__ import annotations

from dataclasses import replace

from bridges import BRIDGE, OVENS, WORKS, Shelve, judging
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.aware import effort, quick, side
from warehouse.methods.evidence.untold import most_told
from warehouse.question.reading import A_TOPIC
from warehouse.results.records import Evidence, Research
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.depth import DEEP, SHALLOW, deepened

TOPIC = "Lune Bridge"
SETTINGS = Settings(max_intents=2, absence=False, depth=1, sub_queries=2)
FOUNDRY = "Skerton Works foundry town Halton"
FLOOR = "Bread oven thick floor clay"
ELSEWHERE = "Comets and their orbits"


def proposing(*sides: str) -> list[Line]:
    return [Line("sides", "", {"missing": one, "queries": [one]}) for one in sides]


def explored(library: Library, *sides: str, settings: Settings = SETTINGS) -> Research:
    engine = ScriptedEngine([*proposing(*sides), *judging()])
    context = replace(Context.of(library, engine, settings, Run()), reading=A_TOPIC)
    return effort.explore(TOPIC, context, ())


def test_the_side_of_which_the_library_tells_most_comes_next(shelve: Shelve) -> None:
    """What stands nowhere is not looked up, and said to be left out."""
    library = shelve(BRIDGE, WORKS, OVENS)
    first, second = (ELSEWHERE, FOUNDRY, TOPIC, "none"), (ELSEWHERE, FLOOR, FOUNDRY, FLOOR)
    made = explored(library, *first, *second, settings=structs.replace(SETTINGS, max_intents=3))
    assert [node.title for node in made.nodes] == [TOPIC, FOUNDRY, FLOOR]
    assert {piece.title for piece in made.evidence} >= {"Skerton Works", "Bread ovens"}
    assert (ELSEWHERE, side.TOLD) in {(loss.what, loss.reason) for loss in made.losses}
    assert all(node.evidence and node.state == "resolved" for node in made.nodes)


def test_it_ends_where_no_side_has_more(shelve: Shelve) -> None:
    made = explored(shelve(BRIDGE, WORKS, OVENS), ELSEWHERE, TOPIC, "none", ELSEWHERE)
    assert [node.title for node in made.nodes] == [TOPIC]
    assert (side.NEXT, side.NONE_LEFT) in {(one.what, one.how) for one in made.decisions}
    assert (ELSEWHERE, side.NONE_LEFT) in {(loss.what, loss.reason) for loss in made.losses}


def test_a_shallow_article_has_no_sides_and_a_thorough_one_the_more(shelve: Shelve) -> None:
    shallow = deepened(SETTINGS, SHALLOW)
    assert [node.title for node in explored(shelve(BRIDGE, WORKS), settings=shallow).nodes] == [
        TOPIC
    ]
    assert side.most_sides(SETTINGS) == 1
    assert side.most_sides(deepened(SETTINGS, DEEP)) == 3


def test_a_sentence_of_a_source_or_what_is_told_already_is_no_side(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    copied = "Its arches were cast by the works in the year 1881"
    three = structs.replace(SETTINGS, max_intents=3)
    again = f"{FOUNDRY} again"
    made = explored(
        library, copied, FOUNDRY, TOPIC, FOUNDRY, again, again, again, again, settings=three
    )
    assert [node.title for node in made.nodes] == [TOPIC, FOUNDRY]
    told = {(loss.what, loss.reason) for loss in made.losses}
    assert {(copied, side.NO_SIDE), (TOPIC, side.NO_SIDE), (again, side.SAID)} <= told


def test_a_question_is_planned_as_before(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    context = Context.of(library, ScriptedEngine(judging()), SETTINGS, Run())
    assert [node.title for node in quick.explore(TOPIC, context).nodes] == [TOPIC]


def test_what_two_would_bring_counts_once_and_what_is_known_not_at_all(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    context = Context.of(library, ScriptedEngine(), SETTINGS, Run())
    assert most_told([FOUNDRY, FOUNDRY, ELSEWHERE, FLOOR], TOPIC, (), 4, context) == [0, 3]
    known = [
        Evidence(at, hit.place, hit.text, hit.title, "1", "", FOUNDRY, 0.9)
        for at, hit in enumerate(library.retrieval.passages(FOUNDRY, 8), start=1)
    ]
    assert most_told([FOUNDRY], TOPIC, known, 1, context) == []
    assert most_told([], TOPIC, (), 1, context) == []
