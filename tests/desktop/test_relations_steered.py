"""What joins two parts of a study's picture is left out where the method allows it."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from studied import WAIT_MS

from desktop.house import House
from desktop.structure.details import StructureDetails
from desktop.structure.view import StructureView
from desktop.widgets.basics import Button
from warehouse.records import Place
from warehouse.results.records import Evidence, Link, Node, Research, Structure
from warehouse.steering import Act, Kind

PIECE = Evidence(1, Place("d", 0, 0, 9), "Ann built it.", "Mills", "3", "", "q", 0.9)
NAMES = (Node("m", "Mill", "resolved", (1,)), Node("h", "Holm", "resolved", (1,)))
BUILT, OWNED = Link("m", "h", "was built by", 1), Link("h", "m", "owned", 1)


def shown(house: House, qtbot: QtBot, *links: Link, kind: Kind = "drop") -> StructureView:
    view = StructureView(house)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    view.let_steer({kind, "edit"})
    with qtbot.waitSignal(view.shown, timeout=WAIT_MS):
        view.tell(Research("t", Structure("graph", NAMES, links), (PIECE,)))
    view.canvas.choose_edge(0)
    return view


def ways_out(details: StructureDetails) -> dict[str, Button]:
    buttons = details.findChildren(Button)
    names = {one.accessibleName(): one for one in buttons if one.isVisible()}
    return {name: one for name, one in names.items() if name.startswith("Leave out")}


def test_each_relation_of_an_edge_is_left_out_by_itself(house: House, qtbot: QtBot) -> None:
    view = shown(house, qtbot, BUILT, OWNED)
    acts: list[Act] = []
    view.steered.connect(acts.append)
    ways = ways_out(view.details)
    assert list(ways) == [
        "Leave out “Mill – was built by – Holm”",
        "Leave out “Holm – owned – Mill”",
    ]
    for way in ways.values():
        way.click()
    assert acts == [
        Act("drop", "Holm", "Mill", node="m", into="h", label="was built by"),
        Act("drop", "Mill", "Holm", node="h", into="m", label="owned"),
    ]


def test_nothing_is_offered_for_a_name_or_where_it_cannot_be(house: House, qtbot: QtBot) -> None:
    view = shown(house, qtbot, BUILT)
    assert [one.text() for one in ways_out(view.details).values()] == ["Leave this out"]
    view.choose("m")
    assert not ways_out(view.details)
    assert not ways_out(shown(house, qtbot, BUILT, kind="merge").details)
