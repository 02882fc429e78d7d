"""The picture of a structure under the mouse: a click on an edge or a node lights its sentence."""

from __future__ import annotations

import pytest
from hand import WAIT_MS, Hand
from msgspec import structs
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from studied import answer, chain, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from warehouse.context import Context
from warehouse.library import Library
from warehouse.results.records import Answer, Link, Node, Structure


def a_graph(question: str, context: Context, **_: object) -> Answer:
    nodes = (
        Node("dam", "The dam of Brielle", "resolved", (1,)),
        Node("storm", "The storm", "resolved"),
        Node("board", "The board", "unresolved"),
    )
    links = (Link("storm", "dam", "broke", 1), Link("board", "dam", "had built"))
    made = answer(context.library)
    found = structs.replace(chain(context.library), structure=Structure("graph", nodes, links))
    context.run.show(found)
    return structs.replace(made, research=found)


@pytest.fixture
def pictured(page: AskPage, house: House, library: Library, hand: Hand, qtbot: QtBot) -> AskPage:
    use(house, library, ask_aware=a_graph)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    hand.wait_until(page.answer.text.isVisible)
    hand.key("alt+g")
    hand.wait_until(lambda: len(page.picture.view.canvas.scene) == 3)
    house.show_side(False)
    hand.wait_until(lambda: not page.pane.isVisible())
    qtbot.wait(200)
    return page


def shown(page: AskPage) -> str:
    return page.pane.title.findChildren(QLabel)[0].text()


def lit(page: AskPage) -> bool:
    return page.pane.isVisible() and not page.pane.view.area_of_light().isEmpty()


def test_a_click_on_an_edge_and_on_a_node_lights_the_sentence(
    pictured: AskPage, hand: Hand
) -> None:
    canvas = pictured.picture.view.canvas
    hand.click(canvas, canvas.spot_of_edge(0).toPoint())
    hand.wait_until(lambda: lit(pictured))
    assert shown(pictured) == "floods"
    assert pictured.picture.view.details.title.text() == "The storm – broke – The dam of Brielle"
    hand.key("Escape", "Escape")
    hand.wait_until(lambda: not pictured.pane.isVisible())
    hand.click(canvas, canvas.spot_of(0).toPoint())
    hand.wait_until(lambda: lit(pictured))


def test_wheel_drag_and_arrows(pictured: AskPage, hand: Hand) -> None:
    canvas = pictured.picture.view.canvas
    hand.wheel(canvas, -2)
    size, spot = canvas.scale, canvas.spot_of(1).toPoint()
    hand.wait_until(lambda: canvas.scale >= size)
    corner = canvas.rect().bottomLeft()
    corner.setX(12)
    corner.setY(corner.y() - 12)
    to = canvas.rect().center()
    hand.drag(canvas, corner, canvas, to)
    moved = canvas.spot_of(1).toPoint() - spot
    assert (moved - (to - corner)).manhattanLength() < 8
    canvas.choose_node(0)
    canvas.setFocus()
    walked = []
    canvas.node_chosen.connect(walked.append)
    hand.key("Right", "Down", "Left", "Up")
    assert walked and set(walked) <= {0, 1, 2}
    hand.key("alt+g")
    hand.wait_until(pictured.answer.text.isVisible)
