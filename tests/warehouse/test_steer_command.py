"""``muniment steer``: what it shows, what it leaves with a study that another program has."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, reading

from indexers.records import Loss
from warehouse import cli
from warehouse.cli.steer import standing, wanted
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Place, StudyRow
from warehouse.results.records import (
    Answer,
    Claim,
    Coverage,
    Evidence,
    Link,
    Node,
    Research,
    Spend,
    Structure,
    SubQuery,
)
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies.keeper import Studies

Captured = pytest.CaptureFixture[str]
CHAIN = Research(
    "task",
    Structure(
        nodes=(
            Node("1", "Who built it", "resolved", sub_queries=(SubQuery("built", 1),)),
            Node("2", "When it was built", "open"),
        )
    ),
    (),
    (Loss("screening", "Mills", "judged irrelevant", "a" * 64), Loss("x-ray", "T", "hidden", "b")),
)


def given(*words: str) -> argparse.Namespace:
    return cli.parser().parse_args(["steer", "20260101", *words])


def test_options_become_acts_in_a_fixed_order() -> None:
    arguments = given("--again", "1", "--stop", "2", "--edit", "1", "Who paid", "--add", "Costs")
    acts = wanted(arguments, "aware", CHAIN, None, [])
    assert [act.kind for act in acts] == ["edit", "add", "stop", "pin"]
    assert acts[0] == Act("edit", "Who paid", "Who built it", node="1")
    assert acts[2] == Act("stop", target="When it was built", node="2")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--stop", "3"), "There is no step 3"),
        (("--stop", "two"), "no number"),
        (("--again", "2"), "cannot be tried again"),
        (("--again", "9"), "has the number 9"),
        (("--check", "1"), "no claim 1"),
        (("--ban", "77"), "No document begins"),
    ],
)
def test_what_is_not_there_is_a_sentence(words: tuple[str, str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        wanted(given(*words), "aware", CHAIN, None, [])


def test_what_is_tried_again_is_what_the_method_can_do() -> None:
    lost = structs.replace(CHAIN, losses=(Loss("planning", "Tree › Branch", "r"),))
    for method, act in (("aware", Act("search", "Tree › Branch")), ("storm", Act("add", "Branch"))):
        assert wanted(given("--again", "1"), method, lost, None, []) == [act]
    with pytest.raises(BadInput, match="cannot be tried again"):
        wanted(given("--again", "1"), "rag", lost, None, [])


def test_how_a_study_stands() -> None:
    row = StudyRow("x", "ask", "Who?", "aware", "stopped", 0, 0)
    acts = (Act("ban", target="Mills", document="a", number=1, at=1e9, state="taken"),)
    said = standing(row, CHAIN, acts)
    assert "  1  Who built it (resolved)" in said
    assert "“built”" in said
    assert "Left out: “Mills”" in said
    assert "  1  set aside · Mills: judged irrelevant" in said


def test_the_numbers_by_which_a_claim_is_checked_again_are_told() -> None:
    row = StudyRow("x", "ask", "Who?", "aware", "done", 0, 0)
    claims = (
        Claim(0, 9, "It stands.", (1,), "supported", "said"),
        Claim(10, 19, "It fell in 1700.", (1,), "not found", "1700 is not there"),
    )
    coverage, spend = Coverage(1, 1, 0, 1, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
    result = Answer("Who?", "aware", "", False, claims, CHAIN, coverage, spend)
    said = standing(row, CHAIN, (), result)
    assert "Not proven (--check)" in said
    assert "  2  It fell in 1700. (Not found · 1700 is not there)" in said
    assert "It stands." not in said
    [act] = wanted(given("--check", "2"), "aware", CHAIN, result, [])
    assert act == Act("recheck", "It fell in 1700.")


def test_a_study_that_another_program_has_open_is_steered_there(
    home: Path, capsys: Captured
) -> None:
    folder = home / "warehouse"
    with Library(folder, SETTINGS, HashingEmbedder()) as library:
        row = library.admit(reading("Mills", "A mill grinds corn."), "m.html", b"mill", Run())
        studies = Studies(library)
        study = studies.start("ask", "Who?")
        library.catalog.save_study(structs.replace(study, state="stopped"))
        assert cli.main(["steer", study.id, "--ban", row.id[:12]]) == 0
        said = capsys.readouterr().out
        assert "Left out: “Mills”" in said
        assert "It does not run now" in said
        [act] = studies.acts(study)
        assert (act.kind, act.document, act.state) == ("ban", row.id, "waiting")
        assert cli.main(["steer", study.id]) == 0
        assert "waits for the next step" in capsys.readouterr().out
        assert cli.main(["steer", "19990101"]) == 1
    assert cli.main(["steer", study.id, "--back", "1", "--later"]) == 0
    assert "taken back" in capsys.readouterr().out


PLACE = Place("d", 100, 100, 172)
SENTENCES = "Ada Holm built the bridge of Lune. It was opened by the mayor in August."
PIECE = Evidence(1, PLACE, SENTENCES, "Bridges", "7", "", "", 1.0)
ROW = StudyRow("x", "write", "Lune", "apollo", "done", 0, 0)


def told(structure: Structure, whole: bool = False) -> list[str]:
    return standing(ROW, Research("Lune", structure, (PIECE,)), (), None, whole).splitlines()


def test_relations_stand_with_the_sentence_that_says_so() -> None:
    reason = "deeper: who it was is not known"
    asked = Node(
        "1.1", "Who built it?", "resolved", notes=reason, sub_queries=(SubQuery("who", 2),)
    )
    nodes = (
        Node("1", "Lune", "resolved", children=(asked,)),
        Node("n1", "Ada Holm\x1b[2J", "resolved", (1,)),
        Node("n2", "Bridge of Lune", "resolved", (1,)),
    )
    link = Link("n1", "n2", "built", 1, 100, 134)
    lines = told(Structure("graph", nodes, (link, Link("n1", "lost", "knew"))))
    at = lines.index("  2    Who built it? (resolved)")
    assert lines[at + 1 : at + 3] == ["       “who”", f"       = {reason}"]
    at = lines.index("  3  Ada Holm [2J (resolved)")
    assert lines[at + 1 : at + 4] == [
        "     3.1  built → 4  Bridge of Lune",
        "          “Ada Holm built the bridge of Lune.” [1] Bridges, p. 7",
        "",
    ]


def test_of_many_relations_and_long_texts_the_rest_is_shown_when_asked_for() -> None:
    said = "A ford was used before. " * 30
    turn = Node("1.1", "What was there before?", "resolved", found=said)
    nodes = (Node("1", "Basic facts", "resolved", children=(turn,)), Node("2", "Other", "open"))
    links = tuple(Link("1", "2", f"relation {number}") for number in range(1, 8))
    structure = Structure("conversations", nodes, links)
    lines = told(structure)
    assert "     and 2 more; --whole shows all" in lines
    assert len([line for line in lines if "A ford" in line]) < 5
    whole = told(structure, whole=True)
    assert "     1.7  relation 7 → 3  Other" in whole
    assert " ".join(" ".join(whole).split()).count("A ford was used before.") == 30
    assert cli.parser().parse_args(["steer", "x", "--whole"]).whole


def test_an_insight_names_the_one_that_it_contradicts() -> None:
    children = tuple(Node(f"i.{at}", f"It is {at} years old", "resolved", (1,)) for at in (1, 2))
    pool = Node("i", "Insights", "resolved", children=children, notes="[1] Bridges: evidence")
    lines = told(Structure("tree", (pool,), (Link("i.2", "i.1", "contradicts"),)))
    at = lines.index("  3    It is 2 years old (resolved)")
    assert lines[at + 1] == "       3.1  contradicts → 2  It is 1 years old"
    assert not [line for line in lines if "evidence" in line]
