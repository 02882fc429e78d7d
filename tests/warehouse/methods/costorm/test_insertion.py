"""Where a piece of evidence goes on the map: candidates, the walk, what is divided."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.protocol import ChooseRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.costorm import answers, mindmap, placing
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.costorm.placing import Piece
from warehouse.records import Place
from warehouse.results.records import Evidence, Node
from warehouse.results.roundtable import ROOT, Table, begun
from warehouse.run import Run
from warehouse.settings import Settings

MANY = 12


class _Words(Ground):
    """Likeness by shared words, in place of an embedder; documents of a library without files."""

    gone: frozenset[str] = frozenset()

    def standing(self, table: Table) -> list[Evidence]:
        return [piece for piece in table.evidence if piece.place.document not in self.gone]

    def alike(self, texts: Any, others: Any) -> Any:
        def shared(one: str, other: str) -> float:
            a, b = set(one.casefold().split()), set(other.casefold().split())
            return len(a & b) / max(1, len(b))

        return np.array([[shared(a, b) for b in others] for a in texts], np.float32)


def ground(place: Any) -> _Words:
    """The model says ``place``: probabilities of the places and of none, which comes last."""
    named = {"concepts": ["mud", "sand"]}
    lines = {"table_place": place, "table_concepts": named}
    engine = ScriptedEngine([Line(name, "", reply, repeat=True) for name, reply in lines.items()])
    context: Any = Context.__new__(Context)
    object.__setattr__(context, "engine", engine)
    object.__setattr__(context, "run", Run())
    object.__setattr__(context, "settings", Settings())
    return _Words(context, answers.drafted)


def wide() -> Table:
    """MANY concepts below the topic, the last one over two of its own."""
    table = mindmap.grown(begun("sea"), ROOT, [f"part {word(at)}" for at in range(MANY)])
    return mindmap.grown(table, str(MANY + 1), ["deep mud", "deep sand"])


def word(at: int) -> str:
    return "abcdefghijklmnop"[at] * 3


def no_preference(request: Any) -> Any:
    assert isinstance(request, ChooseRequest)
    return [*([1.0] * (len(request.labels) - 1)), 0.01]


def test_a_piece_goes_to_the_concept_it_is_like() -> None:
    piece = Piece(1, f"tells of part {word(10)}", "")
    found = placing.insert([piece], wide().root, ground(no_preference))
    assert wide().map.find(found.places[1]).title == f"part {word(10)}"  # type: ignore[union-attr]
    assert found.layers == 0


def test_where_no_candidate_will_do_the_nearest_children_are_walked_down() -> None:
    """Also one that stands behind the first CANDIDATES of its layer."""
    asked: list[ChooseRequest] = []

    def none_at_first(request: Any) -> Any:
        asked.append(request)
        if len(asked) == 1:
            return [*([0.0] * (len(request.labels) - 1)), 1.0]
        return no_preference(request)

    piece = Piece(1, f"part {word(MANY - 1)} with deep mud", "")
    found = placing.insert([piece], wide().root, ground(none_at_first))
    assert wide().map.find(found.places[1]).title == "deep mud"  # type: ignore[union-attr]
    assert found.layers == 2 and len(asked) == 3
    assert all(len(one.labels) <= placing.CANDIDATES + 1 for one in asked)


def test_the_walk_ends_at_the_deepest_layer() -> None:
    node = Node("99", "mud", "resolved")
    for at in range(20):
        node = Node(str(at + 2), "mud", "resolved", children=(node,))
    root = Node(ROOT, "mud", "resolved", children=(node,))
    found = placing.walk([Piece(1, "mud", "")], root, ground(no_preference))
    assert found.layers == placing.DEEPEST


@pytest.mark.parametrize("held", [False, True])
def test_what_the_user_pinned_is_not_divided(held: bool) -> None:
    pieces = tuple(
        Evidence(at, Place("d", 0, at, at + 1), f"mud {at}", "Title", "1", "", "q", 0.5)
        for at in range(1, 30)
    )
    table = structs.replace(begun("sea"), evidence=pieces)
    table = mindmap.grown(table, ROOT, ["full", "other"])
    table = mindmap.placed(table, {one.number: "2" for one in pieces})
    table = mindmap.pinned(table, "2") if held else table
    crowded = placing._crowded(table, ground(no_preference))
    assert (crowded is None) is held


def test_what_may_not_be_read_is_shown_to_no_model_when_a_concept_is_divided() -> None:
    pieces = tuple(
        Evidence(at, Place(kind, 0, at, at + 1), f"{kind} {at}", "Title", "1", "", "q", 0.5)
        for at, kind in enumerate(["mud", "sand", "secret"] * 8, start=1)
    )
    table = structs.replace(begun("sea"), evidence=pieces)
    table = mindmap.placed(table, {one.number: ROOT for one in pieces})
    here = ground(no_preference)
    here.gone = frozenset({"secret"})
    settings = structs.replace(Settings(), concept_pieces=8)
    object.__setattr__(here.context, "settings", settings)
    divided = placing.sorted_in(table, here)
    secret = {one.number for one in pieces if one.place.document == "secret"}
    engine: Any = here.context.engine
    said = [request.messages[-1].content for request in engine.seen]
    assert said and not any("secret" in text for text in said)
    assert set(divided.root.evidence) == secret, "it stays, and does not count as too many"
    assert len(divided.root.children) == 2
