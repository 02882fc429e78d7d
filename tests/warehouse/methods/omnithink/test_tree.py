"""The information tree grows where more is worth knowing, and stops where nothing is learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve

from warehouse.context import Context
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import ChooseRequest, Engine, Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.omnithink import tree
from warehouse.results.records import Node, Research
from warehouse.run import Run
from warehouse.settings import Settings

TOPIC = "Lune Bridge"
FOUNDRY = {"name": "Foundry", "searches": ["Skerton Works foundry Halton"]}
DECK = {"name": "Deck", "searches": ["deck widened for the tramway"]}
PEOPLE = {"name": "People", "searches": ["three hundred people employed"]}


def grows(part: str, *categories: Mapping[str, Any]) -> Line:
    return Line("categories", f"Part: {part}\n", {"categories": list(categories)}, repeat=True)


def wants(part: str, chance: float) -> Line:
    return Line("expand", f"Should more be looked up about: {part}?", (chance, 1 - chance))


def taught(part: str) -> str:
    return f"{part}, {part} and {part} again."


def learns(request: AnyRequest) -> dict[str, Any]:
    """Of each part something of its own, from its last note."""
    assert isinstance(request, Request) and request.schema is not None
    part = request.messages[-1].content.split("Part: ")[1].split("\n")[0]
    notes = request.schema["properties"]["insights"]["items"]["properties"]["notes"]["items"]
    told = {"text": taught(part), "notes": notes["enum"][-1:], "relation": "new", "of": 0}
    return {"insights": [told]}


REFLECTS = Line("reflect", "", learns, repeat=True)
STORY = (
    REFLECTS,
    grows(TOPIC, FOUNDRY, DECK),
    wants("Foundry", 0.9),
    wants("Deck", 0.2),
    grows("Foundry", PEOPLE),
)


def explored(library: Library, engine: Engine, depth: int = 2) -> Research:
    settings = Settings(absence=False, tree_depth=depth)
    return tree.explore(TOPIC, Context.of(library, engine, settings, Run()), ())


def titles(node: Node) -> Any:
    return {child.title: titles(child) for child in node.children}


def losses(made: Research) -> dict[str, str]:
    return {one.what: one.reason for one in made.losses if one.stage == "planning"}


def shown(engine: ScriptedEngine, prompt: str) -> Sequence[str]:
    asked = (one for one in engine.seen if one.prompt == prompt)
    return [one.messages[-1].content for one in asked if isinstance(one, Request | ChooseRequest)]


def test_a_leaf_grows_where_the_model_wants_more_and_no_other(shelve: Shelve) -> None:
    engine = ScriptedEngine(STORY)
    made = explored(shelve(BRIDGE, WORKS, OVENS), engine)
    engine.assert_used_up()
    root, known = made.structure.nodes
    assert root.title == TOPIC and titles(root) == {"Foundry": {"People": {}}, "Deck": {}}
    assert losses(made)["Deck"] == "not looked into further (20% worth it)"
    paths = (TOPIC, "Foundry", "Deck", "Foundry › People")
    assert [one.title for one in known.children] == [taught(path) for path in paths]


def test_the_decision_is_made_knowing_the_pool(shelve: Shelve) -> None:
    engine = ScriptedEngine(STORY)
    explored(shelve(BRIDGE, WORKS, OVENS), engine)
    for asked in shown(engine, "expand"):
        for part in (TOPIC, "Foundry", "Deck"):
            assert taught(part) in asked


def test_a_new_leaf_holds_what_its_searches_brought(shelve: Shelve) -> None:
    made = explored(shelve(BRIDGE, WORKS, OVENS), ScriptedEngine(STORY))
    foundry = made.structure.nodes[0].children[0]
    assert [query.text for query in foundry.sub_queries] == [
        f"Foundry {TOPIC}",
        "Skerton Works foundry Halton",
    ]
    texts = {piece.number: piece.text for piece in made.evidence}
    assert any("was a foundry" in texts[number] for number in foundry.evidence)


def test_a_leaf_without_evidence_is_not_told_as_judged(shelve: Shelve) -> None:
    zebras = {"name": "Zebras", "searches": ["zebras"]}
    engine = ScriptedEngine([REFLECTS, grows(TOPIC, FOUNDRY, zebras), wants("Foundry", 0.4)])
    library = shelve(BRIDGE, WORKS, OVENS)
    passages = library.retrieval.passages
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            library.retrieval,
            "passages",
            lambda query, *more, **named: (
                [] if "zebras" in query.lower() else passages(query, *more, **named)
            ),
        )
        made = explored(library, engine, depth=3)
    engine.assert_used_up()
    assert losses(made)["Zebras"] == "nothing was found for it"


def test_no_leaf_that_wants_more_ends_it(shelve: Shelve) -> None:
    engine = ScriptedEngine(
        [REFLECTS, grows(TOPIC, FOUNDRY, DECK), wants("Foundry", 0.4), wants("Deck", 0.1)]
    )
    made = explored(shelve(BRIDGE, WORKS, OVENS), engine, depth=3)
    engine.assert_used_up()
    assert titles(made.structure.nodes[0]) == {"Foundry": {}, "Deck": {}}


def test_nothing_learnt_ends_it(shelve: Shelve) -> None:
    """The root taught something; its leaves teach the same again, so none is asked about."""

    def same(request: AnyRequest) -> dict[str, Any]:
        told = learns(request)["insights"][0]
        return {"insights": [{**told, "text": "The bridge is made of iron."}]}

    engine = ScriptedEngine([Line("reflect", "", same, repeat=True), grows(TOPIC, FOUNDRY, DECK)])
    made = explored(shelve(BRIDGE, WORKS, OVENS), engine, depth=3)
    root, known = made.structure.nodes
    assert titles(root) == {"Foundry": {}, "Deck": {}}
    [insight] = known.children
    assert len(insight.evidence) > 1
    assert not shown(engine, "expand")


@pytest.mark.parametrize("depth", [1, 2])
def test_it_goes_no_deeper_than_it_may(shelve: Shelve, depth: int) -> None:
    always = Line("expand", "", (0.9, 0.1), repeat=True)
    grown = Line("categories", "Part: ", _another(), repeat=True)
    made = explored(shelve(BRIDGE, WORKS, OVENS), ScriptedEngine([REFLECTS, always, grown]), depth)
    deepest = max(node.id.count(".") for node in made.nodes if not node.id.startswith("known"))
    assert deepest == made.structure.nodes[0].id.count(".") + depth


def _another() -> Any:
    """A category that was not there before, for each request."""
    names = (f"{name} {number}" for number in count(1) for name in ("Arches", "Deck", "Foundry"))

    def categories(_: AnyRequest) -> dict[str, Any]:
        name = next(names)
        return {"categories": [{"name": name, "searches": [f"{name} bridge"]}]}

    return categories


def test_a_category_that_is_there_is_not_grown_again(shelve: Shelve) -> None:
    again = {"name": "the DECK", "searches": ["deck"]}
    engine = ScriptedEngine(
        [
            REFLECTS,
            grows(TOPIC, FOUNDRY, {**DECK, "name": "The deck"}),
            wants("Foundry", 0.9),
            wants("The deck", 0.1),
            grows("Foundry", again),
        ]
    )
    made = explored(shelve(BRIDGE, WORKS, OVENS), engine)
    assert titles(made.structure.nodes[0]) == {"Foundry": {}, "The deck": {}}
    assert losses(made)["the DECK"] == "the tree has this category already"


def test_of_all_that_was_drafted_grows_what_the_library_tells_most_of(shelve: Shelve) -> None:
    """What is known of the deck is told already; LEAST grow, whatever the library tells of them."""
    again = {"name": "Lune", "searches": ["bridge"]}
    comets, zebras = ({"name": name, "searches": [name]} for name in ("Comets", "Zebras"))
    drafts = iter([[comets, again], [zebras, FOUNDRY], [DECK, FOUNDRY]])
    drafted = Line("categories", "", lambda _: {"categories": next(drafts)}, repeat=True)
    engine = ScriptedEngine([REFLECTS, drafted])
    made = explored(shelve(BRIDGE, WORKS, OVENS), engine, depth=1)
    assert titles(made.structure.nodes[0]) == {"Foundry": {}, "Comets": {}}
    told = losses(made)
    assert told["Lune"] == told["Zebras"] == told["Deck"] == tree.TOLD


def test_what_is_resumed_repeats_no_call(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    with Journal(tmp_path / "calls.db") as journal:
        first = explored(library, Journaled(ScriptedEngine(STORY), journal))
        again = explored(library, Journaled(ScriptedEngine(), journal))
    assert again == first
