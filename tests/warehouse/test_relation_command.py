"""``muniment steer --drop 3.1``: a relation by the number it is shown with."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse import cli
from warehouse.cli import structure
from warehouse.cli.steer import wanted
from warehouse.errors import BadInput
from warehouse.results.records import Link, Node, Research, Structure
from warehouse.steering import Act
from warehouse.studies.steering.acts import ActLog

LINKS = (
    Link("m", "h", "was built by", 1),
    Link("m", "r", "stands at", 2),
    Link("m", "h", "was built by", 3),
    Link("gone", "m", "knew"),
)
NODES = (Node("1", "Mills", "open"), *(Node(id, id.upper(), "open") for id in ("h", "m", "r")))
GRAPH = Research("Mills", Structure("graph", NODES, LINKS), ())


def acts(*numbers: str) -> list[Act]:
    given = [word for number in numbers for word in ("--drop", number)]
    arguments = cli.parser().parse_args(["steer", "20260101", *given])
    return wanted(arguments, "apollo", GRAPH, None, [])


def test_a_relation_is_left_out_by_the_number_it_is_shown_with() -> None:
    lines = [line.strip() for line in structure.lines(GRAPH)]
    assert "3.1  was built by → 2  H" in lines and "3.2  stands at → 4  R" in lines
    assert "".join(lines).count("was built by") == 1, "what several sentences say is one relation"
    assert acts("3.2", "3") == [
        Act("drop", "R", "M", node="m", into="r", label="stands at"),
        Act("drop", target="M", node="m"),
    ]


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("3.3", "no relation 3.3; part 3 has 2"),
        ("2.1", "part 2 has 0"),
        ("3.0", "no relation 3.0"),
        ("9.1", "There is no step 9"),
        ("3.", "no number"),
        ("3.x", "no number"),
    ],
)
def test_a_relation_that_is_not_there_is_a_sentence(number: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        acts(number)


def test_a_chain_without_the_relation_is_kept_anew(tmp_path: Path) -> None:
    less = Research("Mills", Structure("graph", NODES, LINKS[1:]), ())
    with ActLog(tmp_path) as log:
        log.saw(GRAPH)
        log.saw(less)
        assert log.chain() == less
