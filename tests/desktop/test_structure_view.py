"""The picture of a structure: alone with nodes and edges of any size, and on a study's page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import DAM, WAIT_MS, answer, chain, evidence, use

from desktop.bench.structures import net, tree
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.shell.window import Window
from desktop.structure.canvas import StructureCanvas
from desktop.structure.labels import NAME_LETTERS, cuts, in_lines, name_of
from desktop.structure.marked import Cut
from desktop.structure.view import StructureView
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip
from warehouse.context import Context
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Answer, Evidence, Link, Node, Research, Structure
from warehouse.steering import Act

Show = Callable[[Research], StructureView]


def found(structure: Structure) -> Research:
    place = Place("d", 0, 0, 9)
    numbered = tuple(
        Evidence(at, place, f"Sentence {at}.", "Floods", "3", "", "q", 0.9) for at in range(1, 6)
    )
    return Research("t", structure, numbered)


@pytest.fixture
def view(house: House, qtbot: QtBot) -> StructureView:
    made = StructureView(house)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


@pytest.fixture
def show(view: StructureView, qtbot: QtBot) -> Show:
    def do(research: Research) -> StructureView:
        with qtbot.waitSignal(view.shown, timeout=WAIT_MS):
            view.tell(research)
        return view

    return do


def click(canvas: QWidget, at: QPointF) -> None:
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at.toPoint())


TRIANGLE = Structure(
    "graph",
    (
        Node("a", "Lune Bridge", "resolved", (1, 2)),
        Node("b", "Ada Holm", "resolved", (3,)),
        Node("c", "The board", "resolved"),
    ),
    (Link("a", "b", "built by", 4), Link("b", "c", "warned", 5)),
)


def test_what_is_chosen_is_whole_when_something_opens_beside_the_picture(show: Show) -> None:
    one = Structure("mind map", (Node("1", "Lune Bridge", "resolved", (1, 2)),))
    view = show(found(one))
    canvas = view.canvas
    canvas.choose_node(0)
    for width in (420, 330, 700):
        canvas.resize(width, 500)
        half = canvas.scene.half[0] * canvas.scale
        spot = canvas.spot_of(0)
        assert half[0] <= spot.x() <= canvas.width() - half[0], f"cut at {width}"
        assert half[1] <= spot.y() <= canvas.height() - half[1]
    canvas.resize(100, 500)
    assert canvas.spot_of(0).x() == 50, "as much to the left as to the right where it has no room"


def test_what_is_all_in_sight_stays_so_when_the_details_open(show: Show, qtbot: QtBot) -> None:
    below = tuple(Node(f"1.{n}", f"Part {n}", "resolved", (n,)) for n in range(1, 13))
    root = Node("1", "Lune Bridge", "resolved", (1, 2), children=below)
    view = show(found(Structure("mind map", (root,))))
    canvas = view.canvas
    canvas.fit()
    qtbot.waitUntil(canvas._shows_all)
    high = canvas.height()
    click(canvas, canvas.spot_of(0))
    qtbot.waitUntil(lambda: canvas.height() < high)
    assert canvas._shows_all()
    small = canvas.scale
    canvas.choose_node(-1)
    qtbot.waitUntil(lambda: canvas.height() == high)
    assert canvas.scale > small and canvas._shows_all()
    canvas.zoom(1.05)
    size = canvas.scale
    canvas.choose_node(0)
    qtbot.waitUntil(lambda: canvas.height() < high)
    assert canvas.scale == size, "what the user made larger stays as large"


def test_the_picture_keeps_its_sentences_until_the_next_is_drawn(show: Show, qtbot: QtBot) -> None:
    view = show(found(TRIANGLE))
    other = Structure("graph", (*TRIANGLE.nodes, Node("d", "A fourth", "resolved", (3,))))
    pieces = (structs.replace(found(TRIANGLE).evidence[2], text="Of another place."),)
    wanted: list[int] = []
    view.evidence_wanted.connect(wanted.append)
    with qtbot.waitSignal(view.shown, timeout=WAIT_MS):
        view.tell(Research("t", other, pieces))
        view.canvas.choose_node(0)
        view.canvas.choose_node(1)
        assert wanted == [1, 3] and view.evidence[3].text == "Sentence 3."
    assert view.evidence[3].text == "Of another place."
    view.tell(Research("t", other, (structs.replace(pieces[0], text="Read again."),)))
    assert view.evidence[3].text == "Read again.", "the same picture, which is not drawn anew"


def test_two_titles_that_begin_alike_are_told_apart() -> None:
    long = "How LilyPond engraves music, and how one contributes to"
    ends = ("its sources", "its manual", "")
    nodes = [Node(end, f"{long} {end}".strip(), "resolved", (1,)) for end in ends]
    told = [in_lines(node, cut) for node, cut in zip(nodes, cuts(nodes), strict=True)]
    assert [" ".join(lines)[-7:] for lines, _ in told[:2]] == ["sources", " manual"]
    assert len({name_of(node, cut) for node, cut in zip(nodes, cuts(nodes), strict=True)}) == 3
    assert all(len(name_of(node, Cut.ElideMiddle)) <= NAME_LETTERS for node in nodes)
    [alone] = cuts(nodes[:1])
    assert in_lines(nodes[0], alone)[0][-1].endswith("…")


def test_a_click_on_an_edge_and_on_a_node_asks_for_their_sentences(show: Show) -> None:
    view = show(found(TRIANGLE))
    wanted: list[int] = []
    view.evidence_wanted.connect(wanted.append)
    click(view.canvas, view.canvas.spot_of_edge(0))
    assert wanted == [4] and view.details.isVisible()
    assert view.details.title.text() == "Lune Bridge – built by – Ada Holm"
    assert "Sentence 4." in view.details._found.text()
    click(view.canvas, view.canvas.spot_of(0))
    assert wanted == [4, 1]
    assert view.canvas.accessibleDescription() == "Lune Bridge: 2 sentences, beside 1 other"
    click(view.canvas, QPointF(3, view.canvas.height() - 3))
    assert view.canvas.look.node == -1 and not view.details.isVisible()


def test_a_name_that_looks_like_markup_is_told_as_it_stands(show: Show) -> None:
    hostile = '<img src="/etc/hostname"> seal'
    nodes = [Node(id, f"{hostile} {id}", "resolved") for id in "abcd"]
    links = (Link("a", "b", "holds", 4), Link("c", "d", hostile, 5))
    view = show(found(Structure("graph", tuple(nodes), links)))
    view.canvas.choose_node(0)
    buttons = [*view.findChildren(Button), *view.findChildren(Chip)]
    tips = [button.toolTip() for button in buttons if "seal" in button.toolTip()]
    assert len(tips) >= 3 and not any("<img" in tip for tip in tips)


def test_what_a_click_does_the_keys_and_buttons_do(show: Show, qtbot: QtBot) -> None:
    view = show(found(TRIANGLE))
    wanted: list[int] = []
    view.evidence_wanted.connect(wanted.append)
    view.canvas.choose_node(1)
    before = view.canvas.spot_of(1)
    right = view.canvas.spot_of(0).x() > before.x()
    QTest.keyClick(view.canvas, Qt.Key.Key_Right if right else Qt.Key.Key_Left)
    assert view.canvas.look.node in (0, 2)
    view.canvas.choose_node(1)
    wanted.clear()
    QTest.keyClick(view.canvas, Qt.Key.Key_Return)
    assert wanted == [3]
    buttons = {one.accessibleName(): one for one in view.details.findChildren(QWidget)}
    buttons["Lune Bridge – built by – Ada Holm"].click()  # type: ignore[attr-defined]
    assert view.canvas.look.edge == 0 and wanted == [3, 4]
    QTest.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert view.canvas.look.edge == -1


def test_what_is_there_stays_while_it_grows_until_it_is_arranged_anew(
    show: Show, qtbot: QtBot
) -> None:
    whole = net(160, 400, 5)
    some = structs.replace(whole, nodes=whole.nodes[:90])
    view = show(found(some))
    before = view.canvas.scene
    view.canvas.choose_node(4)
    qtbot.wait(100)  # the details have opened, and it is fitted again
    id, spot = before.graph.nodes[4].id, view.canvas.spot_of(4)
    show(found(whole))
    after = view.canvas.scene
    assert len(after) == 160 and after.graph.nodes[view.canvas.look.node].id == id
    assert (after.points[:90] == before.points).all() or abs(
        after.points[:90] - before.points
    ).max() < 0.01
    assert (view.canvas.spot_of(view.canvas.look.node) - spot).manhattanLength() < 1
    with qtbot.waitSignal(view.shown, timeout=WAIT_MS):
        view.tools["anew"].click()
    assert abs(view.canvas.scene.points[:90] - before.points).max() > 1


def test_a_part_is_found_by_its_words(show: Show) -> None:
    view = show(found(tree(3, 2)))
    view.search_line.setText("part 1.2")
    assert view._found.text() == "5 matches"
    QTest.keyClick(view.search_line, Qt.Key.Key_Return)
    QTest.keyClick(view.search_line, Qt.Key.Key_Return)
    assert view._found.text() == "2 of 5"
    assert "1.2" in view.details.title.text()
    view.search_line.setText("nowhere")
    assert view._found.text() == "not found" and not view.canvas.look.found
    QTest.keyClick(view.search_line, Qt.Key.Key_Escape)
    assert view.search_line.text() == "" and view._found.text() == ""


def test_wheel_drag_and_keys_move_it(show: Show) -> None:
    view = show(found(net(60, 120, 5)))
    canvas = view.canvas
    size, spot = canvas.scale, canvas.spot_of(0)
    canvas.zoom(1.5, spot)
    assert canvas.scale > size and (canvas.spot_of(0) - spot).manhattanLength() < 1
    at = QPoint(5, 5)
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(canvas, at + QPoint(30, 20))
    QTest.mouseMove(canvas, at + QPoint(60, 40))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at + QPoint(60, 40))
    assert (canvas.spot_of(0) - spot).manhattanLength() > 50
    QTest.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.scale < 1.5 * size
    view.groups.buttons[0].click()
    assert canvas.look.group == 0


def test_it_is_painted_in_both_themes_small_and_large(show: Show, theme: Theme) -> None:
    view = show(found(net(400, 900, 5)))
    pictures = []
    for choice in ("light", "dark"):
        theme.choose(choice)
        for size in (0.1, 0.6, 2.0):
            view.canvas.zoom(size / view.canvas.scale)
            pictures.append(view.canvas.grab().toImage())
    assert len({bytes(one.constBits()) for one in pictures}) == len(pictures)


def test_a_part_is_steered_by_its_id_where_the_method_allows_it(show: Show) -> None:
    steps = Structure(nodes=(Node("1", "When the dam broke", "open", (1,)),))
    view = show(found(steps))
    acts: list[Act] = []
    view.steered.connect(acts.append)
    view.choose("1")
    assert not view.details.steer.button.isVisible() and not view.more.isVisible()
    view.let_steer({"edit", "search", "stop", "add"})
    view.canvas.choose_node(-1)
    view.choose("1")
    view.details.steer.button.click()
    view.details.steer.choices.stop.click()
    assert acts == [Act("stop", target="When the dam broke", node="1")] and view.more.isVisible()


def test_a_part_without_a_plan_is_renamed_left_out_or_joined(show: Show) -> None:
    parts = Structure(
        "tree", (Node("1", "Arches", "resolved", (1,)), Node("2", "Piers", "resolved", (2,)))
    )
    view = show(found(parts))
    acts: list[Act] = []
    view.steered.connect(acts.append)
    view.let_steer({"edit", "drop", "merge"})
    view.choose("1")
    steer = view.details.steer.choices
    view.details.steer.button.click()
    assert not steer.search.isVisible() and not steer.stop.isVisible()
    steer.drop.click()
    [joined] = steer.others_menu().actions()
    joined.trigger()
    steer.reword.click()
    steer.line.said.emit("Iron arches")
    assert acts == [
        Act("drop", target="Arches", node="1"),
        Act("merge", "Piers", "Arches", node="1", into="2"),
        Act("edit", "Iron arches", "Arches", node="1"),
    ]


def test_a_study_shows_its_structure_and_leads_to_the_page(
    page: AskPage, house: House, library: Library, opened: Window, qtbot: QtBot
) -> None:
    def method(question: str, context: Context, **_: object) -> Answer:
        context.run.show(chain(context.library, "open"))
        return answer(context.library)

    use(house, library, ask_aware=method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    view = page.picture.view
    with qtbot.waitSignal(view.shown, timeout=WAIT_MS):
        house.acts.do("ask-picture")
    assert view.isVisible() and not page.answer.isVisible()
    house.show_side(False)
    with qtbot.waitSignal(page.pane.shown, timeout=WAIT_MS):
        click(view.canvas, view.canvas.spot_of(0))
    assert page.pane.isVisible() and page.pane._number == 1
    assert page.escape() and page.escape()
    assert page.answer.isVisible() and not page.chain.picture.isChecked()


def test_an_edge_lights_the_sentence_that_says_so_and_no_more(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    piece = evidence(library)
    wide = structs.replace(
        piece,
        place=structs.replace(piece.place, start=piece.place.start - 26),
        text=f"Nothing was known before. {DAM}",
    )
    nodes = (Node("a", "dam", "resolved", (1,)), Node("b", "storm", "resolved", (1,)))
    link = Link("a", "b", "broke in", 1, piece.place.start, piece.place.end)
    page._show_study()
    research = Research("t", Structure("graph", nodes, (link,)), (wide,))
    page.to_proof.bring(research)
    view = page.picture.view
    with qtbot.waitSignal(view.shown, timeout=WAIT_MS):
        view.tell(research)
    view.canvas.choose_edge(0)
    qtbot.waitUntil(lambda: page.pane.view.accessibleDescription() == DAM, timeout=WAIT_MS)
    assert page.pane.number == 1 and view.details._found.text() == f"“{DAM}”"
    view.canvas.choose_node(0)
    qtbot.waitUntil(lambda: page.pane.view.accessibleDescription() == wide.text, timeout=WAIT_MS)


def test_a_long_list_ends_and_leads_to_the_picture(page: AskPage, library: Library) -> None:
    page._show_study()
    research = structs.replace(found(net(200, 300)), evidence=(evidence(library),))
    page.chain.tell(research)
    assert len(page.chain.entries) == 60
    assert page.chain.title.text() == "Names and relations"
    page.chain._rest.click()
    assert page.picture.is_shown


def test_an_empty_picture_bears_any_size(theme: Theme, qtbot: QtBot) -> None:
    canvas = StructureCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(20, 20)
    canvas.show()
    assert not canvas.grab().isNull() and len(canvas.scene) == 0
